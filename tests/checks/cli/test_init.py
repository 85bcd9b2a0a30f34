"""`toolcrib init`: drafts, answers, goes on where it was left, overwrites nothing."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.cli._prompts import ask_all
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.init import OpenQuestion, Question
from toolcrib.checks.reports import FORMATS
from toolcrib.manifest import load

ANSWERS = (
    "--mutates",
    "*=false",
    "--mutates",
    "delete_*=true",
    "--pin-reason",
    "delete_invoice=A person asks for each deletion, one at a time.",
)


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


HARMLESS = '''
import os
from fastmcp import FastMCP
mcp = FastMCP('x')
@mcp.tool(annotations={'readOnlyHint': True})
def tidy():
    """Tidy up."""
    os.remove('x')
@mcp.tool(annotations={'readOnlyHint': True})
def remove_note():
    """Remove a note."""
@mcp.tool(annotations={'readOnlyHint': True})
def list_drafts():
    """List drafts."""
'''
BOTH = "the code says `readOnlyHint=True` and is seen to write: `os.remove(…)` changes the file system in harmless.py:8"


def test_a_hint_that_the_code_contradicts_is_a_question_that_shows_both(
    toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "app" / "server.py").unlink()
    (project / "harmless.py").write_text(HARMLESS)
    assert toolcrib("init", "--no-input").code == 0
    manifest = project / "manifest" / "tools.yaml"
    text = manifest.read_text()
    assert f"mutates: ???  # true or false: does the call itself commit a change? ({BOTH})" in text
    assert '(the code says `readOnlyHint=True` and its name says "remove")' in text
    assert text.count("mutates: false") == 1
    person = Person("", "true", "false", "A person asks for it each time, by name.")
    asked(monkeypatch, person)
    done = toolcrib("init")
    assert f"  `tidy`: {BOTH}\n" in done.err
    assert "nothing suggests an answer: remove_note, tidy" in done.err
    assert not person.lines
    assert "#" not in manifest.read_text().partition("tools:")[2]


def test_a_comment_of_a_question_that_was_answered_by_hand_is_taken_away_by_fix(toolcrib: Any, project: Path) -> None:
    (project / "app" / "server.py").unlink()
    (project / "harmless.py").write_text(HARMLESS.replace("(annotations={'readOnlyHint': True})", ""))
    assert toolcrib("init", "--no-input").code == 0
    manifest = project / "manifest" / "tools.yaml"
    before = manifest.read_text()
    manifest.write_text(before.replace("mutates: ???", "mutates: false"))
    assert before.count("# true or false") == 3
    assert toolcrib("check").code == 1  # TC203 and TC204 see what the comments said
    assert "keeps no comment that asks what is answered" in toolcrib("fix").err
    assert "#" not in manifest.read_text().partition("tools:")[2]
    assert "???" not in manifest.read_text()


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


def test_a_dry_run_writes_nothing(toolcrib: Any, project: Path) -> None:
    def standing() -> list[Path]:
        return sorted(path for path in project.rglob("*") if ".toolcrib_cache" not in path.parts)

    before = standing()
    done = toolcrib("init", "--dry-run")
    assert done.code == 0
    assert "+++ b/manifest/tools.yaml" in done.out
    assert "would write" in done.err
    assert standing() == before


def test_init_again_overwrites_nothing_and_says_what_adds_rows(toolcrib: Any, adopted: Path) -> None:
    before = {path: path.read_bytes() for path in adopted.rglob("*.*") if path.is_file()}
    done = toolcrib("init")
    assert done.code == 2
    assert "stands already" in done.err
    assert "toolcrib fix" in done.err
    assert {path: path.read_bytes() for path in adopted.rglob("*.*") if path.is_file()} == before


def test_init_again_answers_what_is_open_and_nothing_else(toolcrib: Any, project: Path) -> None:
    toolcrib("init")
    path = project / "manifest" / "tools.yaml"
    path.write_text("# my own comment\n" + path.read_text())
    done = toolcrib("init", "--mutates", "delete_*=true")
    assert done.code == 0
    assert "2 questions are still open" in done.err  # get_invoice, and the reason of the new pin
    assert path.read_text().startswith("# my own comment\n")
    assert re.search(r"delete_invoice: .*\?\?\?", (project / "manifest" / "pins.yaml").read_text())
    done = toolcrib("init", *ANSWERS)
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


def test_no_tool_is_nothing_to_draft_and_the_run_says_what_it_read(toolcrib: Any, project: Path) -> None:
    (project / "app" / "server.py").write_text("x = 1\n")
    (project / "tests").mkdir()
    (project / "tests" / "a.py").write_text("x = 1\n")
    done = toolcrib("init")
    assert done.code == 2
    assert "no tool is declared" in done.err
    assert "tests/" in done.err


def test_source_narrows_the_reading_and_is_configured(toolcrib: Any, project: Path) -> None:
    (project / "other.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Other"))
    assert toolcrib("init", "--source", "app", *ANSWERS).code == 0
    assert 'source = ["app"]' in (project / "pyproject.toml").read_text()
    assert toolcrib("check").code == 0


def test_two_servers_in_folders_of_their_own_get_two_manifests(toolcrib: Any, project: Path) -> None:
    (project / "pay").mkdir()
    (project / "pay" / "server.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Pay"))
    assert toolcrib("init", *ANSWERS).code == 0
    assert sorted(path.parent.name for path in (project / "manifest").rglob("tools.yaml")) == ["billing", "pay"]
    assert toolcrib("check").code == 0
    shown = toolcrib("show", "--manifest", "pay")
    assert "pay: manifest/pay/tools.yaml" in shown.out
    assert toolcrib("show", "--manifest", "pey").err.strip().endswith("Nearest: pay.")


def test_a_configured_manifest_that_is_not_there_is_drafted_in_its_place_and_the_other_stays(
    toolcrib: Any, project: Path
) -> None:
    (project / "pay").mkdir()
    (project / "pay" / "server.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Pay"))
    (project / "toolcrib.toml").write_text(
        '[[manifests]]\nname = "bills"\nmanifest = "agents/bills.yaml"\nsource = ["app"]\n'
        '[[manifests]]\nname = "pay"\nmanifest = "agents/pay"\npins = "pay-pins.yaml"\nsource = ["pay"]\n'
    )
    config = (project / "toolcrib.toml").read_text()
    assert toolcrib("init", *ANSWERS).code == 0
    first = {path: path.read_bytes() for path in project.rglob("*.yaml")}
    assert sorted(path.relative_to(project).as_posix() for path in first) == [
        "agents/bills.yaml",
        "agents/pay/tools.yaml",
        "agents/pins.yaml",
        "pay-pins.yaml",
    ]
    assert toolcrib("check").code == 0
    assert (project / "toolcrib.toml").read_text() == config
    (project / "agents" / "pay" / "tools.yaml").unlink()
    done = toolcrib("init", *ANSWERS)
    assert done.code == 2
    assert "pay-pins.yaml stands already" in done.err
    assert "agents/pay/tools.yaml is gone: bring it back, or move the pins away" in done.err
    (project / "pay-pins.yaml").unlink()
    assert toolcrib("init", *ANSWERS).code == 0
    assert {path: path.read_bytes() for path in project.rglob("*.yaml")} == first


class Person:
    """Types what was prepared, in order; leaves when there is nothing more."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.prompts = list(lines), list[str]()

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def asked(monkeypatch: pytest.MonkeyPatch, person: Person) -> None:
    monkeypatch.setattr(Terminal, "can_ask", property(lambda _: True))
    monkeypatch.setattr(Terminal, "ask", lambda _, prompt: person(prompt))


