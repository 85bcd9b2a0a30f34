"""Copies of agents, with other values for some of their fields: `dataclasses.replace(agent, tools=[…])` and its like.

Room: checks, middle. A copy is an agent of its own, made where it is copied. Not here: what a dialect's agent is given
(`AgentDialect.copied`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._values import Args, Inst, Items, Obj, Site, Table, Value

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_METHODS = frozenset({"model_copy", "copy", "clone", "__replace__", "evolve"})


def by_method(ev: Evaluator, agent: Obj, name: str, args: Args, site: Site) -> Value | None:
    """`agent.model_copy(update={"tools": […]})`, `agent.clone(tools=[…])`."""
    return agent.dialect.copied(ev, agent, _fields(args), site) if name in _METHODS else None


def by_function(ev: Evaluator, args: Args, site: Site) -> Value | None:
    """`dataclasses.replace(agent, tools=[…])`, `copy.replace(…)`; None when it is no agent that is copied."""
    first = _agent(args.get(0, "obj", "inst"))
    return first.dialect.copied(ev, first, Args([], args.keywords, args.open), site) if first is not None else None


def whole(ev: Evaluator, args: Args, site: Site, *, deep: bool) -> Value | None:
    """`copy.copy(agent)` shares the list with the first, `copy.deepcopy(agent)` has its own."""
    first = _agent(args.get(0, "x"))
    if first is None:
        return None
    made = first.dialect.copied(ev, first, Args(), site)
    held = made.attrs.get("tools") if isinstance(made, Obj) else None
    if deep and isinstance(made, Obj) and isinstance(held, Items):
        made.attrs["tools"] = Items(held.kind, list(held.items), held.open)
    return made


def _agent(value: Value | None) -> Obj | None:
    if isinstance(value, Inst):
        value = value.framework
    return value if isinstance(value, Obj) else None


def _fields(args: Args) -> Args:
    """What `update={…}` changes, as keywords."""
    update = args.get(None, "update")
    if update is None:
        return args
    if not isinstance(update, Table):
        return Args([], {}, "what `update=` changes cannot be read")
    named = {key: entry.value for key, entry in update.entries.items() if isinstance(key, str)}
    return Args([], named, update.open)
