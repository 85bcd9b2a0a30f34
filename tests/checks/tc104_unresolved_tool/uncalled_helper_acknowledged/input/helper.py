def enabled_tool(server, enabled: set[str]):
    """Exported for other packages; nothing in this one calls it."""

    def decorate(function):
        return server.tool()(function) if function.__name__ in enabled else function

    return decorate
