"""TC106 agent-list-drift: a list of tools bound to an agent in code is not that agent's allowlist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._agents import Agents
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import Meant, first_line, name_list, one_of
from toolcrib.checks.surface import AgentBinding, Grant, Held

META = RuleMeta(
    code=RuleCode("TC106"),
    name="agent-list-drift",
    holds_when="a list of tools bound to an agent in code is that agent's allowlist",
    since="0.1.0",
    security_severity="8.0",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    agents = Agents(comparison)
    for grant in comparison.surface.allowlists:
        if grant.agent and grant.agent not in agents.declared:
            yield _no_such_agent(grant, agents)
    for agent, place in agents.bound_nowhere:
        yield _bound_nowhere(agent, place, agents, comparison)
    for binding in agents.unclaimed:
        yield from _unclaimed(binding, agents, comparison)
    for agent, bindings in agents.claimed.items():
        for binding in bindings:
            yield from _taken_from_another(agent, binding, agents)
            yield from _too_many(agent, binding, agents, comparison)
        if missing := agents.missing(agent):
            yield _too_few(agent, bindings, missing, comparison)


def _no_such_agent(grant: Grant, agents: Agents) -> Finding:
    meant = Meant(agents.declared, asked=1)
    near = meant.alternatives(grant.agent)
    others = one_of(near or tuple(agents.declared))
    ask = f"ask for the one that is meant ({others}), or " if others else ""
    what = "a session" if grant.session else "the allowlist"
    write = 'ask for a session of "{}"' if grant.session else '.allowlist("{}")'
    return META.finding(
        f"the code asks for {what} of `{grant.agent}`, and no agent of that name is declared: it fails when it "
        f"runs, and no tool is offered{meant.asked(grant.agent)}",
        at=first_line(grant.at),
        subject=f"allowlist {grant.agent}",
        fix=write.format(near[0]) if len(near) == 1 else f"{ask}declare `{grant.agent}` under agents",
        covers=(grant.at,),
    )


def _bound_nowhere(agent: str, place: str, agents: Agents, comparison: Comparison) -> Finding:
    meant = Meant(agents.places, asked=1)
    near = meant.alternatives(place)
    others = one_of(near or agents.places)
    choose = f"write the place that is meant ({others})" if others else f"correct `bound` of {agent}"
    return META.finding(
        f"`{agent}` is said to be made at `{place}`, and the source that was read makes no agent there: nothing holds "
        f"its tools against its rows{meant.asked(place)}",
        at=comparison.declared.at("agents", agent, "bound", place),
        subject=f"{agent} bound {place}",
        fix=f'bound: ["{near[0]}"]'
        if len(near) == 1
        else f"{choose}, or remove `bound` when no code here makes the agent",
    )


def _unclaimed(binding: AgentBinding, agents: Agents, comparison: Comparison) -> Iterator[Finding]:
    names = [name for name in binding.tools if name in agents.known]
    if not names:
        return
    what = f"`{binding.agent}`" if binding.agent else "without a name"
    asked = Meant(agents.declared, asked=1).asked(binding.agent) if binding.agent else ""
    place = next(iter(binding.places), binding.agent)
    line = f'bound: ["{place}"]   (under the agent that it is, in {comparison.declared.path})'
    yield META.finding(
        f"an agent in code, {what}, is given {name_list(names)}, and no agent of {comparison.declared.path} is bound "
        f"there: no row says that it may hold them{asked}",
        at=first_line(binding.at),
        subject=f"unclaimed {binding.agent or place}",
        fix=line if place else "give the agent a name, and declare it under agents",
        covers=(binding.at,),
    )


def _taken_from_another(agent: str, binding: AgentBinding, agents: Agents) -> Iterator[Finding]:
    for grant in agents.foreign(agent, binding):
        how = "held to a session" if grant.session else "taken from the allowlist"
        yield META.finding(
            f"the tools of `{agent}` are {how} of `{grant.agent}`: it would be offered what that "
            "agent's rows grant, and nothing that only its own do",
            at=first_line(grant.at),
            subject=f"{agent} takes {grant.agent}",
            related=[Related(at=first_line(binding.at), text=f"`{agent}` is made here")],
            fix=f'ask for a session of "{agent}"' if grant.session else f'.allowlist("{agent}")',
            covers=(grant.at, binding.at),
        )


def _too_many(agent: str, binding: AgentBinding, agents: Agents, comparison: Comparison) -> Iterator[Finding]:
    for held in agents.too_many(agent, binding):
        row = comparison.rows.get(held.name)
        offered = f"{_would(held)} offer `{held.name}` to `{agent}`, which no row grants"
        related = [] if held.at == binding.at else [Related(at=first_line(binding.at), text=f"`{agent}` is made here")]
        if row is not None:
            granted = comparison.declared.at("tools", held.name, "agents")
            related.append(Related(at=granted, text=f"granted to {name_list(row.agents) or 'nobody'}"))
            fix = f"take it out of the list, or write agents: [{', '.join((*row.agents, agent))}] in its row"
        else:
            fix = "take it out of the list: it is a runtime tool of another agent"
        yield META.finding(
            offered,
            at=first_line(held.at),
            subject=f"{agent} {held.name}",
            related=related,
            fix=fix,
            covers=(held.at, binding.at, *comparison.row_lines(held.name)),
        )


def _would(held: Held) -> str:
    if held.grants:
        return "the list, taken from the allowlist of an agent that cannot be told here, may"
    return f"the list would, under `{held.condition}`," if held.condition else "the list would"


def _too_few(agent: str, bindings: Sequence[AgentBinding], missing: Sequence[str], comparison: Comparison) -> Finding:
    it = "it" if len(missing) == 1 else "them"
    return META.finding(
        f"`{agent}` is granted {name_list(missing)}, and the code does not bind {it}: a reviewer takes the agent to "
        f"have what it never gets, and whoever binds {it} later needs no review",
        at=first_line(bindings[0].at),
        subject=f"{agent} lacks {', '.join(missing)}",
        related=[
            Related(at=comparison.declared.at("tools", name, "agents"), text=f"`{name}` is granted here")
            for name in missing[:3]
        ],
        fix=f"add {it} to the list, or take `{agent}` out of `agents` in {'its row' if it == 'it' else 'their rows'}",
        covers=(*(b.at for b in bindings), *(line for name in missing for line in comparison.row_lines(name))),
    )
