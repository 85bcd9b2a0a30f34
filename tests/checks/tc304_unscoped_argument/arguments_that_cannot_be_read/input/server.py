from fastmcp import FastMCP

mcp = FastMCP("billing")


@mcp.tool
def list_invoices(**given: str) -> list[str]:
    """List the invoices of customers in a project."""
    return []
