"""What an expression of a body may stand for, as far as it tells where a call goes.

Room: checks, middle. Values and frames of the follower: constants with holes, functions with their closure, classes,
objects, modules, and dotted names of code outside the repository. Each has a small `key`; equal keys mean the same.
Not here: computing them (`_evaluate`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module

HOLE = "\0"
"""Stands in a text for a part that cannot be told."""


def _digest(*parts: object) -> bytes:
    """A small name for a value: values nest, and a name that held its parts' names whole would grow without bound."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True, slots=True, eq=False)
class Keyed:
    """`key` is worked out once."""

    _key: bytes | None = field(default=None, init=False, repr=False)

    @property
    def key(self) -> bytes:
        known = self._key
        if known is None:
            known = _digest(*self._parts())
            object.__setattr__(self, "_key", known)
        return known

    def _parts(self) -> tuple[object, ...]:
        raise NotImplementedError  # each kind says its own; an abstract base would make every isinstance slower


@dataclass(frozen=True, slots=True, eq=False)
class K(Keyed):
    """A constant; a text may have holes."""

    value: str | bytes | int | float | complex | bool | None

    def _parts(self) -> tuple[object, ...]:
        return ("k", type(self.value).__name__, self.value)


@dataclass(frozen=True, slots=True, eq=False)
class Outside(Keyed):
    """Something of another library, or something unknown, by its dotted path: `httpx.AsyncClient().post`.

    `known`: the path starts at an import or a builtin. `chosen`: it is an argument that the model fills in.
    `holds`: the local type that a generic type carries (`RunContext[Deps]`).
    """

    path: str
    known: bool = False
    chosen: bool = False
    holds: Values = ()

    def _parts(self) -> tuple[object, ...]:
        return ("o", self.path, self.known, self.chosen, keys(self.holds))

    @property
    def root(self) -> str:
        return self.path.partition(".")[0].partition("(")[0]

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]

    def part(self, more: str) -> Outside:
        """What stands in it, or is made of it: as the caller chose it, where the caller chose the whole."""
        made = self.then(more)
        return Outside(made.path, made.known, self.chosen, self.holds) if self.chosen else made

    def then(self, more: str) -> Outside:
        """The path with more behind it; a very long one forgets its middle."""
        path = self.path + more
        if len(path) > 240:
            path = path[:120] + "…" + path[-100:]
        return Outside(path, self.known, False, self.holds)

    def shortened(self) -> Outside:
        """Where it starts and how it ends, without the way between: there are few of these."""
        parts = self.path.split(".")
        if len(parts) <= _SHORT:
            return self
        return Outside(f"{parts[0]}.….{parts[-1]}", self.known, self.chosen, self.holds)


_SHORT = 4  # parts of a path


@dataclass(frozen=True, slots=True, eq=False)
class Fn(Keyed):
    """A function or lambda with the frame it closes over, the object it is bound to, and arguments given ahead."""

    decl: ir.FunctionDef | ir.Lambda
    frame: Frame
    self_: Value | None = None
    owner: Cls | None = None
    ahead: tuple[Values, ...] = ()

    def _parts(self) -> tuple[object, ...]:
        own = None if self.self_ is None else self.self_.key
        return ("f", id(self.decl), self.frame.key, own, tuple(keys(v) for v in self.ahead))

    @property
    def name(self) -> str:
        return self.decl.name if isinstance(self.decl, ir.FunctionDef) else "lambda"


@dataclass(frozen=True, slots=True, eq=False)
class Cls(Keyed):
    decl: ir.ClassDef
    frame: Frame

    def _parts(self) -> tuple[object, ...]:
        return ("c", id(self.decl), self.frame.key)


@dataclass(frozen=True, slots=True, eq=False)
class Obj(Keyed):
    """An object of a local class; `given` is how it was made, None where only its type is known."""

    cls: Cls
    given: Given | None = None

    def _parts(self) -> tuple[object, ...]:
        return ("i", self.cls.key, None if self.given is None else self.given.key)


@dataclass(frozen=True, slots=True, eq=False)
class Mod(Keyed):
    module: Module | str

    def _parts(self) -> tuple[object, ...]:
        return ("m", self.module if isinstance(self.module, str) else self.module.path)


@dataclass(frozen=True, slots=True, eq=False)
class Items(Keyed):
    """A list, tuple or set, or what a generator gives; `open` when there may be more."""

    items: tuple[Values, ...]
    open: bool = False

    def _parts(self) -> tuple[object, ...]:
        return ("l", self.open, tuple(keys(v) for v in self.items))


@dataclass(frozen=True, slots=True, eq=False)
class Table(Keyed):
    """A dictionary with constant keys; `rest` is what stands under other keys."""

    entries: tuple[tuple[object, Values], ...]
    rest: Values = ()

    def _parts(self) -> tuple[object, ...]:
        return ("t", tuple((k, keys(v)) for k, v in self.entries), keys(self.rest))


Value: TypeAlias = K | Outside | Fn | Cls | Obj | Mod | Items | Table
Values: TypeAlias = tuple[Value, ...]

UNKNOWN: Values = (Outside("?"),)


def keys(values: Values) -> tuple[bytes, ...]:
    return tuple(value.key for value in values)


@dataclass(frozen=True, slots=True, eq=False)
class Given(Keyed):
    """Arguments of one call. `open`: there are more that cannot be told."""

    positional: tuple[Values, ...] = ()
    keyword: tuple[tuple[str, Values], ...] = ()
    open: bool = False

    def _parts(self) -> tuple[object, ...]:
        return (tuple(keys(v) for v in self.positional), tuple((n, keys(v)) for n, v in self.keyword), self.open)


@dataclass(slots=True, eq=False)
class Frame:
    """The names of one call of a function, or of a module. `key` is the same for calls that cannot be told apart."""

    module: Module
    key: int
    decl: ir.FunctionDef | ir.Lambda | ir.ClassDef | None = None
    parent: Frame | None = None
    args: dict[str, Values] = field(default_factory=dict)
    owner: Cls | None = None  # the class whose method this is, for `super()`
    depth: int = 0

    @property
    def name(self) -> str:
        return self.decl.name if isinstance(self.decl, ir.FunctionDef | ir.ClassDef) else ""


def merged(groups: list[Values], limit: int = 8) -> Values:
    """Each value once. More than `limit` are cut, and the rest is unknown."""
    found: dict[bytes, Value] = {}
    for group in groups:
        for value in group:
            found.setdefault(value.key, value)
    values = tuple(found.values())
    return values if len(values) <= limit else (*values[:limit], *UNKNOWN)
