from core import Tool


class Cancel(Tool, label="cancel_order"):
    @staticmethod
    def run(x: int) -> int:
        """Cancel."""
        return x


class Refund(Tool):
    @staticmethod
    def run(x: int) -> int:
        """Refund."""
        return x
