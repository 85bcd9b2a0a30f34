"""A repository's own toolsets of pydantic-ai: classes whose `get_tools` gives a table of tools by name.

Room: checks, middle. `get_tools` is followed once for each object. A class that nothing here makes an object of counts
as well: in a package of toolsets, whoever installs it makes the objects.
Not here: the library's toolsets (`_pydantic_parts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._elements import as_table
from toolcrib.checks.surface._instances import instantiate
from toolcrib.checks.surface._values import Args, Cls, Either, Entry, Func, Inst, Items, Obj, Site, Table, Value
from toolcrib.checks.surface.dialects._classes import abstract

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.pydantic_ai import PydanticAi

WORDS = frozenset({"ToolsetTool", "ToolDefinition"})
_GIVEN = "the framework gives this argument"
_OUTSIDE = "nothing read here makes this object"


def read(dialect: PydanticAi, ev: Evaluator, value: Inst, made: Obj, site: Site) -> bool:
    """Put what an object's `get_tools` gives into a toolset; False where that cannot be told."""
    maker = value.cls.find("get_tools")
    if maker is None or not isinstance(maker[0], Func):
        return False
    bound = maker[0].bound(value)
    at = Site(bound.core.scope.module, bound.core.decl.pos, bound.qualname)
    result = ev.apart(value.cls.module, lambda: ev.call(bound, Args(open=_GIVEN), site))
    tables = [(table, entry) for entry in _options(ev, result) if (table := as_table(entry.value)) is not None]
    found: list[tuple[Table, Entry]] = [(table, entry) for table, entry in tables if table.entries]
    if not found or len(tables) != len(_options(ev, result)):
        return False
    for table, entry in found:
        for held in table.entries.values():
            with ev.under((*entry.when, *held.when)):
                for tool in dialect.listed_in(ev, made, Items("list", [Entry(held.value)]), at):
                    dialect.expose(ev, tool, made, at)
        if table.open:
            dialect.unresolved(ev, at, table.open)
    return True


def _options(ev: Evaluator, result: Value | None) -> list[Entry]:
    if result is None:
        return []
    result = ev.resolve(result)
    return list(result.options) if isinstance(result, Either) else [Entry(result)]


def finish(dialect: PydanticAi, ev: Evaluator, classes: list[Cls]) -> None:
    """Every object of a repository's own toolset classes, and the one that somebody else makes."""
    for cls in classes:
        if cls.find("get_tools") is None or (not cls.instances and (abstract(cls) or cls.subclassed)):
            continue
        site = Site(cls.module, cls.decl.pos, cls.qualname)
        for inst in list(cls.instances) or [_object(ev, cls, site)]:
            made = inst.framework or dialect.own_toolset(inst, site)
            if not read(dialect, ev, inst, made, site):
                dialect.unresolved(ev, site, f"dynamic surface: {cls.qualname} gives its tools at run time")


def _object(ev: Evaluator, cls: Cls, site: Site) -> Inst:
    made = ev.apart(cls.module, lambda: instantiate(ev, cls, Args(open=_OUTSIDE), site, opaque=True))
    return made if isinstance(made, Inst) else Inst(cls, opaque=True)
