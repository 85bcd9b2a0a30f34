"""A registry that another module made."""

from tools import registry


@registry.tool("cancel_order")
def cancel(order_id: str) -> str:
    return order_id
