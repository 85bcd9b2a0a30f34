"""Bind implementations to rows: `@registry.tool("name")`. The description that the model sees is the row's.

Room: registry. Filled while the application is imported; a name bound twice is an error there.
Touch it when an implementation should bring more along. Not here: calling it (`_session`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, final

from toolcrib.registry._errors import BindingError
from toolcrib.registry._rows import F


@final
@dataclass(frozen=True, slots=True)
class Implementation:
    """What runs when a tool is called, and the JSON Schema of its arguments, where one was given."""

    name: str
    function: Callable[..., object]
    schema: Mapping[str, Any] | None


@final
class Bindings:
    """The implementations of one registry, by name."""

    __slots__ = ("_bound", "_lock")

    def __init__(self) -> None:
        self._bound: dict[str, Implementation] = {}
        self._lock = threading.Lock()

    def get(self, name: str) -> Implementation | None:
        return self._bound.get(name)

    def function(self, name: str) -> Callable[..., object]:
        """What is bound to the name. Raises `BindingError` where nothing is."""
        bound = self._bound.get(name)
        if bound is None:
            raise BindingError(
                f"nothing is bound to `{name}`", hint=f'Give `run`, or bind it: @registry.tool("{name}").'
            )
        return bound.function

    def binder(self, name: str, schema: Mapping[str, Any]) -> Callable[[F], F]:
        def bound(function: F) -> F:
            self.bind(name, function, schema)
            return function

        return bound

    def bind(self, name: str, function: Callable[..., object], schema: Mapping[str, Any] | None) -> None:
        """Raises `BindingError` for a second implementation, and for what cannot be called."""
        if not callable(function):
            raise BindingError(f"what is bound to `{name}` cannot be called")
        with self._lock:
            if before := self._bound.get(name):
                where = getattr(before.function, "__qualname__", "another")
                raise BindingError(
                    f"`{name}` is bound to `{where}` already; a second implementation would take its place unseen",
                    hint="Bind each tool once, or give the other one a row of its own.",
                )
            self._bound[name] = Implementation(name, function, schema)
