"""A class of the repository that gives a list of tools."""
from langchain.agents import create_agent
from langchain_core.tools import BaseTool, tool


@tool
def shared() -> str:
    """Shared."""
    return ""


class Part(BaseTool):
    name: str = "part"
    description: str = "Part."
    client: object = None

    def _run(self) -> str:
        return ""


class Kit:
    def __init__(self, client) -> None:
        self.client = client

    def get_tools(self) -> list[BaseTool]:
        tools = [Part(client=self.client)]
        tools.append(Part(name="part_two", description="Part two.", client=self.client))
        return [*tools, shared]


agent = create_agent("model", Kit(None).get_tools(), name="worker")
