from fastmcp import FastMCP

mcp = FastMCP("billing")


@mcp.tool
def list_invoices(workspace_id: str, project_id: str, customer_ids: list[str], account_id: str) -> list[str]:
    """List the invoices of customers in a project."""
    return []
