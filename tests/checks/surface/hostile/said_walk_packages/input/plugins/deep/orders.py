def cancel(x: int) -> int:
    """Cancel."""
    return x


def load(server):
    server.tool(cancel)
