from strands import tool


@tool
def first() -> str:
    """First."""
    return ""


@tool
def second() -> str:
    """Second."""
    return ""
