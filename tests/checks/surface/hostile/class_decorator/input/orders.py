from core import action, controller


@controller
class Orders:
    @action
    def cancel(self, x: int) -> int:
        """Cancel."""
        return x
