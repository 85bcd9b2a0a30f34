from fastmcp import FastMCP

mcp = FastMCP("turns")


def one() -> int:
    return 1


def two() -> int:
    return 2


def three() -> int:
    return 3


def four() -> int:
    return 4


def five() -> int:
    return 5


waiting = [one, two]
while waiting:
    mcp.add_tool(waiting.pop())

rest = iter([three, four])
while function := next(rest, None):
    mcp.add_tool(function)


def walk(part, path):
    if isinstance(part, list):
        for inner in part:
            walk(inner, path + "x")
    else:
        mcp.tool(part, name=path)


walk([one, [two, [three, [four, [five]]]]], "deep")
index = 0
while index < int(input()):
    mcp.tool([one, two, three][index], name="asked")
    index += 1
