import billing
from fastmcp import FastMCP
from registry import shared

mcp = FastMCP("shop")


def main():
    for fn in shared.functions:
        mcp.tool(fn)


main()
