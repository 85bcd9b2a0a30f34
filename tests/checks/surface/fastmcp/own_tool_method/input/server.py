from kept import GuardedServer


class State: ...


class MainServer(GuardedServer[State]):
    async def extra(self) -> None: ...


orders = GuardedServer(name="orders")
main = MainServer(name="main")


@orders.tool(annotations={"readOnlyHint": True})
async def list_orders(day: str) -> list[str]:
    """List the orders of a day."""
    return [day]


@orders.tool("cancel")
async def cancel_order(order: str) -> None:
    """Cancel one order."""


@orders.tool
async def bare(order: str) -> None:
    """Registered without brackets."""


main.mount(orders, namespace="orders")
