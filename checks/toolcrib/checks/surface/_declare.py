"""What the dialects report while the program is followed, before it becomes a `Surface`.

Room: checks, middle. `Tool` is one tool as a dialect understood it; an `Exposure` is one registration of it with a
holder (a server, a toolset, an agent) under the conditions of that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._docstrings import INHERITING, DocStyle, accepted, sent
from toolcrib.checks.surface._holding import server_of
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._types import AgentBinding, Description, Grant, Hint, Note, TextSource, Unresolved
from toolcrib.checks.surface._values import (
    UNCALLED,
    UNSEEN,
    Cls,
    Conds,
    Either,
    Ext,
    FromRow,
    Func,
    Inst,
    K,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.manifest import Location

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


@dataclass(slots=True, eq=False)
class Tool:
    """One tool as its dialect understood it; `name` may still be one of several, or unknown."""

    framework: str
    name: Value
    description: Description
    at: Location
    hints: tuple[Hint, ...] = ()
    function: str = ""
    func: Value | None = None
    schema: Value | None = None  # what says the arguments, where the function's signature does not
    hidden: Value | None = None  # the names of parameters that are kept from the model


def _is_named(tool: Tool, name: str) -> bool:
    return isinstance(tool.name, K) and tool.name.value == name


@dataclass(slots=True, eq=False)
class Exposure:
    tool: Tool
    holder: Obj | None
    site: Site
    when: Conds
    order: int

    @property
    def key(self) -> tuple[object, ...]:
        """The same for the same tool at the same place again."""
        name = self.tool.name.value if isinstance(self.tool.name, K) else id(self.tool.name)
        return (name, self.tool.at, self.site.pos, id(self.holder))


@dataclass(slots=True, eq=False)
class Bound:
    """An agent and one list of tools given to it."""

    agent: Value | None
    framework: str
    site: Site
    tools: list[Tool]
    holder: Obj
    names: tuple[str, ...] = ()  # what the agent calls its one tool, where that is not what it is called by itself
    when: Conds = ()  # what holds for all of them on their way to the agent


DYNAMIC = "dynamic surface"  # how a reason begins when the tools only exist at run time


@dataclass(slots=True, eq=False)
class Ledger:
    exposures: list[Exposure] = field(default_factory=list)
    unresolved: dict[tuple[str, ir.Pos, str], tuple[Unresolved, str]] = field(default_factory=dict)
    notes: dict[tuple[str, str], Note] = field(default_factory=dict)
    agents: list[Bound] = field(default_factory=list)
    bindings: list[AgentBinding] = field(default_factory=list)
    allowlists: list[Grant] = field(default_factory=list)
    # Where a tool stands in the list that is given at a place, and under which conditions; where it was listed first.
    elements: dict[tuple[str, ir.Pos, int], list[tuple[Location, Conds]]] = field(default_factory=dict)
    listed: dict[int, Location] = field(default_factory=dict)
    pending: dict[tuple[str, ir.Pos], tuple[Site, str, str]] = field(default_factory=dict)
    saw_framework: bool = False
    # Names of methods called on something that could not be followed; "*" when a server was given to such a call.
    unfollowed: set[str] = field(default_factory=set)
    registered: int = 0

    @property
    def said(self) -> int:
        """Grows with everything that is reported."""
        return self.registered + len(self.unresolved) + len(self.pending) + len(self.agents) + len(self.notes)

    def expose(self, ev: Evaluator, tool: Tool, holder: Obj | None, site: Site, extra: Conds = ()) -> None:
        when = tuple(dict.fromkeys((*ev.conds(), *extra)))
        self.exposures.append(Exposure(tool, holder, site, when, self._order()))

    def list_element(self, ev: Evaluator, tool: Tool, at: tuple[str, ir.Pos] | None, site: Site) -> None:
        """A tool stands in the list that is given at `site`."""
        place = Location(at[0], *at[1]) if at is not None else site.location
        self.elements.setdefault((site.module.path, site.pos, id(tool)), []).append((place, ev.conds()))
        self.listed.setdefault(id(tool), place)

    def _order(self) -> int:
        self.registered += 1
        return self.registered

    def withdraw(self, holder: Obj, name: str) -> bool:
        """Take back what a holder registered under a name; False when nothing is known to be."""
        kept = [e for e in self.exposures if not (e.holder is holder and _is_named(e.tool, name))]
        gone = len(kept) != len(self.exposures)
        self.exposures = kept
        return gone

    def cannot(
        self,
        site: Site,
        framework: str,
        reason: str,
        settle: str,
        *,
        server: str = "",
        dynamic: bool = False,
        unfollowed: bool = False,
    ) -> None:
        """A place that registers, or could register, and whose names cannot be told."""
        dynamic = dynamic or reason.startswith(DYNAMIC)
        calls = callers(site)
        key = (site.module.path, site.pos, repr([(c.module.path, c.pos) for c in calls]))
        anchor = " <- ".join(_said(at, site) for at in (site, *calls))
        entry = Unresolved(
            at=site.location,
            framework=framework,
            server=server,
            reason=reason,
            settle=settle,
            anchor=anchor,
            dynamic=dynamic,
            maybe_nothing=unfollowed or reason.endswith((UNCALLED, UNSEEN)),
        )
        earlier = self.unresolved.get(key)
        self.unresolved[key] = (entry if earlier is None else _both(earlier[0], entry), anchor)

    def unresolved_at(self, site: Site) -> Unresolved | None:
        """What is unresolved at a place, whichever call brought it there."""
        here = (site.module.path, site.pos)
        return next((entry for (path, pos, _), (entry, _) in self.unresolved.items() if (path, pos) == here), None)

    def note(self, site: Site, text: str) -> None:
        self.notes.setdefault((str(site.location), text), Note(at=site.location, text=text))

    def out_of_steps(self, module: Module, steps: int) -> None:
        self._bound(module, f"following this file takes more than {steps:,} steps")

    def too_deep(self, module: Module) -> None:
        self._bound(module, "following this file goes too deep")

    def _bound(self, module: Module, reason: str) -> None:
        site = Site(module, (1, 1, 1, 1), "")
        settle = "name the tools that it registers in an acknowledgement, or simplify the code"
        self.cannot(site, "", reason, settle, unfollowed=True)


def callers(site: Site) -> tuple[Site, ...]:
    """The calls that brought something here, from the nearest on: what is registered may differ from call to call.

    An acknowledgement speaks of one of them: a new caller brings a new name. A call that gives nothing but servers, and
    a function that nothing calls, add nothing.
    """
    found: list[Site] = []
    frame = site.frame
    while frame is not None and frame.site is not None and frame.given is not None:
        given = (*frame.given.positional, *frame.given.keywords.values())
        if frame.given.open or any(server_of(value) is None for value in given):
            found.append(frame.site)
        frame = frame.site.frame
    return tuple(found)


def _said(at: Site, home: Site) -> str:
    place = "" if at.module is home.module else f"{at.module.path} "
    return f"{place}{at.function or '<module>'}: {at.text}"


def _both(one: Unresolved, other: Unresolved) -> Unresolved:
    """Two reasons at one place are one place: it is only dynamic, or may be nothing, when both are."""
    one = replace(one, maybe_nothing=one.maybe_nothing and other.maybe_nothing)
    if other.reason in one.reason or one.reason.count("; ") >= 3:
        return replace(one, dynamic=one.dynamic and other.dynamic)
    also = other.reason.removeprefix(f"{DYNAMIC}: ") if one.dynamic and other.dynamic else other.reason
    return replace(one, reason=f"{one.reason}; {also}", dynamic=one.dynamic and other.dynamic)


# --- texts -----------------------------------------------------------------------------------------------------------


def from_doc(func: Value | None, style: DocStyle, at: Location, nothing: str | None = None) -> Description:
    """The description that a framework takes from a docstring; `nothing` is what it sends when there is none."""
    if isinstance(func, Func):
        set_doc = func.core.attrs.get("__doc__") or func.attrs.get("__doc__")
        if isinstance(set_doc, K | FromRow | Either | Unknown | Obj):
            return from_value(set_doc, at)
    if isinstance(func, Inst) and "__doc__" in func.attrs:
        return from_value(func.attrs["__doc__"], at)
    if func is not None and not isinstance(func, Func | Cls | Inst | K):
        return Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=at)
    literal = _docstring(func, style)
    if literal is None:
        return Description(source=TextSource.NONE, sent=nothing, accepted=(), at=at)
    text = sent(literal[0], style)
    texts = tuple(dict.fromkeys((text, *accepted(literal[0], style))))
    return Description(source=TextSource.DOCSTRING, sent=text, accepted=texts, at=literal[1])


def _docstring(func: Value | None, style: DocStyle) -> tuple[str, Location] | None:
    """The docstring's text and place; an object of a class that can be called speaks through its class first."""
    if isinstance(func, Cls):
        doc = ir.docstring(func.decl.body)
        return (str(doc.value), func.module.facts.location(doc.pos)) if doc is not None else None
    if isinstance(func, Inst):
        called = func.cls.find("__call__")
        return _docstring(func.cls, style) or (_docstring(called[0], style) if called is not None else None)
    if not isinstance(func, Func) or not isinstance(func.core.decl, ir.FunctionDef):
        return None
    core, decl = func.core, func.core.decl
    doc = ir.docstring(decl.body)
    if doc is not None:
        return str(doc.value), core.scope.module.facts.location(doc.pos)
    if core.owner is None or style not in INHERITING:
        return None
    above = core.owner.find(decl.name, after=core.owner)
    return _docstring(above[0], style) if above is not None and above[0] is not func else None


