from bus import starting


def cancel(x: int) -> int:
    """Cancel."""
    return x


@starting.connect
def on_start(server, **_):
    server.tool(cancel)
