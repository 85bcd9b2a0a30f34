from mcp.types import Tool

SPECS = {"count": {"name": "count_notes", "description": "Count notes.", "inputSchema": {}}}
EXTRA = [Tool(name="extra_note", description="Extra.", inputSchema={})]
EXTRA.append(Tool(name="last_note", description="Last.", inputSchema={}))
