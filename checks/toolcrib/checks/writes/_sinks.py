"""Whether one call of code outside the repository commits a write, and how sure that is.

Room: checks, middle. Pure: a dotted path, the call and its arguments in, a judgement out. What it knows is data
beside it (`_library_sinks`, `_vocabulary`, `_packages`).
Not here: files and processes (`_system`), requests (`_http`), statements (`_sql`), clients of services (`_services`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _http, _library_sinks, _packages, _services, _sql_names, _system
from toolcrib.checks.writes._bindings import statements
from toolcrib.checks.writes._names import word_set, words
from toolcrib.checks.writes._site import NO, READS, Judgement, Site, shown, texts
from toolcrib.checks.writes._sql import Does, does
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import HOLE, Outside

if TYPE_CHECKING:
    pass


def judge(site: Site) -> Judgement | None:
    """What the call does; a judgement without a weight settles that it does not write."""
    target = site.target
    if target.known and target.root in _packages.TELEMETRY_ROOTS:
        return None
    best: Judgement | None = None
    for look in (_system.files, _system.processes, _http.request, statement, listed, _commit, _services.operation):
        found = look(site)
        if found is None:
            continue
        if found.weight is None:
            return found
        if best is None or best.weight is None or found.weight > best.weight:
            best = found
    return best


def listed(site: Site) -> Judgement | None:
    """The table of names under packages; the surest entry counts."""
    matching = [sink for sink in _library_sinks.BY_NAME.get(site.target.last, ()) if _matches(sink, site.target)]
    if not matching:
        return None
    sink = max(matching, key=lambda one: one.weight)
    if sink.kind is Kind.FILE and _system.keeps_house(site, site.receiver):
        return NO
    if sink.kind is Kind.STORE and "cache" in words(site.receiver):
        return NO
    if site.target.path.startswith("os.environ"):
        return NO
    if sink.roots == {"socket"} and _is_answered(site):
        return Judgement(kind=sink.kind, weight=Weight.POSSIBLE, does=sink.does)
    if site.target.last == "replace" and site.target.root == "pathlib" and len(site.given.positional) != 1:
        return NO  # `str(path).replace("a", "b")`: a path is moved to one other
    scoped = site.target.last in ("commit", "flush") and _in_scope(site)
    return Judgement(kind=sink.kind, weight=Weight.POSSIBLE if scoped else sink.weight, does=sink.does)


_SAVE_FILES = frozenset({"pandas", "polars", "numpy", "matplotlib", "langchain"})
"""Packages that work on things of their own process, and whose names for saving are sinks all the same."""


def _matches(sink: _library_sinks.Sink, target: Outside) -> bool:
    if sink.roots:
        return target.known and target.root in sink.roots
    return not target.known or target.root not in _packages.QUIET_ROOTS - _SAVE_FILES


_RECEIVES = word_set("recv receive recvfrom recvmsg")


def _is_answered(site: Site) -> bool:
    """The same function reads the answer from that socket: it speaks a protocol, in which a request may only ask.

    Read by a method of the socket, by a call that is given it, or by a method of the object that holds it.
    """
    decl, sender = site.frame.decl, site.receiver
    text = site.frame.module.facts.text
    if not isinstance(decl, ir.FunctionDef) or not sender:
        return False
    for statement in statements(decl.body):
        for call in site.follower.calls_of(statement):
            name = call.func.name if isinstance(call.func, ir.Attr) else getattr(call.func, "id", "")
            if not _RECEIVES & set(words(name)):
                continue
            holder = text(call.func.value.pos) if isinstance(call.func, ir.Attr) else ""
            if holder in (sender, sender.rpartition(".")[0]) or sender in [text(arg.value.pos) for arg in call.args]:
                return True
    return False


def _in_scope(site: Site) -> bool:
    """A generator that hands out a session and commits when it is done: every reader goes through it too."""
    return isinstance(site.frame.decl, ir.FunctionDef) and site.frame.decl.is_generator


_SESSIONS = word_set("session db conn connection tx transaction uow cursor database")


def _commit(site: Site) -> Judgement | None:
    if site.target.last != "commit" or (site.target.known and site.target.root in _packages.QUIET_ROOTS):
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
    if target.last not in _sql_names.SQL_CALLS:
        return None
    values = site.argument(0, *_SQL_NAMES)
    database = target.known and target.root in _sql_names.DB_ROOTS
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
            said = "runs whatever statement the caller writes"
            return Judgement(kind=Kind.SQL, weight=Weight.LIKELY, does=said, chosen=True)
    return READS if reads else None
