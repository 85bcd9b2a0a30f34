import core


@core.tool_cancel
def run(x: int) -> int:
    """Cancel."""
    return x
