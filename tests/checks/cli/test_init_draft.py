"""`toolcrib init` drafts: what stands in the draft, what is read for it, what it is not made of.

Not here: answers by flags (`test_init_answers`), by a person (`test_init_asks`), files that stand (`test_init_places`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_a_draft_is_refused_until_it_is_answered(toolcrib: Any, project: Path) -> None:
    done = toolcrib("init")
    assert done.code == 0
    assert "3 rows, 2 open questions" in done.err
    assert toolcrib("check").code == 2
    text = (project / "manifest" / "tools.yaml").read_text()
    assert text.count("???") == 3  # two questions and the line that explains the mark
    assert 'mutates: ???  # true or false: does the call itself commit a change? (its name says "delete")' in text


def test_an_open_question_says_where_the_code_is_seen_to_write(toolcrib: Any, project: Path) -> None:
    """The evidence stands beside the question, and answers nothing."""
    server = "from fastmcp import FastMCP\nimport os\nmcp = FastMCP('x')\n@mcp.tool\ndef tidy():\n    os.remove('x')\n"
    (project / "tidy.py").write_text(server)
    done = toolcrib("init", "--no-input")
    assert done.code == 0, done.err
    text = "".join(path.read_text() for path in (project / "manifest").rglob("*.yaml"))
    said = "(seen to write: `os.remove(…)` changes the file system in tidy.py:6)"
    assert f"mutates: ???  # true or false: does the call itself commit a change? {said}" in text


def test_a_dry_run_writes_nothing(toolcrib: Any, project: Path) -> None:
    def standing() -> list[Path]:
        return sorted(path for path in project.rglob("*") if ".toolcrib_cache" not in path.parts)

    before = standing()
    done = toolcrib("init", "--dry-run")
    assert done.code == 0
    assert "+++ b/manifest/tools.yaml" in done.out
    assert "would write" in done.err
    assert standing() == before


def test_no_tool_is_nothing_to_draft_and_the_run_says_what_it_read(toolcrib: Any, project: Path) -> None:
    (project / "app" / "server.py").write_text("x = 1\n")
    (project / "tests").mkdir()
    (project / "tests" / "a.py").write_text("x = 1\n")
    done = toolcrib("init")
    assert done.code == 2
    assert "no tool is declared" in done.err
    assert "tests/" in done.err


def test_a_folder_without_python_is_no_place_to_draft(toolcrib: Any, project: Path) -> None:
    (project / "app" / "server.py").unlink()
    done = toolcrib("init")
    assert done.code == 2
    assert "there is no Python file here" in done.err


def test_a_file_that_is_no_python_is_left_out_with_a_line_for_the_file_that_a_person_has(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    (project / "app" / "broken.py").write_text("from fastmcp import FastMCP\nmcp = FastMCP(1)\nif True:\nx = 1\n")
    done = toolcrib("init", *answers)
    assert done.code == 2
    assert 'exclude = ["…"] under [tool.toolcrib] in pyproject.toml, or at the top of toolcrib.toml' in done.err
    (project / "toolcrib.toml").write_text('exclude = ["app/broken.py"]\n')
    assert toolcrib("init", *answers).code == 0
    assert toolcrib("check").code == 0


def test_a_registration_that_cannot_be_read_needs_no_manifest_of_its_own(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    (project / "app" / "bridge.py").write_text(
        "from fastmcp import FastMCP\n\nbridge = FastMCP.as_proxy('https://example.invalid')\n"
    )
    assert toolcrib("init", *answers).code == 0
    assert (project / "manifest" / "tools.yaml").is_file()


def test_what_the_draft_takes_for_granted_is_said(toolcrib: Any, project: Path) -> None:
    done = toolcrib("init", "--no-input")
    assert "held by one agent, `clients` (whoever connects); ungated, and pinned as such: billing" in done.err
    assert "servers" not in done.err


def test_many_open_questions_are_a_few_and_a_count_with_the_flags_that_answer_them(
    toolcrib: Any, project: Path
) -> None:
    server = project / "app" / "server.py"
    server.write_text(server.read_text() + "".join(f"\n\n@mcp.tool()\ndef work{n}() -> None: ...\n" for n in range(9)))
    toolcrib("init", "--no-input", "--mutates", "work8=true")
    done = toolcrib("check")
    lines = done.err.splitlines()
    assert done.code == 2
    assert sum("is still an open question" in line for line in lines) == 3
    assert "… and 17 more open questions" in lines
    assert "the manifest cannot be used: 20 errors" in lines
    told = next(number for number, line in enumerate(lines) if line.startswith("answer them by hand in manifest/pins"))
    assert [line.split()[0] for line in lines[told + 1 :]] == ["--mutates", "--description", "--pin-reason"]
    assert "'work8=…'" in lines[-1]


def test_other_errors_are_shown_beside_many_open_questions(toolcrib: Any, project: Path) -> None:
    server = project / "app" / "server.py"
    server.write_text(server.read_text() + "".join(f"\n\n@mcp.tool()\ndef work{n}() -> None: ...\n" for n in range(9)))
    toolcrib("init", "--no-input")
    manifest = project / "manifest" / "tools.yaml"
    text = manifest.read_text()
    manifest.write_text(text[: text.rindex("clients")] + "cleints" + text[text.rindex("clients") + 7 :])
    assert "names agent `cleints`, which is not declared" in toolcrib("check").err
