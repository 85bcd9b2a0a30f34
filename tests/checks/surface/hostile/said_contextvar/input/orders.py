from core import server


def cancel(x: int) -> int:
    """Cancel."""
    return x


server().tool(cancel)
