"""`toolcrib fix`: the diff, the changes on disk, the exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_nothing_to_fix(toolcrib: Any, adopted: Path) -> None:
    for arguments in ([], ["--diff"], ["--from-code"]):
        done = toolcrib("fix", *arguments)
        assert (done.code, done.out, done.err) == (0, "", "nothing to fix\n")


def test_a_diff_changes_nothing_and_a_fix_does_what_it_showed(toolcrib: Any, adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    edit(server, "Show one invoice.", "Shows an invoice.")
    before = server.read_bytes()
    shown = toolcrib("fix", "--diff")
    assert shown.code == 1
    assert '+    """Show one invoice."""\n' in shown.out
    assert "would be changed: app/server.py" in shown.err
    assert server.read_bytes() == before
    done = toolcrib("fix")
    assert (done.code, done.out) == (0, shown.out)
    assert "changed: app/server.py" in done.err
    assert toolcrib("check").code == 0
    assert toolcrib("fix").err == "nothing to fix\n"


def test_from_code_changes_the_row(toolcrib: Any, adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    edit(server, "Show one invoice.", "Shows an invoice.")
    before = server.read_bytes()
    assert toolcrib("fix", "--from-code").code == 0
    assert server.read_bytes() == before
    assert "Shows an invoice." in (adopted / "manifest" / "tools.yaml").read_text()
    assert toolcrib("check").code == 0


def test_a_drafted_row_waits_for_a_person_and_init_asks_for_it(toolcrib: Any, adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text() + '\n\n@mcp.tool()\ndef settle() -> None:\n    """Settle."""\n')
    done = toolcrib("fix")
    assert done.code == 1
    assert "drafted with 1 open question (???)" in done.err
    assert toolcrib("check").code == 2
    assert toolcrib("init", "--mutates", "settle=false").code == 0
    assert toolcrib("check").code == 0
    assert "#" not in next(
        line for line in (adopted / "manifest" / "tools.yaml").read_text().splitlines()[-3:] if "mutates" in line
    )


def test_what_needs_a_decision_is_listed_with_its_place(toolcrib: Any, adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text() + "\n\nfor function in load():\n    mcp.add_tool(function)\n")
    done = toolcrib("fix")
    assert done.code == 1
    assert done.out == ""
    assert "app/server.py:31:5: TC104" in done.err
    assert "nothing to fix without a decision" in done.err


@pytest.mark.parametrize("codes", ["TC999", "undeclared"])
def test_an_unknown_rule_is_an_error(toolcrib: Any, adopted: Path, codes: str) -> None:
    assert toolcrib("fix", "--select", codes).code == 2
