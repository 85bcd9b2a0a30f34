from core import Batch, mcp


def cancel(x: int) -> int:
    """Cancel."""
    return x


with Batch(mcp) as put:
    put(cancel)
