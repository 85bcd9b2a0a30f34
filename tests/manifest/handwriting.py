"""A manifest as somebody could have typed it: any indent, quotes, comments and order of fields, and whose each line is.

Not here: which manifest that is (`strategies`).
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolcrib.manifest import DEFAULT_RESULT_LIMIT, Manifest, ScopedArgument, ToolRow
from toolcrib.manifest._scalars import double_quoted, is_plain, plain_or_quoted
from toolcrib.manifest._scope import plain_scope


class Styled:
    """A manifest written in somebody's own hand; each line knows the entry that it belongs to."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, tuple[str, ...]]] = []

    def add(self, line: str, *owner: str) -> None:
        self.lines.append((line, owner))


def _quoted(draw: st.DrawFn, text: str, *, flow: bool = False) -> str:
    style = draw(st.sampled_from("pps'\""))
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return double_quoted(text) if style == '"' else plain_or_quoted(text, flow=flow)


def _words_safe(text: str) -> bool:
    return is_plain(text) and "  " not in text and text.isprintable()


@st.composite
def styled(draw: st.DrawFn, m: Manifest) -> tuple[str, Styled]:
    out = Styled()
    step = " " * draw(st.sampled_from((2, 2, 3, 4)))
    newline = draw(st.sampled_from(("\n", "\n", "\r\n")))

    def noise(indent: str, *owner: str) -> None:
        match draw(st.integers(0, 12)):
            case 0:
                out.add("", *owner)
            case 1:
                out.add("", *owner)
                out.add(f"{indent}# a comment: of {{somebody}} [here]", *owner)
                out.add("", *owner)
            case 2:
                out.add("      # somewhere else", *owner)
                out.add("", *owner)

    def tail() -> str:
        return draw(st.sampled_from(("", "", "", "  # why", "   # toolcrib: ignore[TC105] said so")))

    def section(name: str, empty: bool) -> bool:
        noise("")
        if empty:
            out.add(f"{name}: {{}}{tail()}", name)
            return False
        out.add(f"{name}:{tail()}", name)
        return True

    if draw(st.booleans()):
        out.add("# yaml-language-server: $schema=x")
        if draw(st.booleans()):
            out.add("---")
    if section("agents", not m.agents):
        for name, agent in m.agents.items():
            owner = ("agents", name)
            if agent.runtime_tools or agent.bound or draw(st.booleans()):
                out.add(f"{step}{_quoted(draw, name)}:{tail()}", *owner)
                out.add(f"{step * 2}empty_selection:   {agent.empty_selection.value}{tail()}", *owner)
                if agent.runtime_tools:
                    out.add(f"{step * 2}runtime_tools:", *owner)
                    out.add(f"{step * 3}source: {_quoted(draw, agent.runtime_tools.source)}", *owner)
                    out.add(f"{step * 3}tools:", *owner)
                    for tool in agent.runtime_tools.tools:
                        out.add(f"{step * 3}- {_quoted(draw, tool)}", *owner)
                if agent.bound:
                    places = ", ".join(_quoted(draw, place, flow=True) for place in agent.bound)
                    out.add(f"{step * 2}bound: [{places}]", *owner)
            else:
                gap, empty = draw(st.sampled_from(("", " "))), agent.empty_selection.value
                out.add(f"{step}{_quoted(draw, name)}:    {{{gap}empty_selection: {empty}{gap}}}{tail()}", *owner)
    if section("capabilities", not m.capabilities):
        for name, capability in m.capabilities.items():
            feature = "null" if capability.feature is None else _quoted(draw, capability.feature, flow=True)
            out.add(f"{step}{_quoted(draw, name)}:    {{feature: {feature}}}{tail()}", "capabilities", name)
            noise(step)
    if section("tools", not m.tools):
        for name, row in m.tools.items():
            _row(draw, out, step, name, row, tail, noise)
    if m.result_limit != DEFAULT_RESULT_LIMIT:
        out.add(f"result_limit: {m.result_limit}{tail()}")
    if m.renamed:
        section("renamed", False)
        for old, rename in m.renamed.items():
            out.add(
                f"{step}{_quoted(draw, old)}: {{to: {_quoted(draw, rename.to, flow=True)}, until: {rename.until}}}",
                "renamed",
                old,
            )
    noise("")
    text = newline.join(line for line, _ in out.lines)
    return text + (newline if draw(st.booleans()) or text.endswith("}") is False else ""), out


