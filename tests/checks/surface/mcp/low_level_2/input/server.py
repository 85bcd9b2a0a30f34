"""The low-level server of SDK 2: a constructor argument, a request handler, a method."""
import mcp_types as types
from mcp.server.lowlevel import Server


async def given(ctx, params):
    return types.ListToolsResult(tools=[types.Tool(name="given", description="Given.", input_schema={})])


async def added(ctx, params):
    return types.ListToolsResult(tools=[types.Tool(name="added", description="Added.", input_schema={})])


first = Server("first", on_list_tools=given)
second = Server("second")
second.add_request_handler("tools/list", types.PaginatedRequestParams, added)
second.add_request_handler("tools/call", types.CallToolRequestParams, added)


class Handler:
    def __init__(self, name: str) -> None:
        self.name = name

    def tool(self) -> types.Tool:
        return types.Tool(name=self.name, description=f"About {self.name}.", input_schema={})


class Ping(Handler):
    def __init__(self) -> None:
        super().__init__("ping")


HANDLERS = {handler.name: handler for handler in (Ping(), Handler("pong"))}


class App:
    def __init__(self) -> None:
        self.server = Server("third", on_list_tools=self.listed)

    async def listed(self, ctx, params):
        return types.ListToolsResult(tools=[handler.tool() for handler in HANDLERS.values()])


app = App()
