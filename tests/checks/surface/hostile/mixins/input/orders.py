from base import ToolMixin


class Reading:
    exposes = ("find",)

    def find(self, x: int) -> int:
        """Find."""
        return x


class Orders(Reading, ToolMixin):
    exposes = (*Reading.exposes, "cancel")

    def cancel(self, x: int) -> int:
        """Cancel."""
        return x