def _bound(draw: st.DrawFn, path: str, one: ScopedArgument, *, flow: bool) -> str:
    plain = plain_scope(one)
    if isinstance(plain, str):
        value = (
            _quoted(draw, plain, flow=flow)
            if draw(st.booleans())
            else f"{{checked: {_quoted(draw, plain, flow=True)}}}"
        )
    else:
        value = "{" + ", ".join(f"{rule}: {_quoted(draw, kind, flow=True)}" for rule, kind in plain.items()) + "}"
    return f"{_quoted(draw, path, flow=flow)}: {value}"


def _row(draw: st.DrawFn, out: Styled, step: str, name: str, row: ToolRow, tail: Any, noise: Any) -> None:
    owner = ("tools", name)
    flow_agents = f"[{', '.join(_quoted(draw, a, flow=True) for a in row.agents)}]"
    if draw(st.integers(0, 5)) == 0:
        scope = ", ".join(_bound(draw, k, v, flow=True) for k, v in row.scope.items())
        fields = [
            f"description: {_quoted(draw, row.description, flow=True)}",
            f"capability: {_quoted(draw, row.capability, flow=True)}",
            f"mutates: {str(row.mutates).lower()}",
            f"agents: {flow_agents}",
            *([f"scope: {{{scope}}}"] if scope else []),
            *(["whole_workspace: true"] if row.whole_workspace else []),
            *([f"result_limit: {row.result_limit}"] if row.result_limit else []),
        ]
        out.add(f"{step}{_quoted(draw, name)}: {{{', '.join(fields)}}}{tail()}", *owner)
        return
    out.add(f"{step}{_quoted(draw, name)}:{tail()}", *owner)
    inner = step * 2
    noise(inner, *owner)
    words_of = row.description.split(" ")
    body = row.description.split("\n")
    blocky = all(line and line == line.strip() and line.isprintable() for line in body)
    shape = draw(st.sampled_from(("line", "line", "literal", "folded", "wrapped")))
    if shape == "wrapped" and _words_safe(row.description) and len(words_of) > 2:
        half = len(words_of) // 2
        out.add(f"{inner}description: {' '.join(words_of[:half])}", *owner)
        out.add(f"{inner}  {' '.join(words_of[half:])}{tail()}", *owner)
    elif shape == "literal" and blocky:
        out.add(f"{inner}description: |-{tail()}", *owner)
        for line in body:
            out.add(f"{inner}  {line}", *owner)
        out.add("", *owner)
    elif shape == "folded" and blocky and len(body) == 1:
        out.add(f"{inner}description: >-", *owner)
        out.add(f"{inner}    {row.description}", *owner)
    else:
        out.add(f"{inner}description: {_quoted(draw, row.description)}{tail()}", *owner)
    rest = [
        [f"{inner}capability: {_quoted(draw, row.capability)}{tail()}"],
        [f"{inner}mutates: {str(row.mutates).lower()}{tail()}"],
    ]
    if row.agents and draw(st.booleans()):
        rest.append(
            [
                f"{inner}agents:",
                *(f"{inner}{draw(st.sampled_from(('', '  ')))}- {_quoted(draw, a)}{tail()}" for a in row.agents[:1]),
            ]
        )
        lead = rest[-1][1][: rest[-1][1].index("-")]
        rest[-1] += [f"{lead}- {_quoted(draw, a)}" for a in row.agents[1:]]
    else:
        rest.append([f"{inner}agents: {flow_agents}{tail()}"])
    if row.scope:
        if draw(st.booleans()):
            rest.append(
                [f"{inner}scope:", *(f"{inner}  {_bound(draw, k, v, flow=False)}" for k, v in row.scope.items())]
            )
        else:
            scope = ", ".join(_bound(draw, k, v, flow=True) for k, v in row.scope.items())
            rest.append([f"{inner}scope: {{{scope}}}{tail()}"])
    if row.whole_workspace:
        rest.append([f"{inner}whole_workspace: true{tail()}"])
    if row.result_limit:
        rest.append([f"{inner}result_limit: {row.result_limit}{tail()}"])
    for lines in draw(st.permutations(rest)):
        for line in lines:
            out.add(line, *owner)
