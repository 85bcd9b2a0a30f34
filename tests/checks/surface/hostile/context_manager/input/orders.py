from core import namespace

with namespace("orders") as add:

    @add
    def cancel(x: int) -> int:
        """Cancel."""
        return x
