from fastmcp import FastMCP

mcp = FastMCP("shop")


class ToolMeta(type):
    def __new__(mcs, name, bases, ns):
        cls = super().__new__(mcs, name, bases, ns)
        if bases:
            mcp.tool(cls().run, name=ns["label"])
        return cls


class Tool(metaclass=ToolMeta):
    label = ""

    def run(self, x: int) -> int:
        """Run."""
        return x
