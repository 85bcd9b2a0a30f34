from mcp.server.lowlevel import Server
from mcp.types import Tool
from pydantic import BaseModel

server = Server("billing")


class Where(BaseModel):
    accountId: str


@server.list_tools()
async def listed() -> list[Tool]:
    return [
        Tool(
            name="list_invoices",
            description="List the invoices of customers in a project.",
            inputSchema={
                "type": "object",
                "properties": {
                    "project_id": {"type": "string"},
                    "rows": {"type": "array", "items": {"type": "object", "properties": {"userid": {"type": "string"}}}},
                    "user": {"type": "object", "properties": {"id": {"type": "string"}}},
                },
            },
        )
    ]
