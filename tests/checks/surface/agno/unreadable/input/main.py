"""Servers, the library's own toolkits and what extends them, functions that choose, names that callers give."""
from agno.agent import Agent
from agno.tools import Toolkit
from agno.tools.duckduckgo import DuckDuckGoTools
from agno.tools.mcp import MCPTools

remote = Agent(name="remote", tools=[MCPTools("npx server"), DuckDuckGoTools()], knowledge=object(), enable_agentic_memory=True)


class More(DuckDuckGoTools):
    def more(self) -> str:
        """More."""
        return ""


extended = Agent(name="extended", tools=[More()])


def choose(agent):
    return []


chosen = Agent(name="chosen", tools=choose)


class Wrapped(Toolkit):
    def __init__(self, names: list[str], functions: dict) -> None:
        super().__init__(name="wrapped", tools=[functions[name] for name in names])
        for name in names:
            self.register(self.run, name=name)

    def run(self) -> str:
        """Runs."""
        return ""


def build(tools, **options):
    return Agent(tools=tools, **options)
