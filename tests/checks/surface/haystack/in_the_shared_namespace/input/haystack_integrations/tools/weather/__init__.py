from haystack_integrations.tools.weather.names import NAMES
from haystack_integrations.tools.weather.toolset import WeatherToolset

__all__ = ["NAMES", "WeatherToolset"]
