"""A manifest as Markdown, for a pull request or a page.

Room: checks, middle. Pure: a view in, text out. Everything that came from a file is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcrib.checks.show._view import View


def show_markdown(view: View) -> str:
    return "\n".join(_lines(view)) + "\n"


def _lines(view: View) -> Iterator[str]:
    yield f"## {_text(view.name or view.path)}"
    yield ""
    agents = [agent.name for agent in view.agents]
    yield f"| tool | capability | writes | {''.join(f'{_text(agent)} | ' for agent in agents)}".rstrip()
    yield f"| --- | --- | --- |{' --- |' * len(agents)}"
    for tool in view.tools:
        cells = "".join(" ● |" if agent in tool.agents else "  |" for agent in agents)
        yield f"| {_code(tool.name)} | {_text(tool.capability)} | {'writes' if tool.mutates else ''} |{cells}"
    if view.writers:
        yield from ("", "### Writers", "", "| tool | agents | reason |", "| --- | --- | --- |")
        for tool in view.writers:
            holders = ", ".join(map(_text, tool.agents))
            yield f"| {_code(tool.name)} | {holders} | {_reason(tool.reason)} |"
    if view.ungated:
        yield from ("", "### Ungated capabilities", "", "| capability | reason | tools |", "| --- | --- | --- |")
        for one in view.ungated:
            names = ", ".join(_code(tool.name) for tool in view.tools if tool.capability == one.name)
            yield f"| {_text(one.name)} | {_reason(one.reason)} | {names} |"
    yield from ("", "### Agents", "", "| agent | a published empty list means | runtime tools |", "| --- | --- | --- |")
    for agent in view.agents:
        runtime = ", ".join(map(_code, agent.runtime_tools))
        where = f"{runtime} ({_code(agent.runtime_source)})" if runtime else ""
        yield f"| {_text(agent.name)} | {agent.empty_selection.value} | {where} |"
    if view.agent_files:
        yield from ("", "### agentproto", "", "| agent | file | adapter | its list is | tools |", "|" + " --- |" * 5)
        for agent_file in view.agent_files:
            tools = ", ".join(f"{_code(name)} {tier}" for name, tier in agent_file.tools)
            columns = (
                _text(agent_file.id),
                _code(agent_file.path),
                _text(agent_file.adapter),
                agent_file.enforcement,
                tools,
            )
            yield f"| {' | '.join(columns)} |"
    yield from _differences(view)


def _differences(view: View) -> Iterator[str]:
    found = [f"{_code(d.name)} has no row: {_code(f'{d.at.path}:{d.at.line}')}" for d in view.undeclared]
    found += [f"{_code(t.name)} is not in the source: {_code(f'{t.row.path}:{t.row.line}')}" for t in view.phantoms]
    found += [f"{_code(f'{u.at.path}:{u.at.line}')} cannot be read: {_text(u.reason)}" for u in view.unresolved]
    if found:
        yield from ("", "### Manifest and source differ", "")
        yield from (f"- {line}" for line in found)


def _reason(reason: str | None) -> str:
    return "**not pinned**" if reason is None else _text(reason)


def _text(text: str) -> str:
    """Text in a cell: one line, and nothing in it that Markdown or HTML would read."""
    flat = " ".join(text.split())
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", flat).replace("&", "&amp;")


def _code(text: str) -> str:
    """A code span; a bar ends a table's cell even inside one."""
    flat = " ".join(text.split()).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in re.findall("`+", flat)), default=0) + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}"
