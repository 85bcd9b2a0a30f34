"""AGENT.md, APP.md and TOOL.md as people write them, right and wrong: one folder a case, the whole answer beside it.

`expected.txt` is reviewed like code. To accept a change of it, set TOOLCRIB_ACCEPT=1 and run this file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolcrib.registry.agentproto import (
    AgentFile,
    DaemonTools,
    DocumentProblems,
    Remark,
    enforcement,
    find_apps,
    load_app,
    read_agent,
    resolve_tools,
    review_agent,
    review_app,
    review_tool,
    review_tools,
    ui_allowlist,
)

CASES = Path(__file__).parent / "cases"
DAEMON = DaemonTools.of(
    *("app_run", "app_status", "app_data_read", "app_data_write", "app_data_list", "app_state_get", "app_state_list"),
    *("app_state_append", "mcp_imported_call"),
)


def find_cases() -> list[str]:
    return sorted(folder.name for folder in CASES.iterdir() if (folder / "input").is_dir())


def told(remarks: tuple[Remark, ...]) -> Iterator[str]:
    for one in remarks:
        yield f"{one.at}: {one.code} [{one.key}] {one.message}" + (f"\n    {one.hint}" if one.hint else "")


def of_agent(agent: AgentFile) -> Iterator[str]:
    resolution = resolve_tools(agent, daemon=DAEMON)
    yield f"agent {agent.id}: {enforcement(agent)}"
    for one in resolution.entries:
        around = f", upstream {one.upstream}" if one.upstream else ""
        yield f"  {one.entry.at.line}: {one.name or one.entry.written} -> {one.tier} ({one.why}{around})"
    yield from told((*review_tools(resolution), *review_agent(agent)))


def answer(case: Path) -> Iterator[str]:
    root = case / "input"
    try:
        if (root / "AGENT.md").exists():
            yield from of_agent(read_agent((root / "AGENT.md").read_bytes(), "AGENT.md"))
        for folder in find_apps(root):
            app = load_app(root, folder)
            yield f"app {app.file.id}"
            for name, kind in ui_allowlist(app.file, app.tools).items():
                yield f"  {name} -> {kind}"
            yield from told((*review_app(app.file), *app.remarks))
            for tool in app.tools.values():
                yield from told(review_tool(tool))
            for agent in app.agents.values():
                yield from of_agent(agent)
    except DocumentProblems as problems:
        yield problems.message
        yield from (f"{error}\n    ({error.code})" for error in problems.errors)


@pytest.mark.parametrize("name", find_cases())
def test_case(name: str) -> None:
    expected = CASES / name / "expected.txt"
    found = "".join(f"{line}\n" for line in answer(CASES / name))
    if os.environ.get("TOOLCRIB_ACCEPT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
