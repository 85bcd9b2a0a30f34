"""A manifest to look at in a terminal: the matrix, then the bands that a reviewer reads first.

Room: checks, middle. Pure: a view in, text out; colour only where it is asked for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from toolcrib.checks.reports._plain import plain, unobeyed
from toolcrib.checks.show._paint import paint
from toolcrib.checks.show._view import AgentView, CapabilityView, ToolView, View
from toolcrib.manifest import ArgumentRule, EmptySelection

HELD, NOT_HELD = "●", "·"


def show_text(view: View, *, width: int = 80, color: bool = False) -> str:
    """Never wider than `width`, so long as names are not."""
    bands = (
        _matrix(view, width, color),
        _writers(view, width, color),
        _ungated(view, width, color),
        _runtime(view, width, color),
        _empty(view, width, color),
        _bound(view, width, color),
        _agent_files(view, width, color),
        _differences(view, width, color),
    )
    return unobeyed("\n".join("\n".join(band) + "\n" for band in map(list, bands) if band))


def _head(text: str, more: str, color: bool) -> str:
    return paint(text, "bold", color=color) + (f"  {more}" if more else "")


def _matrix(view: View, width: int, color: bool) -> Iterator[str]:
    title = f"{view.name}: {view.path}" if view.name else view.path
    if not view.tools:
        yield _head(title, "no tools", color)
        return
    yield _head(title, "agents × tools", color)
    first = max(len(tool.name) for tool in view.tools) + 6
    blocks = list(_blocks(view.agents, width - first - len("  writes")))
    for number, (agents, named) in enumerate(blocks):
        if number:
            yield ""
        if not named:
            legend = ", ".join(f"{n}\0{agent.name}" for n, agent in enumerate(agents, 1))
            yield from (line.replace("\0", " ") for line in _wrap("  ", legend, width))
        heads = [agent.name if named else str(n) for n, agent in enumerate(agents, 1)]
        yield " " * first + "  ".join(heads)
        for capability in view.capabilities:
            rows = [tool for tool in view.tools if tool.capability == capability.name]
            if rows:
                yield paint(f"  {capability.name}", "cyan", color=color) + f"  {_gate(capability)}"
                yield from (_line(tool, agents, heads, first, color) for tool in rows)


def _line(tool: ToolView, agents: Sequence[AgentView], heads: Sequence[str], first: int, color: bool) -> str:
    cells = "  ".join(
        (HELD if agent.name in tool.agents else NOT_HELD).center(len(head))
        for agent, head in zip(agents, heads, strict=True)
    )
    pad = " " * (first - 4 - len(tool.name))
    if not tool.mutates:
        return f"    {tool.name}{pad}{cells}".rstrip()
    return f"    {paint(tool.name, 'yellow', color=color)}{pad}{cells}  {paint('writes', 'yellow', color=color)}"


def _blocks(agents: tuple[AgentView, ...], room: int) -> Iterator[tuple[tuple[AgentView, ...], bool]]:
    """Agents in columns: by name where all names fit, else by number, as many as fit beside each other."""
    if sum(len(agent.name) + 2 for agent in agents) - 2 <= room:
        yield agents, True
        return
    each = max(room // 4, 1)
    for start in range(0, len(agents), each):
        yield agents[start : start + each], False


def _gate(capability: CapabilityView) -> str:
    return "ungated" if capability.feature is None else f"feature {capability.feature}"


def _writers(view: View, width: int, color: bool) -> Iterator[str]:
    if not view.writers:
        return
    yield _head("Writers", "pinned with a reason each, in " + view.pins_path, color)
    for tool in view.writers:
        yield f"  {paint(tool.name, 'yellow', color=color)}  {', '.join(tool.agents) or 'no agent'}"
        yield from _reason(tool.reason, width, color)


def _ungated(view: View, width: int, color: bool) -> Iterator[str]:
    if not view.ungated:
        return
    yield _head("Ungated capabilities", "every caller reaches them", color)
    for one in view.ungated:
        yield f"  {paint(one.name, 'yellow', color=color)}"
        yield from _reason(one.reason, width, color)
        names = [tool.name for tool in view.tools if tool.capability == one.name]
        yield from _wrap("      ", "tools: " + (", ".join(names) or "none"), width)


def _reason(reason: str | None, width: int, color: bool) -> Iterator[str]:
    if reason is None:
        yield "      " + paint("not pinned: nobody has given a reason", "red", color=color)
    else:
        yield from _wrap("      ", " ".join(reason.split()), width)


def _runtime(view: View, width: int, color: bool) -> Iterator[str]:
    holders = [agent for agent in view.agents if agent.runtime_tools]
    if holders:
        yield _head("Runtime tools", "no rows, registered in this order", color)
    for agent in holders:
        yield f"  {agent.name}  {agent.runtime_source}"
        yield from _wrap("      ", ", ".join(agent.runtime_tools), width)


def _empty(view: View, width: int, color: bool) -> Iterator[str]:
    if not view.agents:
        return
    yield _head("A published empty list means", "", color)
    for meaning, words in ((EmptySelection.DEFAULTS, "the defaults"), (EmptySelection.NONE, "no tools")):
        names = [agent.name for agent in view.agents if agent.empty_selection is meaning]
        if names:
            yield from _wrap("  ", f"{words}: {', '.join(names)}", width)


def _bound(view: View, width: int, color: bool) -> Iterator[str]:
    """Rows that take something out of the model's hands; what is only checked stands in the manifest."""
    told: list[tuple[str, str]] = []
    for tool in view.tools:
        set_here = [f"{path}: {one}" for path, one in tool.scope.items() if one.rule is not ArgumentRule.CHECKED]
        if tool.whole_workspace:
            set_here.append("whole workspace: refused while narrowed to projects")
        if set_here:
            told.append((tool.name, "; ".join(set_here)))
    if told:
        yield _head("Bound by the session", "not by the model", color)
    for name, text in told:
        yield from _wrap("  ", f"{name}  {text}", width)


def _agent_files(view: View, width: int, color: bool) -> Iterator[str]:
    if view.agent_files:
        yield _head("agentproto", "AGENT.md, and what each tool comes to; no daemon was asked", color)
    for one in view.agent_files:
        held = "" if one.enforcement == "enforced" else paint(f"  list {one.enforcement}", "red", color=color)
        yield plain(f"  {one.id}  {one.path}  {one.adapter}") + held
        for tier in dict.fromkeys(tier for _, tier in one.tools):
            names = ", ".join(name for name, of in one.tools if of == tier)
            yield from _wrap("      ", plain(f"{tier}: {names}"), width)


def _differences(view: View, width: int, color: bool) -> Iterator[str]:
    found = [("in the source, without a row", f"{d.name}  {d.at.path}:{d.at.line}") for d in view.undeclared]
    found += [("a row, not in the source", f"{tool.name}  {tool.row.path}:{tool.row.line}") for tool in view.phantoms]
    found += [("not readable in the source", f"{u.at.path}:{u.at.line}  {u.reason}") for u in view.unresolved]
    if found:
        yield _head("Manifest and source differ", "see `toolcrib check`", color)
    for what in dict.fromkeys(kind for kind, _ in found):
        yield paint(f"  {what}", "red", color=color)
        for kind, text in found:
            if kind == what:
                yield from _wrap("      ", plain(text), width)


def _wrap(pad: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=pad, subsequent_indent=pad, break_long_words=False, break_on_hyphens=False
    )
