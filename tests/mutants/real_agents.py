"""A tool taken out of an agent's list, or put into another agent's.

Not collected by pytest. Only where an agent is made at one place, under one name, with a list that is written there:
then its rows and its list were the same before the change, and differ by one tool after it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from real_edits import Maker, Mutant
from real_rows import without_element
from real_source import Edit, Source

from toolcrib.checks.surface import AgentBinding


def unbind(maker: Maker) -> Iterator[Mutant]:
    for agent, binding, source, call, holder in _lists(maker):
        for element in holder.elts:
            name = _tool_of(maker, source, element)
            if name is None or Counter(binding.tools)[name] != 1:
                continue
            yield Mutant(
                kind="unbind",
                tool=name,
                what=f"it is no longer in the list of `{agent}`",
                edits=(without_element(source, holder, element),),
                expected=(("TC106", f"{agent} lacks {name}", source.path, call.lineno),),
            )


def bind(maker: Maker) -> Iterator[Mutant]:
    """A tool of one agent is given to another that is made in the same function or module."""
    lists = list(_lists(maker))
    for agent, binding, source, _, holder in lists:
        for _, _, other_source, _, other in lists:
            if other is holder or other_source is not source or not holder.elts:
                continue
            if next(source.above(holder), None) is None or _scope(source, holder) is not _scope(source, other):
                continue
            for element in other.elts:
                name = _tool_of(maker, source, element)
                if name is None or name in binding.tools or not isinstance(element, ast.Name):
                    continue
                _, end = source.span(holder.elts[-1])
                line = holder.elts[-1].end_lineno or 0
                yield Mutant(
                    kind="bind",
                    tool=name,
                    what=f"it is in the list of `{agent}` as well",
                    edits=(Edit(source.path, end, end, b", " + element.id.encode()),),
                    expected=(("TC106", f"{agent} {name}", source.path, line),),
                )


def _scope(source: Source, node: ast.AST) -> ast.AST:
    return next(n for n in source.above(node) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module))


def _lists(maker: Maker) -> Iterator[tuple[str, AgentBinding, Source, ast.Call, ast.List]]:
    """Every agent that is made once, whose name is said and whose list is written in the call that makes it."""
    made = Counter(binding.agent for binding in maker.project.surface.agents)
    declared = {name for manifest in maker.project.manifests for name in manifest.agents}
    for binding in maker.project.surface.agents:
        source = maker.sources[binding.at.path]
        if made[binding.agent] != 1 or binding.more:
            continue
        for call in source.nodes:
            if not isinstance(call, ast.Call) or call.lineno != binding.at.line:
                continue
            lists = [k.value for k in call.keywords if k.arg == "tools" and isinstance(k.value, ast.List)]
            if len(lists) == 1 and (agent := _manifest_name(maker, binding, declared)):
                yield agent, binding, source, call, lists[0]


def _manifest_name(maker: Maker, binding: AgentBinding, declared: set[str]) -> str:
    """The agent of the manifest that this one is: by its own name, or by what `bound` says."""
    if binding.agent in declared:
        return binding.agent
    names = {binding.agent, *binding.places}
    bound = [
        name
        for manifest in maker.project.manifests
        for name, agent in manifest.agents.items()
        if names & set(agent.bound or ())
    ]
    return bound[0] if len(bound) == 1 else ""


def _tool_of(maker: Maker, source: Source, element: ast.expr) -> str | None:
    """The tool that an element of a list is: a name of a declared function that has a row of its own."""
    if not isinstance(element, ast.Name):
        return None
    found = [
        tool.name
        for tool, _ in maker.tools
        if tool.function == element.id and tool.at.path == source.path and maker.definition(tool) is not None
    ]
    return found[0] if len(found) == 1 else None
