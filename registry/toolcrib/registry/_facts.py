"""What is true of a caller at this moment, and what a conversation is about. Frozen, strict: nonsense is refused.

Room: registry, middle. Values only. `Facts` are asked for before every call; a `Scope` is a conversation's.
Touch it when the decision needs to know something else. Not here: asking for them (`_turn`), what follows (`_decide`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias, final

from toolcrib.registry._errors import FactsError
from toolcrib.registry._selection import Nothing, Only, Selection, UseDefaults

Id: TypeAlias = str | int  # what names an object: 7 and "7" are two


def is_id(value: object) -> bool:
    """A text or a whole number; true and false are neither."""
    return type(value) is str or type(value) is int


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is true of one caller and one agent now. Nothing has a default: somebody has looked at each.

    * access     the caller may use the agent
    * paused     the agent is paused
    * features   the keys of the permission model that the caller reaches
    * projects   the projects that the caller may see
    * selection  the published choice: `loaded_selection(...).selection`

    Raises `FactsError` for anything else. Lists and sets of names are taken, a single text is not.
    """

    access: bool
    paused: bool
    features: frozenset[str]
    projects: frozenset[Id]
    selection: Selection

    def __post_init__(self) -> None:
        for name in ("access", "paused"):
            if type(value := getattr(self, name)) is not bool:
                raise FactsError(f"`{name}` must be True or False, not {type(value).__name__}")
        object.__setattr__(self, "features", _names("features", self.features))
        object.__setattr__(self, "projects", _ids("projects", self.projects))
        if type(self.selection) not in (UseDefaults, Only, Nothing):
            raise FactsError(
                f"`selection` must be UseDefaults(), Only(...) or Nothing(), not {type(self.selection).__name__}",
                hint="Read a stored choice with loaded_selection(registry, agent, stored, today=...).selection.",
            )


@final
@dataclass(frozen=True, slots=True)
class WholeWorkspace:
    """The conversation is not narrowed to projects."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a conversation is about: one workspace, and the whole of it or the projects that were selected.

    No project selected is not the whole workspace: `frozenset()` reaches no project. `objects` are the conversation's
    own objects of other kinds, for arguments that are pinned or filled: {"user": "u-7"}. Raises `FactsError`.
    """

    workspace: Id
    projects: WholeWorkspace | frozenset[Id]
    objects: Mapping[str, Id] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not is_id(self.workspace) or self.workspace == "":
            raise FactsError("`workspace` must be the id of the tenant, a text or a whole number")
        if type(self.projects) is not WholeWorkspace:
            object.__setattr__(self, "projects", _ids("projects", self.projects))
        if not isinstance(self.objects, Mapping) or not all(
            type(kind) is str and is_id(value) for kind, value in self.objects.items()
        ):
            raise FactsError("`objects` must be a mapping of kinds to ids")
        if {"workspace", "project"} & set(self.objects):
            raise FactsError("`objects` are of other kinds: the workspace and the projects have fields of their own")
        object.__setattr__(self, "objects", MappingProxyType(dict(self.objects)))

    def __hash__(self) -> int:
        return hash((self.workspace, self.projects, frozenset(self.objects.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_scope, (self.workspace, self.projects, dict(self.objects)))

    @property
    def is_narrowed(self) -> bool:
        """Whether projects were selected, none included."""
        return type(self.projects) is not WholeWorkspace


def _scope(workspace: Id, projects: WholeWorkspace | frozenset[Id], objects: Mapping[str, Id]) -> Scope:
    return Scope(workspace=workspace, projects=projects, objects=objects)


def _collected(name: str, given: object) -> tuple[object, ...]:
    if not isinstance(given, (frozenset, set, list, tuple)):
        raise FactsError(f"`{name}` must be a set of names, not {type(given).__name__}")
    return tuple(given)


def _names(name: str, given: Iterable[str]) -> frozenset[str]:
    held = _collected(name, given)
    if not all(isinstance(one, str) for one in held):
        raise FactsError(f"`{name}` must hold texts only")
    return frozenset(str.__str__(one) for one in held if isinstance(one, str))


def _ids(name: str, given: Iterable[Id]) -> frozenset[Id]:
    held = _collected(name, given)
    plain = tuple(str.__str__(one) if isinstance(one, str) else one for one in held)
    if not all(is_id(one) for one in plain):
        raise FactsError(f"`{name}` must hold ids only: texts or whole numbers")
    return frozenset(plain)  # type: ignore[arg-type]  # held to `is_id` above
