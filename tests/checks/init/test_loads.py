"""Whatever the source holds, a draft is a manifest but for its open questions, and none once they are answered."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcrib.checks import assert_surface_matches
from toolcrib.checks.init import Answers, Question, draft, manifest_text, parse_answer, pins_text
from toolcrib.checks.surface import AgentBinding, Declaration, Description, Hint, HintName, Surface, TextSource
from toolcrib.manifest import Location, ManifestProblems, load_text

# Names as real servers have them: with spaces, dots, colons, in other languages, and words that YAML reads otherwise.
NAMES = st.one_of(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_./:-]{0,20}[A-Za-z0-9]", fullmatch=True),
    st.sampled_from(
        ["no", "null", "1.5", "0x10", "a b", "列出", "lister les données", "~", "true", "-x", "#x", "a: b", "?"]
    ),
)
TEXTS = st.one_of(st.none(), st.text(max_size=80), st.text(st.characters(codec="utf-8"), min_size=1, max_size=300))
SERVERS = st.sampled_from(["", "mcp", "Billing", "Ünïcode ✓", "a" * 200, "***"])
FILES = st.sampled_from(["app/one.py", "app/two.py", "pay/server.py", "server.py"])


@st.composite
def declarations(draw: st.DrawFn, framework: str) -> Declaration:
    name, text = draw(NAMES), draw(TEXTS)
    at = Location(draw(FILES), draw(st.integers(1, 99)))
    hints = draw(st.lists(st.sampled_from([(HintName.READ_ONLY, True), (HintName.READ_ONLY, False)]), max_size=1))
    return Declaration(
        name=name,
        declared_name=name,
        at=at,
        site=at,
        framework=framework,
        server=draw(SERVERS),
        description=Description(
            source=TextSource.NONE if text is None else TextSource.ARGUMENT,
            sent=text,
            accepted=() if text is None else (text,),
            at=at,
        ),
        hints=tuple(Hint(name=hint, value=value, at=at, spelled=str(value)) for hint, value in hints),
    )


@st.composite
def surfaces(draw: st.DrawFn) -> Surface:
    framework = draw(st.sampled_from(["fastmcp", "mcp", "langchain"]))
    tools = tuple(draw(st.lists(declarations(framework), min_size=1, max_size=6)))
    agents = ()
    if framework == "langchain":
        bound = st.lists(st.sampled_from([tool.name for tool in tools]), max_size=3)
        at = Location("app/agents.py")
        agents = tuple(
            AgentBinding(agent=name, at=at, framework=framework, tools=tuple(draw(bound)))
            for name in draw(st.lists(st.sampled_from(["chat", "Chat Bot", "✓", ""]), max_size=3))
        )
    return Surface(tools=tools, agents=agents, files=("app/one.py", "app/two.py", "pay/server.py", "server.py"))


@given(surface=surfaces())
@settings(deadline=None, max_examples=60)
def test_a_draft_is_a_manifest_but_for_its_questions(surface: Surface) -> None:
    for manifest in draft(surface, Answers(), projects={"": "acme"}).manifests:
        found = problems(manifest_text(manifest), pins_text(manifest))
        assert set(found) <= {"open-question"}
        assert len(found) == manifest.questions


def problems(manifest: str, pins: str) -> list[str]:
    try:
        load_text(manifest, pins=pins)
    except ManifestProblems as group:
        return [getattr(error, "code", "") for error in group.exceptions]
    return []


ANSWERED = Answers(
    tuple(
        parse_answer(question, f"*={value}")
        for question, value in (
            (Question.MUTATES, "true"),
            (Question.CAPABILITY, "area"),
            (Question.AGENT, "chat"),
            (Question.DESCRIPTION, "It does what its name says."),
            (Question.PIN_REASON, "A person asks for it each time."),
            (Question.FEATURE, "area"),
            (Question.EMPTY_SELECTION, "none"),
        )
    )
)


@given(surface=surfaces())
@settings(deadline=None, max_examples=60)
def test_an_answered_draft_holds(surface: Surface) -> None:
    manifests = draft(surface, ANSWERED, projects={"": "acme"}).manifests
    for manifest in manifests:
        declared = load_text(manifest_text(manifest), pins=pins_text(manifest))
        assert manifest.questions == 0
        if len(manifests) == 1:
            # Names twice and hidden characters are findings of the code, not of the draft; and who may hold the tools
            # is answered here without a look at the agents' lists.
            try:
                assert_surface_matches(surface, declared, ignore=["TC103", "TC105", "TC106", "TC205"])
            except AssertionError as failure:
                pytest.fail(str(failure))
