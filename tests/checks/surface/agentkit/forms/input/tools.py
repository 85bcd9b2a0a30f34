"""Actions of providers: as they run."""
from typing import Any

from coinbase_agentkit import ActionProvider, create_action
from pydantic import BaseModel


class Nothing(BaseModel):
    pass


class Weather(ActionProvider):
    def __init__(self) -> None:
        super().__init__("weather", [])

    @create_action(name="other_name", description="Tells the weather.", schema=Nothing)
    def tell(self, args: dict[str, Any]) -> str:
        """Not used."""
        return ""

    def supports_network(self, network) -> bool:
        return True


class Heir(Weather):
    @create_action("x", "Forecasts.")
    def forecast(self, args: dict[str, Any]) -> str:
        return ""


PROVIDERS = [Weather(), Heir()]
