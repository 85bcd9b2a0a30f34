from fastmcp import FastMCP


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


class Catalog:
    def __init__(self, *fns):
        self._fns = fns

    def __len__(self):
        return len(self._fns)

    def __getitem__(self, at):
        return self._fns[at]


mcp = FastMCP("shop")
catalog = Catalog(cancel, refund)
for fn in catalog:
    mcp.tool(fn)
