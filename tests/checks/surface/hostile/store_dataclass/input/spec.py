from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class ToolSpec:
    fn: Callable
    tags: set = field(default_factory=set)
    name: str = ""

    def __post_init__(self):
        self.name = self.name or self.fn.__name__
        ALL.append(self)


ALL: list[ToolSpec] = []
