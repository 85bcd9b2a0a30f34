from abc import ABC, abstractmethod

from mcp import types


class Handler(ABC):
    name: str
    registry: list = []

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        Handler.registry.append(cls)

    @abstractmethod
    def describe(self) -> types.Tool: ...
