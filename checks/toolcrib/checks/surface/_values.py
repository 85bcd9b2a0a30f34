"""What an expression can stand for while the program is followed.

Room: checks, middle. Values of the small evaluator: constants, containers whose entries know their condition, functions
with their closure, classes, instances, names of other libraries, framework objects, and the unknown with its reason.
Containers, classes and instances change while a program is followed, as they do when it runs; nothing here leaves
the surface package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._types import Grant
from toolcrib.manifest import Location

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface._frame import Frame
    from toolcrib.checks.surface._program import Module
    from toolcrib.checks.surface.dialects._base import Dialect


@dataclass(frozen=True, slots=True, eq=False)
class Cond:
    """One condition on the way here: its text, the place of the branch, and which arm was taken.

    Compared by identity, which is fast; `Evaluator.cond` gives the same object for the same arm.
    """

    text: str
    place: str
    arm: str
    off: str = ""  # not taken by default: what would have to change ("the environment variable X")
    grant: Grant | None = None  # it holds where this allowlist of the manifest has the name


Conds: TypeAlias = tuple[Cond, ...]


@dataclass(slots=True, eq=False)
class Value:
    """Base of all values; compared by identity."""


@dataclass(slots=True, eq=False)
class K(Value):
    """A constant. `conf` says which default it is when the outside may change it; `at` is its literal's place."""

    value: Any
    conf: str = ""
    at: Location | None = None


# How a reason ends when a caller would bring what is missing.
UNCALLED = "which nothing read here calls"
UNSEEN = "is given by a caller that is not seen"


@dataclass(slots=True, eq=False)
class Unknown(Value):
    """Cannot be told without running the code, and why."""

    reason: str


@dataclass(slots=True, eq=False)
class Granted(Unknown):
    """Whether an allowlist of the manifest has a name, or a name that it has: known only when the program runs."""

    grant: Grant
    negated: bool = False


@dataclass(slots=True, eq=False)
class Entry:
    value: Value
    when: Conds = ()
    at: tuple[str, ir.Pos] | None = None  # where the element is written, when it is written in a list


@dataclass(slots=True, eq=False)
class Items(Value):
    """list, tuple, set or generator. `open` is the reason why there may be more than is listed ("" = complete)."""

    kind: str
    items: list[Entry]
    open: str = ""


@dataclass(slots=True, eq=False)
class Table(Value):
    """A dict with constant keys (or values by identity, as keys)."""

    entries: dict[Any, Entry]
    open: str = ""
    at: Location | None = None
    keys: dict[Any, Value] = field(default_factory=dict)
    factory: Value | None = None  # what makes an element that is missing: `defaultdict(list)`
    names: Scope | None = None  # the scope whose names it is: `globals()`


@dataclass(slots=True, eq=False)
class Either(Value):
    """One of several, depending on conditions."""

    options: tuple[Entry, ...]


@dataclass(slots=True, eq=False)
class Scope:
    """The names of one frame. A class body's names are not seen by the functions in it."""

    module: Module
    parent: Scope | None
    vars: dict[str, Value] = field(default_factory=dict)
    is_class: bool = False
    is_module: bool = False
    outer: dict[str, str] = field(default_factory=dict)  # name → "global" or "nonlocal"
    qualname: str = ""


@dataclass(slots=True, eq=False)
class Func(Value):
    """A function with its closure. `kind` is "", "static", "class" or "property"."""

    decl: ir.FunctionDef | ir.Lambda
    scope: Scope
    defaults: dict[str, Value]
    qualname: str
    receiver: Value | None = None
    owner: Cls | None = None
    kind: str = ""
    attrs: dict[str, Value] = field(default_factory=dict)
    wraps: Func | None = None

    @property
    def name(self) -> str | None:
        """`__name__`, or None when the code sets it to something unknown."""
        named = self.attrs.get("__name__")
        if named is not None:
            return named.value if isinstance(named, K) and isinstance(named.value, str) else None
        if self.wraps is not None:
            return self.wraps.name
        return self.decl.name if isinstance(self.decl, ir.FunctionDef) else "<lambda>"

    @property
    def core(self) -> Func:
        """The function whose text and place count: wrappers that keep the name speak for what they wrap."""
        return self.wraps.core if self.wraps is not None else self

    def bound(self, receiver: Value) -> Func:
        copy = Func(self.decl, self.scope, self.defaults, self.qualname, receiver, self.owner, self.kind, self.attrs)
        copy.wraps = self.wraps
        return copy


@dataclass(slots=True, eq=False)
class Cls(Value):
    decl: ir.ClassDef
    module: Module
    bases: list[Value]
    ns: dict[str, Value]
    qualname: str
    annotated: list[str] = field(default_factory=list)
    instances: list[Inst] = field(default_factory=list)
    subclassed: bool = False
    meta: Cls | None = None  # its metaclass, where that is a local class

    def mro(self) -> Iterator[Cls]:
        """Local classes, left to right, depth first: close enough to C3 for look-ups."""
        seen: set[int] = set()
        todo: list[Value] = [self]
        while todo:
            cls = todo.pop(0)
            if isinstance(cls, Cls) and id(cls) not in seen:
                seen.add(id(cls))
                yield cls
                todo = list(cls.bases) + todo

    def external_bases(self) -> list[str]:
        return [base.path for cls in self.mro() for base in cls.bases if isinstance(base, Ext)]

    def find(self, name: str, after: Cls | None = None) -> tuple[Value, Cls] | None:
        skipping = after is not None
        for cls in self.mro():
            if skipping:
                skipping = cls is not after
                continue
            if name in cls.ns:
                return cls.ns[name], cls
        return None


