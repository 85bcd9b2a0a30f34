"""`toolcrib init` with answers on the command line: what they make, what is left open, and answers that are none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from toolcrib.manifest import load


def test_answers_make_a_manifest_that_is_clean(toolcrib: Any, adopted: Path) -> None:
    done = toolcrib("check")
    assert (done.code, done.err) == (0, "")
    manifest = load(adopted / "manifest" / "tools.yaml").manifest
    assert {name: row.mutates for name, row in manifest.tools.items()} == {
        "delete_invoice": True,
        "get_invoice": False,
        "list_invoices": False,
    }
    assert manifest.tools["list_invoices"].description == "List the invoices of a customer."
    assert set(manifest.capabilities) == {"billing"}
    assert set(manifest.agents) == {"clients"}


def test_init_again_answers_what_is_open_and_nothing_else(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    toolcrib("init")
    path = project / "manifest" / "tools.yaml"
    path.write_text("# my own comment\n" + path.read_text())
    done = toolcrib("init", "--mutates", "delete_*=true")
    assert done.code == 0
    assert "2 questions are still open" in done.err  # get_invoice, and the reason of the new pin
    assert path.read_text().startswith("# my own comment\n")
    assert re.search(r"delete_invoice: .*\?\?\?", (project / "manifest" / "pins.yaml").read_text())
    done = toolcrib("init", *answers)
    assert "0 questions are still open" in done.err
    assert "???" not in path.read_text()
    assert toolcrib("check").code == 0


def test_a_typo_in_an_answer_is_an_error_in_a_manifest_that_stands_too(toolcrib: Any, project: Path) -> None:
    toolcrib("init")
    before = (project / "manifest" / "tools.yaml").read_bytes()
    done = toolcrib("init", "--mutates", "*=false", "--mutates", "delet_invoice=true")
    assert done.code == 2
    assert "matches no tool" in done.err
    assert (project / "manifest" / "tools.yaml").read_bytes() == before


def test_a_typo_in_an_answer_is_an_error_and_nothing_is_written(toolcrib: Any, project: Path) -> None:
    done = toolcrib("init", "--mutates", "delet_invoice=true", "--mutates", "*=maybe")
    assert done.code == 2
    assert "'*=maybe' answers 'maybe'" in done.err
    done = toolcrib("init", "--mutates", "delet_invoice=true")
    assert done.code == 2
    assert "matches no tool" in done.err
    assert "delete_invoice" in done.err
    assert not (project / "manifest").exists()


@pytest.mark.parametrize(
    ("flag", "value", "why"),
    [
        ("--capability", "my area", "must be made of letters"),
        ("--agent", "chat,the reports", "must be made of letters"),
        ("--pin-reason", "y", "`y` is a placeholder"),
        ("--pin-reason", "Fine so.", "too short to be a reason"),
        ("--feature", "a b", "must be made of letters"),
    ],
)
def test_an_answer_that_the_manifest_would_refuse_is_refused_at_once(
    toolcrib: Any, project: Path, flag: str, value: str, why: str
) -> None:
    done = toolcrib("init", flag, f"*={value}")
    assert done.code == 2
    assert f"{flag} '*={value}' cannot stand in the manifest" in done.err
    assert why in done.err
    assert not (project / "manifest").exists()


def test_what_is_left_is_named_with_the_flag_that_answers_it(toolcrib: Any, project: Path) -> None:
    done = toolcrib("init", "--no-input")
    assert "--mutates 'PATTERN=…'  does the call itself commit a change, true or false? " in done.err
    assert "(delete_invoice, get_invoice)" in done.err
    done = toolcrib("init", "--mutates", "delete_*=true")
    assert "2 questions are still open:\n" in done.err
    assert "  --mutates 'get_invoice=…'  does" in done.err
    assert "  --pin-reason 'delete_invoice=…'  it is pinned: one sentence, why is that right?" in done.err
    done = toolcrib("init", "--description", "get_*=Shows it.")
    assert done.code == 2
    assert "--pin-reason 'delete_invoice=…'" in done.err


def test_many_open_questions_are_named_in_a_line_a_kind(toolcrib: Any, project: Path) -> None:
    server = project / "app" / "server.py"
    server.write_text(server.read_text() + "".join(f"\n\n@mcp.tool()\ndef work{n}() -> None: ...\n" for n in range(9)))
    done = toolcrib("init", "--no-input")
    assert [line.split()[0] for line in done.err.splitlines() if line.startswith("   --")] == [
        "--mutates",
        "--description",
    ]
    assert "and 6 more)" in done.err
