def cancel(x: int) -> int:
    """Cancel."""
    return x


cancel.expose = True


def hidden(x: int) -> int:
    return x