def test_a_person_at_a_terminal_is_asked_and_enter_takes_what_the_names_suggest(
    toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(monkeypatch, Person("", "A person asks for each deletion, one at a time."))
    done = toolcrib("init")
    assert done.code == 0
    assert "perhaps: delete_invoice" in done.err
    assert "perhaps not: get_invoice" in done.err
    assert toolcrib("check").code == 0


def test_a_person_may_stop_and_go_on_later(toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, Person("each", "true", "stop"))
    assert toolcrib("init").code == 0
    assert "???" in (project / "manifest" / "tools.yaml").read_text()
    asked(monkeypatch, Person("none", "later"))
    done = toolcrib("init")
    assert done.code == 0
    assert "1 question is still open" in done.err
    asked(monkeypatch, Person("A person asks for each deletion, one at a time."))
    assert toolcrib("init").code == 0
    assert toolcrib("check").code == 0


def test_a_typo_at_a_prompt_is_asked_again(toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person("ech", "each", "maybe", "yes", "N", "y", "todo", "It is asked for by a person each time.")
    asked(monkeypatch, person)
    assert toolcrib("init").code == 0
    assert not person.lines
    assert toolcrib("check").code == 0


WRITERS = "".join(f'\n\n@mcp.tool()\ndef delete_{n}() -> None:\n    """Delete {n}."""\n' for n in ("this", "that"))


def test_the_writers_of_a_file_are_given_one_reason_or_one_each(
    toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = project / "app" / "server.py"
    server.write_text(server.read_text() + WRITERS)
    asked(monkeypatch, Person("", "y", "each", "later", "todo", "It is asked for by a person.", "stop"))
    done = toolcrib("init")
    assert "app/server.py: delete_invoice, delete_that, delete_this" in done.err
    pins = (project / "manifest" / "pins.yaml").read_text()
    assert pins.count("It is asked for by a person.") == 1
    asked(monkeypatch, Person("A person asks for each deletion."))
    assert toolcrib("init").code == 0
    assert (project / "manifest" / "pins.yaml").read_text().count("A person asks for each deletion.") == 2
    assert toolcrib("check").code == 0


AGENTS = '''
from agents import Agent, function_tool


@function_tool
def find_order(number: str) -> str:
    """Find an order."""


@function_tool
def old_search(text: str) -> str:
    """Search as it was."""


@function_tool
def list_seats() -> str:
    """List the seats."""


orders = Agent(name="orders", tools=[find_order])
seats = Agent(name="seats", tools=[list_seats])
guard = Agent(name="guard")
'''


def test_agents_are_asked_about_together_and_nobody_is_an_answer(
    toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "app" / "server.py").write_text(AGENTS)
    capabilities, reasons = ("each", "orders", "seating", "orders"), ("It is public data.",) * 2
    person = Person("none", *capabilities, "nobody", "", "null", "null", "each", *reasons, "")
    asked(monkeypatch, person)
    done = toolcrib("init")
    assert "A capability is an area of your application" in done.err
    assert "\norders, seats\n" in done.err
    assert any("agents that may hold `old_search`, or nobody" in prompt for prompt in person.prompts)
    manifest = load(project / "manifest" / "tools.yaml").manifest
    assert set(manifest.agents) == {"orders", "seats"}
    assert {name: (row.capability, sorted(row.agents)) for name, row in manifest.tools.items()} == {
        "find_order": ("orders", ["orders"]),
        "list_seats": ("seating", ["seats"]),
        "old_search": ("orders", []),
    }
    assert toolcrib("check").code == 0
    assert not person.lines


def test_nobody_is_an_answer_to_a_flag_and_in_a_manifest_that_stands(toolcrib: Any, project: Path) -> None:
    (project / "app" / "server.py").write_text(AGENTS)
    assert toolcrib("init", "--no-input", "--mutates", "*=false").code == 0
    assert 'agents: ["???"]' in (project / "manifest" / "tools.yaml").read_text()
    assert toolcrib("init", "--no-input", "--agent", "old_search=nobody").code == 0
    assert "    agents: []\n" in (project / "manifest" / "tools.yaml").read_text()


def test_no_input_asks_nothing(toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, Person())
    assert toolcrib("init", "--no-input").code == 0


def test_nothing_open_asks_nothing() -> None:
    person = Person()
    assert ask_all(lambda _: (), person, lambda _: None) == ()
    assert not person.prompts


def test_a_file_that_is_no_python_is_left_out_with_a_line_for_the_file_that_a_person_has(
    toolcrib: Any, project: Path
) -> None:
    (project / "app" / "broken.py").write_text("from fastmcp import FastMCP\nmcp = FastMCP(1)\nif True:\nx = 1\n")
    done = toolcrib("init", *ANSWERS)
    assert done.code == 2
    assert 'exclude = ["…"] under [tool.toolcrib] in pyproject.toml, or at the top of toolcrib.toml' in done.err
    (project / "toolcrib.toml").write_text('exclude = ["app/broken.py"]\n')
    assert toolcrib("init", *ANSWERS).code == 0
    assert toolcrib("check").code == 0


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


def two_servers(project: Path, first: str, second: str) -> None:
    server = (project / "app" / "server.py").read_text()
    for name, path in (("One", first), ("Two", second)):
        text = server.replace('"Billing"', f'"{name}"').replace('name="delete_invoice"', "name=DELETE")
        (project / path).parent.mkdir(exist_ok=True, parents=True)
        (project / path).write_text(
            text.replace("from mcp.types", "from shared.names import DELETE\nfrom mcp.types", 1)
        )
    (project / "app" / "server.py").unlink()
    (project / "shared").mkdir()
    (project / "shared" / "names.py").write_text('DELETE = "delete_invoice"\n')


def test_servers_that_share_code_without_tools_are_given_it_both(toolcrib: Any, project: Path) -> None:
    two_servers(project, "one/server.py", "two/server.py")
    assert toolcrib("init", *ANSWERS).code == 0
    config = (project / "pyproject.toml").read_text()
    assert 'source = ["one", "shared"]' in config
    assert 'source = ["two", "shared"]' in config
    assert toolcrib("check").code == 0


def test_a_registration_that_cannot_be_read_needs_no_manifest_of_its_own(toolcrib: Any, project: Path) -> None:
    (project / "app" / "bridge.py").write_text(
        "from fastmcp import FastMCP\n\nbridge = FastMCP.as_proxy('https://example.invalid')\n"
    )
    assert toolcrib("init", *ANSWERS).code == 0
    assert (project / "manifest" / "tools.yaml").is_file()


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


def test_one_question_is_said_in_the_singular(toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, Person("later"))
    done = toolcrib("init", "--mutates", "get_*=false")
    assert "1 open question. Enter" in done.err


@pytest.mark.parametrize("typed", ["y", "Yes", "n", "NO"])
@pytest.mark.parametrize("question", [one for one in Question if one is not Question.MUTATES])
def test_yes_and_no_answer_no_other_question(question: Question, typed: str) -> None:
    said: list[str] = []
    one = OpenQuestion(question=question, name="x", default="billing")
    person = Person(typed, "later")
    assert ask_all(lambda _: () if not person.lines else (one,), person, said.append) == ()
    assert any("this is no question of yes and no" in line for line in said)


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


def test_what_the_draft_takes_for_granted_is_said(toolcrib: Any, project: Path) -> None:
    done = toolcrib("init", "--no-input")
    assert "held by one agent, `clients` (whoever connects); ungated, and pinned as such: billing" in done.err
    assert "servers" not in done.err


def test_each_of_several_servers_is_named(toolcrib: Any, project: Path) -> None:
    (project / "pay").mkdir()
    (project / "pay" / "server.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Pay"))
    assert "2 servers share no tools, so each has a manifest: billing, pay" in toolcrib("init", *ANSWERS).err


def test_a_folder_without_python_is_no_place_to_draft(toolcrib: Any, project: Path) -> None:
    (project / "app" / "server.py").unlink()
    done = toolcrib("init")
    assert done.code == 2
    assert "there is no Python file here" in done.err


def test_another_program_s_tools_yaml_is_left_alone(toolcrib: Any, project: Path) -> None:
    (project / "tools.yaml").write_text("openapi: 3.1.0\npaths: {}\n")
    done = toolcrib("check")
    assert (done.code, len(done.err.splitlines())) == (2, 3)
    assert "tools.yaml:1:1: error: it does not look like a toolcrib manifest" in done.err
    assert toolcrib("init", *ANSWERS).code == 0
    assert toolcrib("check").code == 0


def test_another_program_s_file_in_the_place_of_the_draft_is_left_alone(toolcrib: Any, project: Path) -> None:
    (project / "manifest").mkdir()
    (project / "manifest" / "tools.yaml").write_text("kind: Deployment\n")
    done = toolcrib("init", *ANSWERS)
    assert done.code == 2
    assert 'manifest = "agents/tools.yaml" under [tool.toolcrib]' in done.err
    config = project / "pyproject.toml"
    config.write_text(config.read_text() + '[tool.toolcrib]\nmanifest = "agents/tools.yaml"\n')
    assert toolcrib("init", *ANSWERS).code == 0
    assert toolcrib("check").code == 0
    assert (project / "manifest" / "tools.yaml").read_text() == "kind: Deployment\n"


SURROGATES = '''

@mcp.tool(name="a\\ud800b", description="text \\udfff")
def odd() -> None: ...


@mcp.tool()
def more() -> None:
    """More \\udc80."""
'''


def test_half_characters_break_no_command(toolcrib: Any, adopted: Path) -> None:
    """A surrogate cannot be written as UTF-8, and code can name a tool so."""
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text() + SURROGATES)
    for format_ in FORMATS:
        done = toolcrib("check", "--format", format_, "--output", f"{format_}:out.{format_}")
        assert (done.code, done.err) == (1, "")
        assert "ud800" in done.out.encode().decode()
        assert "ud800" in (adopted / f"out.{format_}").read_text()
    found = json.loads(toolcrib("surface", "--format", "json").out.encode())
    assert "a\ud800b" in {tool["name"] for tool in found["tools"]}
    assert "a\\ud800b" in toolcrib("surface").out.encode().decode()
    assert toolcrib("show", "--format", "json").out.encode()
    assert toolcrib("check", "--write-baseline").code == 0
    done = toolcrib("fix")
    assert done.code == 1
    assert "the tool `a\\ud800b` holds U+D800, which a reader cannot see, so it cannot have a row" in done.err
    (adopted / "manifest" / "tools.yaml").unlink()
    (adopted / "manifest" / "pins.yaml").unlink()
    (adopted / "pyproject.toml").write_text("")
    done = toolcrib("init", "--no-input")
    assert "the tool `a\\ud800b` holds U+D800, which a reader cannot see: rename it in code" in done.err


def test_file_names_that_are_no_utf8_are_refused_in_few_words(toolcrib: Any, adopted: Path) -> None:
    odd = os.fsdecode(b"caf\xe9")
    for number in range(30):
        try:
            (adopted / "app" / f"{odd}{number}.py").write_text("")
        except OSError:
            pytest.skip("the file system refuses such names itself")
    for command in ("check", "surface"):
        done = toolcrib(command)
        assert done.code == 2
        assert "error: the file name `app/caf\\xe90.py` is not UTF-8" in done.err
        assert "10 more files cannot be read" in done.err
        assert "leave it out with `exclude`" in done.err
        assert len(done.err.splitlines()) < 30
    config = adopted / "pyproject.toml"
    config.write_text(config.read_text() + 'exclude = ["caf?*.py"]\n')
    for command in (["check"], ["surface"], ["check", "--format", "sarif"], ["surface", "--format", "json"]):
        done = toolcrib(*command)
        assert (done.code, done.err) == (0, "")
        assert done.out.encode()
