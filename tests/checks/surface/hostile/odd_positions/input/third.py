import lazily


@lazily.mcp.tool
def by_attribute() -> int:
    return 1
