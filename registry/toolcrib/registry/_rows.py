"""What the runtime gets: rows that know their name, and an agent's allowlist.

Room: registry, middle. Frozen values; equal inputs give equal, equally ordered values.
Touch it when the runtime needs to read another field of a row. Not here: deciding about one call (`_decide`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, final

from toolcrib.manifest import (
    DEFAULT_RESULT_LIMIT,
    ArgumentRule,
    EmptySelection,
    ScopedArgument,
    argument_steps,
)
from toolcrib.registry._aliases import spellings
from toolcrib.registry._errors import BindingError

Rule = tuple[
    str, ArgumentRule, str, tuple[tuple[str, int], ...]
]  # a path, what happens there, of which kind, its steps
F = TypeVar("F", bound=Callable[..., object])
Binder = Callable[[str, Callable[..., object], "Mapping[str, Any] | None"], None]


_NO_WORDS: frozenset[str] = frozenset()


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A tool as the manifest declares it. `description` is the text for the model: code may take it from here.

    As a decorator, `@registry.tool("name")`, it binds the implementation of the tool.
    """

    name: str
    description: str
    capability: str
    feature: str | None  # the capability's feature; None is ungated
    mutates: bool
    agents: tuple[str, ...]
    scope: Mapping[str, ScopedArgument]
    whole_workspace: bool = False
    result_limit: int = DEFAULT_RESULT_LIMIT
    is_bound: bool = field(init=False, repr=False, compare=False)  # whether a call needs a scope
    rules: tuple[Rule, ...] = field(init=False, repr=False, compare=False)  # the scope, ready to be followed
    bound_words: frozenset[str] = field(
        init=False, repr=False, compare=False
    )  # what arguments may be called that stand for a bound one
    binder: Binder | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules = tuple((path, one.rule, one.kind, argument_steps(path)) for path, one in self.scope.items())
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "is_bound", bool(rules) or self.whole_workspace)
        names = _NO_WORDS.union(*(spellings(steps, 0) for _, _, _, steps in rules)) if rules else _NO_WORDS
        object.__setattr__(self, "bound_words", names)

    def __call__(self, function: F) -> F:
        """Bind `function` as the tool's implementation, and give it back. Raises `BindingError`."""
        if self.binder is None:
            raise BindingError(f"this row of `{self.name}` is no registry's, so nothing can be bound to it")
        self.binder(self.name, function, None)
        return function

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("name", "description", "capability", "feature", "mutates", "agents", "scope")
        more = ("whole_workspace", "result_limit")
        return (_row, ({name: getattr(self, name) for name in (*names, *more)},))


def _row(fields: dict[str, Any]) -> Row:
    return Row(**fields)


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


def allowlist_of(
    agent: str,
    rows: tuple[Row, ...],
    by_name: Mapping[str, Row],
    runtime_tools: tuple[str, ...],
    empty_selection: EmptySelection,
) -> Allowlist:
    """An allowlist that shares its rows and their index with every other one that holds the same."""
    made = Allowlist(agent=agent, rows=(), runtime_tools=runtime_tools, empty_selection=empty_selection)
    object.__setattr__(made, "rows", rows)
    object.__setattr__(made, "_by_name", by_name)
    return made
