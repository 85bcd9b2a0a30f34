from fastmcp import FastMCP

mcp = FastMCP("shop")


class ToolMeta(type):
    def __init__(cls, name, bases, ns):
        super().__init__(name, bases, ns)
        for key, value in ns.items():
            if not key.startswith("_") and callable(value):
                mcp.tool(value, name=f"{name.lower()}_{key}")


class Tools(metaclass=ToolMeta):
    pass
