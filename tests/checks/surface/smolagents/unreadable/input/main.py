"""Tools of a hub, a server, another library; a list that nothing here gives."""
from smolagents import CodeAgent, MCPClient, Tool, ToolCollection, load_tool


class Nameless(Tool):
    description = "Its maker names it."
    inputs = {}
    output_type = "string"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__()

    def forward(self) -> str:
        return ""


class Base(Tool):
    """Others extend it: no tool."""


class Heir(Base):
    name = "heir"
    description = "Heir."
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return ""


image = Tool.from_space("owner/space", name="image", description="Makes an image.")
hub = CodeAgent(tools=[load_tool("owner/tool"), image], model=None)
with ToolCollection.from_mcp({"url": "http://localhost"}) as collection:
    remote = CodeAgent(tools=[*collection.tools], model=None)
with MCPClient({"url": "http://localhost"}) as given:
    client = CodeAgent(tools=given, model=None)


def build(tools):
    return CodeAgent(tools=tools, model=None)
