"""Whether one call of code outside the repository commits a write, and how sure that is.

Room: checks, middle. Pure: a dotted path, the call and its arguments in, a judgement out. The vocabulary is `_tables`.
Not here: files and processes (`_system`), requests (`_http`), statements (`_sql`), clients of services (`_services`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _tables as tables
from toolcrib.checks.writes._names import word_set, words
from toolcrib.checks.writes._sql import Does, does
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import HOLE, Frame, Given, K, Outside, Values

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    kind: Kind
    weight: Weight | None  # None: it is known not to write
    does: str  # in words, after the call's own text: "sends a POST request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One call, ready to be judged. `handed` is True where the function is not called but handed to a runner."""

    follower: Follower
    target: Outside
    receiver: str  # the source text of what the method is called on
    node: ir.Call
    given: Given
    frame: Frame
    handed: bool = False

    def argument(self, index: int, *names: str) -> Values:
        """An argument by place or by name; nothing where it is not given."""
        for name, values in self.given.keyword:
            if name in names:
                return values
        return self.given.positional[index] if 0 <= index < len(self.given.positional) else ()

    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.given.keyword)


def texts(values: Values) -> list[str]:
    return [v.value for v in values if isinstance(v, K) and isinstance(v.value, str)]


def judge(site: Site) -> Judgement | None:
    """What the call does, where it writes."""
    from toolcrib.checks.writes import _http, _services, _system

    target = site.target
    if target.known and target.root in tables.TELEMETRY_ROOTS:
        return None
    best: Judgement | None = None
    for look in (_system.files, _system.processes, _http.request, statement, listed, _commit, _services.operation):
        found = look(site)
        if found is None:
            continue
        if found.weight is None:
            return None
        if best is None or best.weight is None or found.weight > best.weight:
            best = found
    return best


NO = Judgement(kind=Kind.FILE, weight=None, does="")
"""Settled: it does not write, whatever else its name may look like."""


def listed(site: Site) -> Judgement | None:
    """The table of names under packages."""
    target = site.target
    name = target.last
    for sink in tables.SINKS:
        if name not in sink.names:
            continue
        if sink.roots:
            if not target.known or target.root not in sink.roots:
                continue
        elif target.known and target.root in tables.QUIET_ROOTS - {
            "pandas",
            "polars",
            "numpy",
            "matplotlib",
            "langchain",
        }:
            continue
        if sink.kind is Kind.FILE:
            from toolcrib.checks.writes._system import keeps_house

            if keeps_house(site, site.receiver):
                return NO
        if sink.kind is Kind.STORE and "cache" in words(site.receiver):
            return NO
        if name in ("commit", "flush") and _in_scope(site):
            return Judgement(kind=sink.kind, weight=Weight.POSSIBLE, does=sink.does)
        return Judgement(kind=sink.kind, weight=sink.weight, does=sink.does)
    return None


def _in_scope(site: Site) -> bool:
    """A generator that hands out a session and commits when it is done: every reader goes through it too."""
    return isinstance(site.frame.decl, ir.FunctionDef) and site.frame.decl.is_generator


_SESSIONS = word_set("session db conn connection tx transaction uow cursor database")


def _commit(site: Site) -> Judgement | None:
    if site.target.last != "commit" or (site.target.known and site.target.root in tables.QUIET_ROOTS):
        return None
    if site.given.positional or not _SESSIONS & set(words(site.receiver)):
        return None
    weight = Weight.POSSIBLE if _in_scope(site) else Weight.LIKELY
    return Judgement(kind=Kind.ORM, weight=weight, does="commits a transaction")


_SQL_NAMES = ("sql", "query", "statement", "stmt", "operation", "sql_query", "query_string", "Sql", "QueryString", "q")
_CHANGES = frozenset({"insert", "update", "delete"})


def statement(site: Site) -> Judgement | None:
    """A statement that is run: literal, built, made by a query builder, or whatever the model writes."""
    target = site.target
    if target.last not in tables.SQL_CALLS:
        return None
    values = site.argument(0, *_SQL_NAMES)
    database = target.known and target.root in tables.DB_ROOTS
    sure = Weight.CERTAIN if database else Weight.LIKELY
    reads = False
    for text in texts(values) + texts(site.argument(1) if target.last == "command" else ()):
        if HOLE * 2 in text or text.strip(HOLE + " \n") == "":
            continue
        found = does(text)
        if found is Does.WRITES:
            return Judgement(kind=Kind.SQL, weight=sure, does=f"runs `{shown(text)}`")
        if found is Does.PREPARES:
            return Judgement(kind=Kind.SQL, weight=Weight.POSSIBLE, does=f"runs `{shown(text)}`")
        if found is Does.UNKNOWN:
            return Judgement(kind=Kind.SQL, weight=Weight.POSSIBLE, does=f"runs `{shown(text)}`, which may write")
        reads = reads or found is Does.READS
    for value in values:
        if not isinstance(value, Outside):
            continue
        if (
            value.known
            and value.root in ("sqlalchemy", "sqlmodel")
            and _CHANGES & set(value.path.replace("()", "").split("."))
        ):
            return Judgement(kind=Kind.SQL, weight=Weight.CERTAIN, does="runs a statement that changes rows")
        if value.chosen and database and target.last != "fetch":
            return Judgement(kind=Kind.SQL, weight=Weight.LIKELY, does="runs whatever statement the caller writes")
    return NO if reads else None


def shown(text: str, most: int = 60) -> str:
    """The text on one line, holes as `…`."""
    plain = " ".join(text.replace(HOLE, "…").split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
