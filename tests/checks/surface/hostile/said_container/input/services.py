from container import container


class Orders:
    def cancel(self, x: int) -> int:
        """Cancel."""
        return x


@container.provide("orders")
def make_orders():
    return Orders()
