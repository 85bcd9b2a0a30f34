"""What is drafted: facts from the code, open questions for the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolcrib.checks.init import OPEN, Answers, Question, draft, parse_answer
from toolcrib.checks.surface import AgentBinding, Declaration, HintName, Surface, TextSource, Unresolved
from toolcrib.manifest import Location

MakeTool = Callable[..., Declaration]
PROJECT = {"": "Acme Tools"}
READ, DESTROY = HintName.READ_ONLY, HintName.DESTRUCTIVE


def said(*given: tuple[Question, str]) -> Answers:
    return Answers(tuple(parse_answer(question, text) for question, text in given))


@pytest.mark.parametrize(
    ("hints", "mutates"),
    [
        ([(READ, True)], False),
        ([(READ, False)], True),
        ([(DESTROY, True)], True),
        ([(DESTROY, False)], OPEN),
        ([(READ, True), (DESTROY, True)], False),
        ([], OPEN),
    ],
)
def test_mutates_comes_from_hints_only(tool: MakeTool, hints: list[tuple[HintName, bool]], mutates: object) -> None:
    row = draft(Surface(tools=(tool("x", hints=hints),)), Answers(), projects=PROJECT).manifests[0].rows[0]
    assert row.mutates is mutates


def test_hints_that_contradict_each_other_leave_the_question_open(tool: MakeTool) -> None:
    twice = (tool("x", hints=[(READ, True)]), tool("x", line=9, hints=[(READ, False)]))
    assert draft(Surface(tools=twice), Answers(), projects=PROJECT).manifests[0].rows[0].mutates is OPEN


def test_the_description_is_the_code_s_without_its_parameter_sections(tool: MakeTool) -> None:
    long = "Do it.\n\n    Args:\n        x: what"
    rows = draft(Surface(tools=(tool("x", text=long, accepted=(long, "Do it.")),)), Answers(), projects=PROJECT)
    assert rows.manifests[0].rows[0].description == "Do it."


def test_a_text_that_the_environment_may_replace_is_the_code_s_until_somebody_does(tool: MakeTool) -> None:
    long = "Do it.\n\n    Args:\n        x: what"
    stated = tool("x", text=long, accepted=(long, "Do it."))
    open_text = replace(stated, description=replace(stated.description, source=TextSource.UNKNOWN))
    unread = replace(
        open_text,
        name="y",
        description=replace(open_text.description, source=TextSource.UNKNOWN, sent=None, accepted=()),
    )
    rows = draft(Surface(tools=(open_text, unread)), Answers(), projects=PROJECT).manifests[0].rows
    assert [row.description for row in rows] == ["Do it.", OPEN]


def test_what_nobody_can_see_is_left_out_of_a_description(tool: MakeTool) -> None:
    hidden = tool("x", text="Do it.\u200b\u202e Now\x07.")
    row = draft(Surface(tools=(hidden,)), Answers(), projects=PROJECT).manifests[0].rows[0]
    assert row.description == "Do it. Now."


def test_a_server_alone_gets_one_agent_and_one_capability_without_being_asked(tool: MakeTool) -> None:
    manifest = draft(Surface(tools=(tool("x"), tool("y"))), Answers(), projects=PROJECT).manifests[0]
    assert [(agent.name, agent.empty_selection) for agent in manifest.agents] == [("clients", "none")]
    assert [(one.name, one.feature) for one in manifest.capabilities] == [("acme-tools", None)]
    assert {row.agents for row in manifest.rows} == {("clients",)}
    assert [row.questions for row in manifest.rows] == [("mutates",), ("mutates",)]
    assert manifest.questions == 2


def test_agents_in_code_hold_what_is_bound_to_them(tool: MakeTool) -> None:
    at = Location("app/agents.py", 3)
    surface = Surface(
        tools=(tool("a", framework="langchain", server=""), tool("b", framework="langchain", server="")),
        agents=(AgentBinding(agent="Chat Bot", at=at, framework="langchain", tools=("a",)),),
    )
    manifest = draft(surface, Answers(), projects=PROJECT).manifests[0]
    assert [(row.name, row.agents, row.capability) for row in manifest.rows] == [
        ("a", ("chat-bot",), OPEN),
        ("b", OPEN, OPEN),
    ]
    assert [(agent.name, agent.empty_selection) for agent in manifest.agents] == [("chat-bot", OPEN)]


def test_answers_settle_questions_and_bring_their_agents_and_capabilities(tool: MakeTool) -> None:
    surface = Surface(tools=(tool("delete_a", framework="langchain"), tool("b", framework="langchain")))
    answers = said(
        (Question.MUTATES, "*=false"),
        (Question.MUTATES, "delete_*=true"),
        (Question.CAPABILITY, "*=billing"),
        (Question.AGENT, "*=chat"),
        (Question.PIN_REASON, "delete_a=A person asks for each deletion."),
        (Question.FEATURE, "billing=billing:write"),
        (Question.EMPTY_SELECTION, "chat=defaults"),
    )
    done = draft(surface, answers, projects=PROJECT)
    assert done.questions == 0
    assert [(one.name, one.feature) for one in done.manifests[0].capabilities] == [("billing", "billing:write")]
    assert [(one.name, one.empty_selection) for one in done.manifests[0].agents] == [("chat", "defaults")]


def test_a_writer_without_a_reason_is_a_question(tool: MakeTool) -> None:
    surface = Surface(tools=(tool("x", hints=[(READ, False)]),))
    assert draft(surface, Answers(), projects=PROJECT).manifests[0].rows[0].questions == ("pin reason",)


def test_servers_in_folders_of_their_own_get_a_manifest_each(tool: MakeTool) -> None:
    surface = Surface(
        tools=(
            tool("a", path="src/one/pkg/server.py", server="One"),
            tool("b", path="src/two/pkg/server.py", server="mcp"),
            tool("b", path="src/three/pkg/tools/t.py", server="mcp"),
        )
    )
    projects = {"": "mono", "src/one": "one-srv", "src/two": "two-srv", "src/three": "three-srv"}
    manifests = draft(surface, Answers(), projects=projects).manifests
    assert [(one.name, one.source, [row.name for row in one.rows]) for one in manifests] == [
        ("one", ("src/one",), ["a"]),
        ("three", ("src/three",), ["b"]),
        ("two", ("src/two",), ["b"]),
    ]
    assert [one.capabilities[0].name for one in manifests] == ["one", "three-srv", "two-srv"]


def test_servers_in_files_of_their_own_get_a_manifest_each(tool: MakeTool) -> None:
    surface = Surface(tools=(tool("a", path="app/one.py", server="One"), tool("b", path="app/two.py", server="Two")))
    manifests = draft(surface, Answers(), projects=PROJECT).manifests
    assert [(one.name, one.source) for one in manifests] == [("one", ("app/one.py",)), ("two", ("app/two.py",))]


def test_servers_that_share_a_file_share_a_manifest_and_it_is_said(tool: MakeTool) -> None:
    surface = Surface(tools=(tool("a", server="One"), tool("b", server="Two")))
    done = draft(surface, Answers(), projects=PROJECT)
    assert [[row.name for row in one.rows] for one in done.manifests] == [["a", "b"]]
    assert [row.capability for row in done.manifests[0].rows] == ["one", "two"]
    assert done.remarks == ("servers One, Two share files, so they have one manifest",)


def test_a_registration_that_cannot_be_read_becomes_a_question_in_the_configuration(tool: MakeTool) -> None:
    open_one = Unresolved(
        at=Location("app/server.py", 50),
        framework="fastmcp",
        server="mcp",
        reason="the list is made at run time",
        settle="a literal list",
        anchor="reg: mcp.add_tool(fn)",
    )
    done = draft(Surface(tools=(tool("a"),), unresolved=(open_one,)), Answers(), projects=PROJECT)
    assert [(one.file, one.anchor, one.line) for one in done.acknowledgements] == [
        ("app/server.py", "reg: mcp.add_tool(fn)", 50)
    ]
