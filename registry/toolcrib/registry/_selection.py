"""A person's stored choice for one agent: use the defaults, only these, or the empty list. Three states, three types.

Room: registry, middle. Pure: what a column held in, a selection or words out. No input of any kind gives more than the
defaults, and one that cannot be read gives nothing.
Touch it when stored choices come in another form. Not here: what a choice leaves of an agent's tools (`_decide`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

from toolcrib.manifest import ToolcribError
from toolcrib.registry._errors import RegistryError
from toolcrib.registry._reasons import printable


@final
@dataclass(frozen=True, slots=True)
class UseDefaults:
    """Nothing is stored: every tool that the rows grant."""


@final
@dataclass(frozen=True, slots=True)
class Only:
    """These and no others. `Only(())` is the stored empty list: the manifest says for each agent what it means."""

    names: frozenset[str]

    def __init__(self, names: Iterable[str]) -> None:
        if isinstance(names, (str, bytes)):
            raise TypeError(f"Only takes names, not one text: Only([{names!r}])")
        held = tuple(names)
        if not all(isinstance(name, str) for name in held):
            raise TypeError("Only takes names, and one of these is no text")
        object.__setattr__(self, "names", frozenset(str.__str__(name) for name in held))


@final
@dataclass(frozen=True, slots=True)
class Nothing:
    """A stored choice that cannot be used, or of which nothing is left: no tool, whatever an empty list means."""


Selection: TypeAlias = UseDefaults | Only | Nothing


@final
class SelectionError(RegistryError):
    """A stored choice is none of: nothing, a list of names, an empty list."""

    code = "selection"


class SelectionProblems(ExceptionGroup[ToolcribError]):
    """Everything that is wrong with a choice that somebody wants to publish."""

    def derive(self, excs: Sequence[ToolcribError], /) -> SelectionProblems:  # type: ignore[override]  # narrower on purpose
        return SelectionProblems(self.message, list(excs))

    @property
    def errors(self) -> tuple[ToolcribError, ...]:
        return tuple(error for error in self.exceptions if isinstance(error, ToolcribError))


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSelection:
    """A stored choice as far as it can be used, and what is wrong with the rest, one sentence each."""

    selection: Selection
    warnings: tuple[str, ...] = ()


def parse_selection(agent: str, stored: object) -> Selection:
    """What the column holds: None is `UseDefaults`, a list of different names `Only`; else `SelectionError`.

    A JSON column that comes as text goes through `parse_selection_json`: a text is never taken for a name or for unset.
    """
    if stored is None:
        return UseDefaults()
    if isinstance(stored, (UseDefaults, Only, Nothing)):
        return stored
    if not isinstance(stored, (list, tuple)):
        raise _unreadable(agent, f"{_shown(stored)} is stored, and neither null nor a list of names", stored)
    seen: set[str] = set()
    for number, name in enumerate(stored, 1):
        if not isinstance(name, str):
            raise _unreadable(agent, f"item {number} of the stored list is {_shown(name)}, and no name", name)
        if name in seen:
            raise _unreadable(agent, f"the stored list names {_shown(name)} twice", name)
        seen.add(name)
    return Only(seen)


def parse_selection_json(agent: str, stored: str | bytes | None) -> Selection:
    """As `parse_selection`, for a column that gives JSON as text: SQL NULL and the text `null` are both unset."""
    if stored is None:
        return UseDefaults()
    if not isinstance(stored, (str, bytes)):
        raise _unreadable(agent, f"{_shown(stored)} is stored, and no JSON text", stored)
    try:
        value = json.loads(stored)
    except (ValueError, RecursionError):
        raise _unreadable(agent, f"the text {_shown(stored)} is stored, and it is no JSON", stored) from None
    return parse_selection(agent, value)


def _unreadable(agent: str, why: str, came: object) -> SelectionError:
    hint = "Store null for the defaults, a list of different names for only these, `[]` for the empty list."
    if isinstance(came, (str, bytes)):
        hint += " A JSON text has to be decoded first: parse_selection_json."
    return SelectionError(f"the published tools of agent {_shown(agent)} cannot be read: {why}", hint=hint)


def _shown(value: object) -> str:
    """A value for a message: its kind, and a short text as it is."""
    if isinstance(value, str):
        return f"`{printable(value if len(value) <= 60 else value[:59] + '…')}`"
    if value is None or isinstance(value, (bool, int, float)):
        return f"`{str(value)[:40]}`"
    return "a list" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"
