"""A package that makes tools for somebody else's agents."""
from google.adk.tools import BaseTool, FunctionTool


def look(word: str) -> str:
    """Look."""
    return word


class Own(BaseTool):
    def __init__(self) -> None:
        super().__init__(name="own", description="Own.")


def create_tools(client, *, all_of_them: bool = False) -> list[BaseTool]:
    def find(word: str) -> str:
        """Find."""
        return client.find(word)

    tools: list[BaseTool] = [FunctionTool(look)]
    if all_of_them:
        tools.append(FunctionTool(func=find))
    return tools