def from_value(value: Value, at: Location, *, trim: bool = False) -> Description:
    """The description that the code states as a value."""
    if isinstance(value, K) and isinstance(value.value, str):
        source = TextSource.UNKNOWN if value.conf else TextSource.ARGUMENT
        text = value.value.strip() if trim else value.value
        return Description(source=source, sent=text, accepted=(text,), at=value.at or at)
    if isinstance(value, K) and value.value is None:
        return Description(source=TextSource.NONE, sent=None, accepted=(), at=at)
    if isinstance(value, FromRow):
        if value.field != "description":
            return Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=at)
        return Description(source=TextSource.MANIFEST, sent=None, accepted=(), at=value.at or at, row=value.tool)
    if isinstance(value, Either):
        texts = [o.value.value for o in value.options if isinstance(o.value, K) and isinstance(o.value.value, str)]
        if len(texts) == len(value.options):
            return Description(source=TextSource.ARGUMENT, sent=texts[0], accepted=tuple(texts), at=at)
    return Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRules:
    """How a framework chooses between `description=` and the docstring."""

    style: DocStyle
    empty_is_text: bool = True  # `description=""` is sent as it is; else it counts as not given
    empty_was_none: bool = False  # … is sent as it is now, and counted as not given in an older generation
    nothing: str | None = None  # what is sent when there is neither
    trim: bool = False  # a given text is trimmed at both ends


