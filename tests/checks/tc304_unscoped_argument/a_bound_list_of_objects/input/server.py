from pydantic import BaseModel
from fastmcp import Context, FastMCP

mcp = FastMCP("billing")


class Where(BaseModel):
    account_id: str
    kind: str


@mcp.tool
def list_invoices(where: list[Where], ctx: Context, tenancy: str, user_name: str, idea: str, keys: list[str]) -> list[str]:
    """List the invoices of customers in a project."""
    return []
