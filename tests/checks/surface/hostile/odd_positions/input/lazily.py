"""Names that a module makes when it is asked for them (PEP 562)."""


def __getattr__(name):
    import server

    if name == "mcp":
        return server.mcp
    return getattr(server, name)
