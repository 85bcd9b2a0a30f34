"""Nothing here says a word of a registration but the argument of the server's constructor."""

import inspect

from mcp.server import Server
from mcp.types import ListToolsResult, Tool


class Prices:
    def price_of(self, symbol: str) -> str:
        """Say the price now.

        Args:
            symbol: whose
        """
        return symbol

    def history_of(self, symbol: str) -> str:
        """Say the prices so far."""
        return symbol


NAMES = ("price_of", "history_of")


def table(prices: Prices):
    return {name: getattr(prices, name) for name in NAMES}


def described(function) -> Tool:
    text = inspect.getdoc(function) or ""
    schema = {"name": function.__name__, "description": text.split("Args:")[0].strip(), "inputSchema": {}}
    for name in inspect.signature(function).parameters:
        schema["inputSchema"].setdefault("required", []).append(name)
    return Tool(**schema)


async def serve() -> None:
    tools = [described(function) for function in table(Prices()).values()]

    async def list_tools(_context, _params) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    server = Server("prices", on_list_tools=list_tools)
    await server.run()
