"""Hold the arguments of one call to the scope: pinned, filled and checked, by the row's rules.

Room: registry, middle. Pure but for `bind`, which changes the copy it is given. Unknown is refused like forbidden.
Touch it when a rule changes its meaning. Not here: paths (`_places`), resolvers (`_turn`), the layers (`_decide`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TypeAlias

from toolcrib.manifest import PROJECT, WORKSPACE, ArgumentRule, ScopedArgument, same_words
from toolcrib.registry._facts import Facts, Id, Scope, WholeWorkspace, is_id
from toolcrib.registry._places import Arguments, ShapeError, Steps, ids_in, is_named, places, steps_of, write
from toolcrib.registry._reasons import Reason
from toolcrib.registry._rows import Row

Resolved: TypeAlias = Mapping[str, Mapping[Id, Id]]  # kind → object → its project, for the kinds that have a resolver
Refused: TypeAlias = tuple[Reason, str]  # why, and the argument that it is about

MAX_IDS = 1_000  # of one call, for one resolver


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
    for path, scoped in row.scope.items():
        if scoped.rule is ArgumentRule.PINNED and not suffices(
            session_values(scoped.kind, scope, facts), steps_of(path)
        ):
            return Reason.NOTHING_TO_PIN, path
    return None


def lookups(row: Row, scope: Scope, facts: Facts, arguments: Arguments, kinds: Container[str]) -> dict[str, list[Id]]:
    """The ids that resolvers have to be asked for, each once: of the kinds that have one. Raises `ShapeError`."""
    wanted: dict[str, dict[Id, None]] = {}
    for path, scoped in row.scope.items():
        if scoped.kind in (WORKSPACE, PROJECT) or scoped.kind not in kinds:
            continue
        ids = wanted.setdefault(scoped.kind, {})
        for value in _named(scoped, arguments, steps_of(path)):
            ids.update(dict.fromkeys(ids_in(value)))
        if scoped.rule is not ArgumentRule.CHECKED:
            ids.update(dict.fromkeys(session_values(scoped.kind, scope, facts)))
    return {kind: list(ids) for kind, ids in wanted.items() if ids}


def _named(scoped: ScopedArgument, arguments: Arguments, steps: Steps) -> Iterable[object]:
    """What the model named; of a pinned argument it is nothing, since it is overwritten."""
    if scoped.rule is ArgumentRule.PINNED:
        return ()
    return [value for value in places(arguments, steps) if is_named(value)]


def refuse_arguments(row: Row, scope: Scope, facts: Facts, arguments: Arguments, resolved: Resolved) -> Refused | None:
    """Why these arguments may not be called with."""
    if type(arguments) is not dict:
        return Reason.ARGUMENTS_UNREADABLE, type(arguments).__name__
    path = ""
    try:
        for path, scoped in row.scope.items():
            if refused := _refuse_one(path, scoped, scope, facts, arguments, resolved):
                return refused
        return _refuse_aliases(row, arguments)
    except ShapeError:
        return Reason.SCOPE_SHAPE, path


def _refuse_one(
    path: str, scoped: ScopedArgument, scope: Scope, facts: Facts, arguments: Arguments, resolved: Resolved
) -> Refused | None:
    steps = steps_of(path)
    named: list[object] = []
    own = scoped.rule is ArgumentRule.PINNED
    if not own:
        for value in places(arguments, steps):
            if is_named(value):
                named.append(value)
            elif scoped.rule is ArgumentRule.FILLED:
                own = True
    if own:
        values = session_values(scoped.kind, scope, facts)
        if not suffices(values, steps):
            return Reason.NOTHING_TO_PIN if scoped.rule is ArgumentRule.PINNED else Reason.NOTHING_TO_FILL, path
        # The session's own object of a kind that no resolver knows is not the model's choice: it stands.
        if scoped.kind in resolved and not all(_in_scope(scoped.kind, one, scope, facts, resolved) for one in values):
            return Reason.OUTSIDE_SCOPE, path
    for value in named:
        for one in ids_in(value):
            if not _in_scope(scoped.kind, one, scope, facts, resolved):
                return Reason.OUTSIDE_SCOPE, path
    return None


def _in_scope(kind: str, one: Id, scope: Scope, facts: Facts, resolved: Resolved) -> bool:
    if kind == WORKSPACE:
        return type(one) is type(scope.workspace) and one == scope.workspace
    if kind == PROJECT:
        return one in allowed_projects(scope, facts)
    table = resolved.get(kind)
    project = table.get(one) if isinstance(table, Mapping) else None
    return is_id(project) and project in allowed_projects(scope, facts)


def _refuse_aliases(row: Row, arguments: Arguments) -> Refused | None:
    """An argument that differs from a bound one only in case or separators may be its alias: nobody has checked it."""
    bound = {steps_of(path)[0][0] for path in row.scope}
    for name in arguments:
        if name not in bound and any(same_words(name, other) for other in bound):
            return Reason.SCOPE_SHAPE, name
    return None


def bind(row: Row, scope: Scope, facts: Facts, arguments: Arguments) -> None:
    """Supply what is filled, then overwrite what is pinned: the last write is the session's. Raises `ShapeError`."""
    for rule in (ArgumentRule.FILLED, ArgumentRule.PINNED):
        for path, scoped in row.scope.items():
            if scoped.rule is rule:
                steps = steps_of(path)
                values = session_values(scoped.kind, scope, facts)
                if not suffices(values, steps):
                    continue  # the decision refuses it, if it is needed
                if rule is ArgumentRule.PINNED or not all(is_named(value) for value in places(arguments, steps)):
                    write(arguments, steps, values, override=rule is ArgumentRule.PINNED)
