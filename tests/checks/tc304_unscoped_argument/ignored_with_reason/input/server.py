from fastmcp import Context, FastMCP

mcp = FastMCP("billing")


@mcp.tool
def list_invoices(
    project_id: str,
    customer_ids: list[str],  # toolcrib: ignore[TC304] a customer's number is the same in every project
) -> list[str]:
    """List the invoices of customers in a project."""
    return []
