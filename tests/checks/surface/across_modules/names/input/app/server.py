import os

from mcp.server.mcpserver import MCPServer

from app import names
from app.names import BRANCH, LIST, PREFIX, TABLE, Names, Old, Plain

mcp = MCPServer("repo")
SEPARATOR = os.getenv("SEPARATOR", "_")


def work() -> str:
    """Work."""
    return ""


mcp.tool(name=Names.STATUS)(work)
mcp.tool(name=Old.LOG.value)(work)
mcp.tool(name=Plain.SHOW)(work)
mcp.tool(BRANCH)(work)
mcp.tool(name=TABLE["tag"])(work)
mcp.tool(name=LIST[-1])(work)
mcp.tool(name=f"{names.PREFIX}_{'join'!s}")(work)
mcp.tool(name="_".join([PREFIX, "joined"]))(work)
mcp.tool(name="%s_percent" % PREFIX)(work)
mcp.tool(name="{}_format".format(PREFIX))(work)
mcp.tool(name=PREFIX.upper() + "_UPPER")(work)
mcp.tool(name=PREFIX + SEPARATOR + "set_by_environment")(work)
mcp.tool(name=os.environ["TOOL_NAME"])(work)
