"""What the runtime gets: rows that know their name, and an agent's allowlist.

Room: registry, middle. Frozen values; equal inputs give equal, equally ordered values.
Touch it when the runtime needs to read another field of a row. Not here: deciding about one call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import final

from toolcrib.manifest import EmptySelection, ScopedArgument


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A tool as the manifest declares it. `description` is the text for the model: code may take it from here."""

    name: str
    description: str
    capability: str
    feature: str | None  # the capability's feature; None is ungated
    mutates: bool
    agents: tuple[str, ...]
    scope: Mapping[str, ScopedArgument]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Allowlist:
    """The tools that one agent may be offered, ordered by name. Derived, never typed in.

    Iterating gives rows; `in` asks for a name. `runtime_tools` are the agent's declared tools that are no rows, in the
    order in which its runtime registers them; they are not part of the rows and not counted.
    """

    agent: str
    rows: tuple[Row, ...]
    runtime_tools: tuple[str, ...] = ()
    empty_selection: EmptySelection
    _by_name: Mapping[str, Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {row.name: row for row in self.rows})

    @property
    def names(self) -> tuple[str, ...]:
        """The rows' names, ordered."""
        return tuple(self._by_name)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Row:
        return self._by_name[name]
