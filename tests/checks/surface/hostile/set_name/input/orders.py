from core import exposed


class Orders:
    @exposed
    def cancel(order: str) -> str:
        """Cancel."""
        return order
