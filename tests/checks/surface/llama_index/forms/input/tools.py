"""Function tools, engines, specs, agents: as they run."""
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.llms import MockLLM
from llama_index.core.tools import FunctionTool, QueryEngineTool, ToolMetadata
from llama_index.core.tools.tool_spec.base import BaseToolSpec


def add(a: int, b: int) -> int:
    """Adds."""
    return a + b


async def fetch(url: str) -> str:
    """Fetches."""
    return url


def plain(x: int) -> int:
    """Plain."""
    return x


class Spec(BaseToolSpec):
    spec_functions = ["read", ("write", "awrite")]

    def read(self, path: str) -> str:
        """Reads."""
        return path

    def write(self, path: str) -> str:
        """Writes."""
        return path

    async def awrite(self, path: str) -> str:
        """Writes later."""
        return path

    def hidden(self) -> str:
        """Not listed."""
        return ""


bare = FunctionTool.from_defaults(add)
named = FunctionTool.from_defaults(add, "plus", "Adds two numbers.")
later = FunctionTool.from_defaults(async_fn=fetch)
by_metadata = FunctionTool.from_defaults(add, tool_metadata=ToolMetadata(name="sum", description="Sums."))
engine = QueryEngineTool.from_defaults(query_engine=None)
other_engine = QueryEngineTool(query_engine=None, metadata=ToolMetadata("Knows it.", "docs"))
spec = Spec()
renamed = spec.to_tool_list(["hidden"], {"hidden": ToolMetadata(name="shown", description="Shown.")})
worker = FunctionAgent(name="worker", description="Works.", tools=[bare, named, later, *spec.to_tool_list()], llm=MockLLM())
react = ReActAgent(name="react", description="Reacts.", tools=[by_metadata, engine, other_engine, plain, *renamed], llm=MockLLM())
workflow = AgentWorkflow(agents=[worker, react], root_agent="worker")
AGENTS = [worker, react]
