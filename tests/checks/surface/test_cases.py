"""Every declaration form of every framework: a folder is read, and what it shows is compared with the text beside it.

After a change that is meant, write the snapshots anew with TOOLCRIB_WRITE_CASES=1 and read the diff as code.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolcrib.checks.surface import Declaration, Surface, Unresolved, read_surface

HERE = Path(__file__).parent
WIDTH = 110


def find_cases() -> list[Path]:
    return sorted(folder.parent for folder in HERE.glob("*/*/input"))


@pytest.mark.parametrize("case", find_cases(), ids=lambda case: case.relative_to(HERE).as_posix())
def test_case(case: Path) -> None:
    shown = show(read_folder(case / "input"))
    expected = case / "expected.txt"
    if "TOOLCRIB_WRITE_CASES" in os.environ and "CI" not in os.environ:
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


def read_folder(folder: Path) -> Surface:
    return read_surface({p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*.py"))})


def show(surface: Surface) -> str:
    parts = [*map(_tool, surface.tools), *map(_unresolved, surface.unresolved)]
    parts += [_lines(f"agent {a.agent or '(no name)'}", [f"at       {a.at}", _tools(a.tools)]) for a in surface.agents]
    parts += [_lines("note", [f"at       {n.at}", f"text     {n.text}"]) for n in surface.notes]
    return "\n".join(parts)


def _lines(title: str, rest: list[str]) -> str:
    return "\n".join([title, *(f"    {_cut(line)}".rstrip() for line in rest)]) + "\n"


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _tools(tools: tuple[str, ...]) -> str:
    return f"tools    {', '.join(tools) or '(none)'}"


def _tool(tool: Declaration) -> str:
    renamed = f"   declared as {tool.declared_name}" if tool.declared_name != tool.name else ""
    return _lines(f"tool {tool.name}{renamed}", list(_about(tool)))


def _about(tool: Declaration) -> Iterator[str]:
    yield f"at       {tool.at}" + (f"   {tool.function}" if tool.function else "")
    if tool.site != tool.at:
        yield f"site     {tool.site}"
    yield f"in       {tool.framework}" + (f" {tool.server}" if tool.server else "")
    if tool.condition:
        yield f"when     {tool.condition}"
    if tool.configurable:
        yield f"default  {tool.configurable}"
    for hint in tool.hints:
        yield f"hint     {hint.name.value}={hint.value}   {hint.spelled}   {hint.at}"
    if tool.agents:
        yield f"agents   {', '.join(tool.agents)}"
    text = tool.description
    where = f"   {text.at}" if text.at != tool.at else ""
    yield f"text     {text.source.value}{f' {text.row}' if text.row else ''}{where}"
    if text.sent is not None:
        yield f"         {text.sent!r}"


def _unresolved(entry: Unresolved) -> str:
    kind = "dynamic" if entry.dynamic else "unresolved"
    rest = [f"in       {entry.framework}{f' {entry.server}' if entry.server else ''}", f"anchor   {entry.anchor}"]
    return _lines(f"{kind} {entry.at}", [*rest, f"reason   {entry.reason}", f"settle   {entry.settle}"])
