from fastmcp import FastMCP

mcp = FastMCP("shop")


class Reg:
    def __call__(self, fn):
        return mcp.tool(fn)


globals()["publish"] = Reg()
