from core import Tools


class Orders(Tools):
    def cancel(order: str) -> str:
        """Cancel an order."""
        return order
