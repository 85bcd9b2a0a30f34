from fastmcp import FastMCP

mcp = FastMCP("billing")


@mcp.tool
def find_invoice(number: str) -> str:
    """Find one invoice by its number."""
    return number
