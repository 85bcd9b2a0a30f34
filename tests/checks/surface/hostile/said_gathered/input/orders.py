def cancel(x: int) -> int:
    """Cancel."""
    return x


async def load():
    return [cancel]
