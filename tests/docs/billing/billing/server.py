"""The billing server: what an agent may do with invoices."""

from fastmcp import FastMCP

mcp = FastMCP("Billing")


@mcp.tool(annotations={"readOnlyHint": True})
def list_invoices(customer: str) -> list[str]:
    """List the invoices of a customer."""
    return [f"{customer}-1", f"{customer}-2"]


@mcp.tool
def send_reminder(number: str) -> str:
    """Remind the customer of an invoice by mail."""
    return f"a reminder of {number} is on its way"
