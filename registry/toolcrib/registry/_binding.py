"""Hold the arguments of one call to the scope: pinned, filled and checked, by the row's rules.

Room: registry, middle. Pure: arguments in; why not, or the ones to call with, out. Unknown is refused like forbidden.
Touch it when a rule changes its meaning. Not here: paths (`_places`), resolvers (`_turn`), the layers (`_decide`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TypeAlias

from toolcrib.manifest import PROJECT, WORKSPACE, ArgumentRule
from toolcrib.registry._aliases import aliases
from toolcrib.registry._facts import Facts, Id, Scope, WholeWorkspace, is_id
from toolcrib.registry._places import Arguments, ShapeError, Steps, ids_in, is_named, places, written
from toolcrib.registry._reasons import Reason
from toolcrib.registry._rows import Row, Rule

Resolved: TypeAlias = Mapping[str, Mapping[Id, Id]]  # kind → object → its project, for the kinds that have a resolver
_PINNED, _FILLED, _CHECKED = ArgumentRule.PINNED, ArgumentRule.FILLED, ArgumentRule.CHECKED
Refused: TypeAlias = tuple[Reason, str]  # why, and the argument that it is about

MAX_IDS = 1_000  # of one call, for one resolver
MAX_NAME = 128  # of an argument, in a record: a model made it up


def allowed_projects(scope: Scope, facts: Facts) -> frozenset[Id]:
    """The projects that are in the scope and that the caller may see."""
    return facts.projects if isinstance(scope.projects, WholeWorkspace) else scope.projects & facts.projects


def session_values(kind: str, scope: Scope, facts: Facts) -> tuple[Id, ...]:
    """What the session has for a kind: the workspace, the projects of the scope, or the object given for it."""
    if kind == WORKSPACE:
        return (scope.workspace,)
    if kind == PROJECT:
        return tuple(sorted(allowed_projects(scope, facts), key=lambda one: (type(one) is str, one)))
    value = scope.objects.get(kind)
    return () if value is None else (value,)


def suffices(values: tuple[Id, ...], steps: Steps) -> bool:
    """A path that ends in a list takes every value there is, any other one exactly one."""
    return bool(values) if steps[-1][1] else len(values) == 1


def refuse_offer(row: Row, scope: Scope, facts: Facts) -> Refused | None:
    """Why the tool cannot be called at all in this conversation, whatever the arguments are."""
    if row.whole_workspace and scope.is_narrowed:
        return Reason.WHOLE_WORKSPACE, ""
    for path, rule, kind, steps in row.rules:
        if rule is _PINNED and not suffices(session_values(kind, scope, facts), steps):
            return Reason.NOTHING_TO_PIN, path
    return None


def lookups(row: Row, scope: Scope, facts: Facts, arguments: Arguments, kinds: Container[str]) -> dict[str, list[Id]]:
    """The ids that resolvers have to be asked for, each once: of the kinds that have one. Raises `ShapeError`."""
    wanted: dict[str, dict[Id, None]] = {}
    for _, rule, kind, steps in row.rules:
        if kind in (PROJECT, WORKSPACE) or kind not in kinds:
            continue
        ids = wanted.setdefault(kind, {})
        if rule is not _PINNED:
            for value in places(arguments, steps):
                if is_named(value):
                    ids.update(dict.fromkeys(ids_in(value)))
        if rule is not _CHECKED:
            ids.update(dict.fromkeys(session_values(kind, scope, facts)))
    return {kind: list(ids) for kind, ids in wanted.items() if ids}


def refuse_arguments(row: Row, scope: Scope, facts: Facts, arguments: Arguments, resolved: Resolved) -> Refused | None:
    """Why these arguments may not be called with."""
    if type(arguments) is not dict:
        return Reason.ARGUMENTS_UNREADABLE, type(arguments).__name__
    path = ""
    try:
        for bound in row.rules:
            path = bound[0]
            if refused := _refuse_one(bound, scope, facts, arguments, resolved):
                return refused
        return _refuse_aliases(row, arguments)
    except ShapeError:
        return Reason.SCOPE_SHAPE, path


def _refuse_one(bound: Rule, scope: Scope, facts: Facts, arguments: Arguments, resolved: Resolved) -> Refused | None:
    path, rule, kind, steps = bound
    own = rule is _PINNED
    if not own:
        for value in places(arguments, steps):
            if is_named(value):
                for one in ids_in(value):
                    if not _in_scope(kind, one, scope, facts, resolved):
                        return Reason.OUTSIDE_SCOPE, path
            elif rule is _FILLED:
                own = True
    if own:
        values = session_values(kind, scope, facts)
        if not suffices(values, steps):
            return Reason.NOTHING_TO_PIN if rule is _PINNED else Reason.NOTHING_TO_FILL, path
        # The session's own object of a kind that no resolver knows is not the model's choice: it stands.
        if kind in resolved and not all(_in_scope(kind, one, scope, facts, resolved) for one in values):
            return Reason.OUTSIDE_SCOPE, path
    return None


def _in_scope(kind: str, one: Id, scope: Scope, facts: Facts, resolved: Resolved) -> bool:
    if kind == WORKSPACE:
        return one == scope.workspace  # both are texts or whole numbers: 7 is not "7"
    if kind == PROJECT:
        return one in facts.projects and (isinstance(scope.projects, WholeWorkspace) or one in scope.projects)
    table = resolved.get(kind)
    project = table.get(one) if isinstance(table, Mapping) else None
    return is_id(project) and project in allowed_projects(scope, facts)


def _refuse_aliases(row: Row, arguments: Arguments) -> Refused | None:
    """What may be the alias of a bound argument is refused: nobody has checked it."""
    for name in aliases((steps for _, _, _, steps in row.rules), row.bound_words, arguments):
        return Reason.SCOPE_SHAPE, name[:MAX_NAME]
    return None


def bound(row: Row, scope: Scope, facts: Facts, arguments: Arguments) -> Arguments:
    """The arguments to call with: what is filled is supplied, then what is pinned is written, last.

    A new mapping; what was given is not changed. Raises `ShapeError`.
    """
    final = dict(arguments)
    for rule in (_FILLED, _PINNED):
        for _, how, kind, steps in row.rules:
            if how is rule:
                values = session_values(kind, scope, facts)
                if suffices(values, steps):  # else the decision refuses it, if it is needed
                    written(final, steps, values, override=rule is _PINNED)
    return final
