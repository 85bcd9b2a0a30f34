from mcp import types

from app.base import Handler


class Listing(Handler):
    name = "list_notes"

    def describe(self) -> types.Tool:
        return types.Tool(name=self.name, description="List notes.", inputSchema={})


class Getting(Handler):
    name = "get_note"

    def describe(self) -> types.Tool:
        return types.Tool(name=self.name, description="Get a note.", inputSchema={})
