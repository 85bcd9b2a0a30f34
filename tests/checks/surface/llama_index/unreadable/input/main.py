"""Specs of servers and of other packages, lists made at run time, names that callers give; a package's own spec."""
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.tools import FunctionTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec
from llama_index.tools.google import GmailToolSpec
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

mail = FunctionAgent(name="mail", tools=GmailToolSpec().to_tool_list())
remote = FunctionAgent(name="remote", tools=McpToolSpec(client=BasicMCPClient("http://localhost")).to_tool_list())
found = FunctionAgent(name="found", tool_retriever=object())


class NeverMade(BaseToolSpec):
    spec_functions = ["search"]

    def __init__(self, key: str) -> None:
        self.key = key

    def search(self, query: str) -> str:
        """Searches."""
        return query


class Made(BaseToolSpec):
    def __init__(self, names: list[str]) -> None:
        self.spec_functions = names


class Unlisted(BaseToolSpec):
    pass


def build(fn, name, tools, **options):
    tool = FunctionTool.from_defaults(fn, name=name)
    return FunctionAgent(tools=[tool, *tools], **options)
