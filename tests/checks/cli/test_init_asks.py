"""`toolcrib init` asks a person at a terminal: together where it can, again where it must, later where it may."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.cli._prompts import ask_all
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.init import OpenQuestion, Question
from toolcrib.manifest import load


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


def test_no_input_asks_nothing(toolcrib: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, Person())
    assert toolcrib("init", "--no-input").code == 0


def test_nothing_open_asks_nothing() -> None:
    person = Person()
    assert ask_all(lambda _: (), person, lambda _: None) == ()
    assert not person.prompts