def describe(value: Value | None, func: Value | None, rules: TextRules, at: Location) -> Description:
    """`description=` when it is given, else the docstring."""
    if isinstance(value, Either):
        return one_of([describe(o.value, func, rules, at) for o in value.options])
    missing = value is None or (isinstance(value, K) and value.value is None)
    if missing and isinstance(value, K) and value.conf:  # set from outside: it may be any text, or none
        return replace(from_doc(func, rules.style, at, rules.nothing), source=TextSource.UNKNOWN)
    if missing or (isinstance(value, K) and value.value == "" and not rules.empty_is_text):
        return from_doc(func, rules.style, at, rules.nothing)
    assert value is not None  # `missing` is true of None
    made = from_value(value, at, trim=rules.trim)
    if rules.empty_was_none and made.sent == "":
        made = replace(made, accepted=("", *from_doc(func, rules.style, at).accepted))
    return made


def one_of(parts: list[Description]) -> Description:
    """Several texts, by condition; where one cannot be told, nothing is claimed and the known text is shown."""
    texts = tuple(dict.fromkeys(t for part in parts for t in (*part.accepted, part.sent) if t is not None))
    first = next((part for part in parts if part.sent is not None), parts[0])
    plain = all(part.source in (TextSource.ARGUMENT, TextSource.DOCSTRING) for part in parts)
    source = first.source if plain else TextSource.UNKNOWN
    return Description(source=source, sent=first.sent, accepted=texts, at=first.at)


# --- places and names ------------------------------------------------------------------------------------------------


def place_of(func: Value | None, site: Site) -> Location:
    """The implementation's place; the registration's own when there is none to be read."""
    if isinstance(func, Func):
        core = func.core
        return core.scope.module.facts.location(core.decl.pos)
    if isinstance(func, Cls):
        return func.module.facts.location(func.decl.pos)
    if isinstance(func, Inst):
        return func.cls.module.facts.location(func.cls.decl.pos)
    return site.location


def qualname_of(func: Value | None) -> str:
    if isinstance(func, Func):
        return func.core.qualname
    if isinstance(func, Cls):
        return func.qualname
    return func.cls.qualname if isinstance(func, Inst) else ""


def name_of(func: Value | None) -> Value:
    """`fn.__name__` as a value."""
    if isinstance(func, Func):
        known = func.name
        if known == "<lambda>":
            return Unknown("a lambda has no name: give the tool one with `name=`")
        if known is not None:
            return K(known)
        named = func.attrs.get("__name__")
        return named if named is not None else Unknown("the function's name cannot be told")
    if isinstance(func, Inst):
        return K(func.cls.decl.name)
    if isinstance(func, Cls):
        return K(func.decl.name)
    if isinstance(func, Ext) and func.args is None:
        return K(func.tail)
    if isinstance(func, Unknown):
        return func
    return Unknown("the function that is registered cannot be told")
