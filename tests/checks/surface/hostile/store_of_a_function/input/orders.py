from core import expose


@expose
def cancel(x: int) -> int:
    """Cancel."""
    return x
