from fastmcp import Context, FastMCP

mcp = FastMCP("billing")


@mcp.tool
def list_invoices(project_id: str, customer_ids: list[str]) -> list[str]:
    """List the invoices of customers in a project."""
    return []
