from shop.registry import shop_tool


@shop_tool(description="Place an order.")
def place_order(item: str) -> str:
    return item


@shop_tool("order_state", description="Say how an order stands.")
def state(order: str) -> str:
    return order
