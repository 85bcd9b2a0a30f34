"""Servers, apps, the tools of another package; names that makers give; lists that nothing here gives."""
from crewai import Agent
from crewai.tools import BaseTool, tool
from crewai_tools import MCPServerAdapter, SerperDevTool


class Wrapper(BaseTool):
    name: str = "usual name"
    description: str = "Wraps."

    def __init__(self, name: str, **kwargs) -> None:
        super().__init__(name=name, **kwargs)

    def _run(self) -> str:
        return ""


class Nameless(BaseTool):
    def _run(self) -> str:
        return ""


library = Agent(role="library", goal="", backstory="", tools=[SerperDevTool()])
remote = Agent(role="remote", goal="", backstory="", mcps=["https://example.com/mcp"], apps=["mail"])
with MCPServerAdapter({"url": "http://localhost"}) as tools:
    adapted = Agent(role="adapted", goal="", backstory="", tools=tools)


def build(tools, name):
    @tool(name)
    def local(text: str) -> str:
        """Local."""
        return text

    return Agent(role="built", goal="", backstory="", tools=[*tools, local], multimodal=True)