@dataclass(slots=True, eq=False)
class Inst(Value):
    """An object of a local class; `framework` is what it is to a framework whose class it extends."""

    cls: Cls
    attrs: dict[str, Value] = field(default_factory=dict)
    framework: Obj | None = None
    member: str = ""  # the name, when it is an Enum member
    opaque: bool = False  # made only to follow its methods: its arguments are unknown


@dataclass(slots=True, eq=False)
class Mod(Value):
    module: Module


@dataclass(slots=True, eq=False)
class Folder(Value):
    """A namespace package: a folder of modules without `__init__.py`."""

    path: str


@dataclass(slots=True, eq=False)
class Ext(Value):
    """A name of another library ("mcp.server.fastmcp.FastMCP"), or what a call of it gives ("httpx.Client()")."""

    path: str
    args: Args | None = None
    site: Site | None = None

    @property
    def root(self) -> str:
        return self.path.split(".", 1)[0]

    @property
    def tail(self) -> str:
        return self.path.rsplit(".", 1)[-1]


def outside_key(holder: Ext, name: object, *, item: bool = False) -> tuple[object, ...]:
    """Which attribute or item of which of another library's objects: the object is known by where it was made."""
    made = (holder.site.module.path, holder.site.pos) if holder.site is not None else ()
    return (holder.path, made, repr(name), item)


@dataclass(slots=True, eq=False)
class Obj(Value):
    """A framework's object as its dialect understands it: a server, a tool, a list of annotations."""

    dialect: Dialect
    kind: str
    site: Site | None
    attrs: dict[str, Value] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class FromRow(Value):
    """A field of a manifest row, taken from the manifest by the code itself: `registry.tool("x").description`."""

    tool: str
    field: str
    at: Location | None = None


@dataclass(slots=True, eq=False)
class Method(Value):
    """A method of a constant, a container or a framework object."""

    receiver: Value
    name: str


@dataclass(slots=True, eq=False)
class Partial(Value):
    func: Value
    args: Args


@dataclass(slots=True, eq=False)
class Super(Value):
    cls: Cls
    receiver: Value


@dataclass(slots=True, eq=False)
class Native(Value):
    """Something that a dialect or the library model computes when it is called."""

    run: Callable[[Evaluator, Args, Site], Value]
    label: str = ""


@dataclass(slots=True, eq=False)
class Args:
    """The arguments of one call. `open` is the reason why there may be more ("" = these are all)."""

    positional: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    open: str = ""

    def get(self, index: int | None, *names: str) -> Value | None:
        """The argument by keyword, else by position; None when it is not given."""
        for name in names:
            if name in self.keywords:
                return self.keywords[name]
        if index is not None and index < len(self.positional):
            return self.positional[index]
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """Where an expression stands: its module, its place, and the function around it."""

    module: Module
    pos: ir.Pos
    function: str
    frame: Frame | None = None  # the call that was followed to come here

    @property
    def location(self) -> Location:
        return Location(self.module.path, *self.pos)

    @property
    def text(self) -> str:
        return self.module.facts.text(self.pos)


NONE = K(None)


def either(entries: list[Entry]) -> Value:
    """Join alternatives: equal constants and identical values become one."""
    flat: list[Entry] = []
    for entry in entries:
        options = entry.value.options if isinstance(entry.value, Either) else (Entry(entry.value),)
        for option in options:
            when = _bounded(entry.when + tuple(c for c in option.when if c not in entry.when))
            same = next((f for f in flat if _same(f.value, option.value)), None)
            if same is None:
                flat.append(Entry(option.value, when))
            else:
                both_off = any(c.off for c in same.when) and any(c.off for c in when)
                same.when = same.when if both_off else tuple(c for c in same.when if c in when)
    flat = _by_default(flat)
    if len(flat) == 1:
        return flat[0].value
    if len(flat) > 16:
        return Unknown("it has more than 16 possible values")
    return Either(tuple(flat))


def _bounded(when: Conds) -> Conds:
    """At most a dozen conditions: what chooses by default stays, the rest only explains."""
    if len(when) <= 12:
        return when
    off = tuple(c for c in when if c.off)
    return (off + tuple(c for c in when if not c.off))[:12]


def _by_default(flat: list[Entry]) -> list[Entry]:
    """Plain settings that have a default are that default, marked with what may change it."""
    off = next((c.off for e in flat for c in e.when if c.off), "")
    usual = [e for e in flat if not any(c.off for c in e.when)]
    if not off or not usual or len(usual) == len(flat):
        return flat
    plain = all(isinstance(e.value, K) for e in usual) and all(isinstance(e.value, K | Unknown) for e in flat)
    if not plain:
        return flat
    return [Entry(K(e.value.value, e.value.conf or off, e.value.at)) for e in usual if isinstance(e.value, K)]


def _same(a: Value, b: Value) -> bool:
    if a is b:
        return True
    if isinstance(a, K) and isinstance(b, K):
        return type(a.value) is type(b.value) and bool(a.value == b.value)
    return isinstance(a, Ext) and isinstance(b, Ext) and a.path == b.path
