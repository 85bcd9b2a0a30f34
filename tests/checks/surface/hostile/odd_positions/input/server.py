"""Everything that runs on import, wherever it stands."""

from fastmcp import FastMCP

mcp = FastMCP("odd")


def tool(number):
    def numbered() -> int:
        return number

    numbered.__name__ = f"tool_{number}"
    return mcp.tool(numbered)


plain: tool(1) = 1
bare: tool(2)


def function(first: tool(3) = tool(4), *rest: tool(5), **more: tool(6)) -> tool(7): ...


def generic[T: tool(8)](value: T): ...


type Alias = list[tool(9)]


class Base:
    def __init_subclass__(cls, **keywords): ...


class Heir(Base, key=tool(10)):
    attribute: tool(11) = 1

    def method(self, value: tool(12)): ...


try:
    raise ValueError(tool(13)) from (tool(14), None)[1]
except (ValueError, (tool(15), OSError)[1]):
    pass
assert plain, tool(16)
del [tool(17)][0]
width = f"{1:{len(str(tool(18)))}}"
match width:
    case str() if tool(19):
        pass
default = lambda value=tool(20): value


def local():
    not_run: tool("local")
    return 1


local()
