"""Servers whose tools come from a document, an application or another server."""
from fastmcp import Client, FastMCP

SPEC = {"openapi": "3.0.0"}
NAMES = {"listPets": "list_pets"}

from_document = FastMCP.from_openapi(SPEC, client=None, name="pets", mcp_names=NAMES)
root = FastMCP("root")
root.mount(FastMCP.as_proxy(Client("http://localhost")), "remote")


@root.tool
def own() -> str:
    """Its own."""
    return ""
