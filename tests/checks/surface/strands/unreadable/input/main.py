"""MCP clients, text that names what is not here, a folder that is not here, lists that nothing here gives."""
from strands import Agent, tool
from strands.tools.mcp import MCPClient
from strands.types.tools import AgentTool

client = MCPClient(lambda: None)
remote = Agent(name="remote", tools=[client])
with client:
    listed = Agent(name="listed", tools=client.list_tools_sync())
by_text = Agent(name="by_text", tools=["elsewhere.module", "./not/here.py"])
by_folder = Agent(name="by_folder", load_tools_from_directory=True)


class Wrapper(AgentTool):
    def __init__(self, spec) -> None:
        super().__init__()
        self.spec = spec

    @property
    def tool_name(self) -> str:
        return self.spec["name"]

    @property
    def tool_spec(self):
        return self.spec

    async def stream(self, tool_use, invocation_state, **kwargs):
        yield tool_use


class Fixed(AgentTool):
    @property
    def tool_name(self) -> str:
        return "fixed"

    @property
    def tool_spec(self):
        return {"name": "fixed", "description": "Fixed.", "inputSchema": {"json": {}}}

    async def stream(self, tool_use, invocation_state, **kwargs):
        yield tool_use


def build(tools, **options):
    @tool(name=options["name"])
    def renamed() -> str:
        """Renamed."""
        return ""

    return Agent(tools=[*tools, renamed], **options)
