"""An integration lies in a namespace that it shares with others: what is here is read, the rest is theirs."""
from haystack.tools import Tool, Toolset
from haystack_integrations.tools.mcp import MCPToolset
from haystack_integrations.tools.weather import NAMES


class WeatherToolset(Toolset):
    def __init__(self) -> None:
        super().__init__([Tool(name=name, description=f"The {name}.", parameters={}, function=print) for name in NAMES])


class Remote(MCPToolset):
    """Nothing here makes one."""
