"""Whatever a file holds, a reader gives a document or its own error, soon; and what it accepts, a second judge accepts.

The judge is written a second time on plain values, from the same facts: it knows neither the tree nor the readers.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from toolcrib.registry.agentproto import (
    DaemonTools,
    DocumentProblems,
    Host,
    NoDaemon,
    Tier,
    UiTools,
    agent_of,
    app_of,
    build_executors,
    check_ui_call,
    read_agent,
    read_app,
    read_tool,
    resolve_tools,
    review_agent,
    review_app,
    review_tools,
    tool_of,
    ui_allowlist,
)

READERS: list[Callable[[bytes, str], object]] = [read_agent, read_app, read_tool]
DAEMON = DaemonTools.of("app_data_read", "command_execute", "own")
SECONDS = 60  # processor time on a slow machine

AGENT = """---
schema: agent/v1
id: '@o/one'
description: One.
model: m
version: 1.2.3
tools:
  - read_file
  - {ref: app_data_read}
  - app_*
autonomy: 4
traits: {care: 3}
on: {dawn: wake}
publish: {visibility: private}
metadata:
  adapter: mastra-agent
---
Work.
"""


# -- a second judge ----------------------------------------------------------------------------------------------------


def a_text(value: object, most: int = 10**6) -> bool:
    return type(value) is str and 1 <= len(value) <= most


def a_number(value: object, whole: bool = False) -> bool:
    good = type(value) in (int, float) and 0 <= value <= 10  # type: ignore[operator]
    return good and (not whole or value == int(value))  # type: ignore[call-overload]


def a_reference(value: Any) -> bool:
    if isinstance(value, dict):
        if len(value) != 1:
            return False
        ((key, inner),) = value.items()
        return (key in ("ref", "file") and a_text(inner)) or (key == "inline" and isinstance(inner, dict))
    return a_text(value)


def each(judge: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(judge, value))


def values(judge: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(judge, value.values()))


def within(**known: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(known[k](v) for k, v in value.items() if k in known)


def an_id(value: Any) -> bool:
    slug = r"[a-z0-9][a-z0-9._-]{0,79}"
    return a_text(value) and 2 <= len(value) <= 80 and bool(re.fullmatch(rf"(@{slug}/)?{slug}", value))


def a_version(value: Any) -> bool:
    part = r"(0|[1-9][0-9]{0,8})"
    pattern = rf"{part}\.{part}\.{part}(-[0-9A-Za-z.-]{{1,80}})?(\+[0-9A-Za-z.-]{{1,80}})?"
    return a_text(value) and bool(re.fullmatch(pattern, value))


JUDGES: dict[str, Callable[[Any], bool]] = {
    "schema": lambda v: v == "agent/v1",
    "id": an_id,
    "description": lambda v: a_text(v, 2_000),
    "model": lambda v: a_text(v) or (isinstance(v, dict) and ("ref" not in v or a_text(v["ref"]))),
    "version": a_version,
    "tools": each(lambda v: v is not None),
    "actions": lambda v: isinstance(v, dict) and set(v) == {"granted"} and each(a_reference)(v["granted"]),
    "memory": within(scope=lambda v: v in ("per-conversation", "per-thread", "per-workspace", "none")),
    "traits": values(a_number),
    "autonomy": lambda v: a_number(v, whole=True),
    "boundaries": each(a_text),
    "tags": each(a_text),
    "on": values(a_reference),
    "publish": lambda v: (
        isinstance(v, dict)
        and {"visibility"} <= set(v) <= {"visibility", "registry"}
        and v["visibility"] in ("private", "unlisted", "public")
        and ("registry" not in v or a_text(v["registry"]))
    ),
    # The adapter first: where it is written, nobody asks for the harness.
    "metadata": lambda v: isinstance(v, dict) and a_text(v.get("adapter", v.get("harness", "none"))),
    **dict.fromkeys(("extends", "identity", "persona", "runner", "governance", "policy"), a_reference),
    **dict.fromkeys(("skills", "workflows", "routines", "delegates_to"), each(a_reference)),
}


def may_be_an_agent(header: Any) -> bool:
    if not isinstance(header, dict) or not {"schema", "id", "description", "model"} <= set(header):
        return False
    return all(key in JUDGES and JUDGES[key](value) for key, value in header.items())


# -- generated documents -----------------------------------------------------------------------------------------------

TEXTS = st.text(alphabet="abz @/.*:-_019é", max_size=8) | st.sampled_from(
    ["agent/v1", "@o/one", "1.0.0", "on", "yes", "private", "per-thread", "none", "read_file"]
)
LEAVES = st.none() | st.booleans() | st.integers(-2, 12) | st.floats(-1, 11).map(lambda v: round(v, 2)) | TEXTS
NAMES = st.sampled_from(["ref", "file", "inline", "granted", "scope", "visibility", "registry", "adapter", "x"])
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
GOOD = {
    "schema": st.just("agent/v1"),
    "id": st.sampled_from(["one", "@o/one"]),
    "description": st.just("One."),
    "model": st.just("m"),
    "tools": st.lists(st.sampled_from(["read_file", "own", {"ref": "app_data_read"}, 5, ""]), max_size=4),
    "autonomy": st.integers(0, 10),
    "publish": st.just({"visibility": "private"}),
    "version": st.just("1.0.0"),
}


@st.composite
def headers(draw: st.DrawFn) -> dict[str, Any]:
    """A good header, with a few of its keys changed, taken away or added."""
    kept = [name for name in GOOD if name in ("schema", "id", "description", "model") or draw(st.booleans())]
    found: dict[str, Any] = {name: draw(GOOD[name]) for name in kept}
    for name in draw(st.lists(st.sampled_from([*JUDGES, "adapter", "Tools"]), max_size=2)):
        found[name] = draw(ANYTHING)
    for name in draw(st.lists(st.sampled_from(sorted(GOOD)), max_size=1)):
        if draw(st.integers(0, 3)) == 0:
            found.pop(name, None)
    return found


@settings(deadline=None, max_examples=400)
@given(headers())
def test_a_header_is_accepted_exactly_where_the_judge_accepts_it(header: dict[str, Any]) -> None:
    text = f"---\n{json.dumps(header, ensure_ascii=False)}\n---\n"
    agent, problems = agent_of(text.encode(), "AGENT.md")
    assert (agent is not None) is may_be_an_agent(header), problems
    assert (agent is None) is bool(problems)
    if agent is not None:
        assert [entry.index for entry in agent.tools] == list(range(len(header.get("tools", []))))


PIECES = st.sampled_from(
    [
        *(
            "\n",
            " ",
            ":",
            "- ",
            "'",
            '"',
            "{",
            "}",
            "[",
            "]",
            "#",
            "&a ",
            "*a",
            "!x ",
            "|",
            ">",
            "---",
            "...",
            "yes",
            "010",
        ),
        *(
            "\t",
            "tools:",
            "id: two\n",
            "on",
            "null",
            "~",
            "5",
            "\\",
            "%",
            "@",
            "é",
            "\u200b",
            "\r\n",
            "<<: ",
            "? ",
            ", ",
        ),
    ]
)


@settings(deadline=None, max_examples=600)
@given(st.lists(st.tuples(st.integers(0, len(AGENT)), st.integers(0, 6), PIECES), min_size=1, max_size=3))
@example([(4, 0, "\n")])
def test_what_is_accepted_after_damage_may_be_an_agent(cuts: list[tuple[int, int, str]]) -> None:
    """Read by another reader as well: no doubtful text is taken for a header that nobody wrote."""
    text = AGENT
    for at, length, piece in cuts:
        text = text[:at] + piece + text[at + length :]
    agent, problems = agent_of(text.encode(), "AGENT.md")
    assert (agent is None) is bool(problems)
    if agent is not None:
        lines = text.replace("\r\n", "\n").split("\n")
        end = next(number for number, line in enumerate(lines) if number and re.fullmatch(r"---[ \t]*", line))
        header = YAML(typ="safe", pure=True).load("\n".join(lines[1:end]))
        assert may_be_an_agent(header)
        assert agent.id == header["id"]
        listed = [
            one if isinstance(one, str) else one.get("ref")
            for one in header.get("tools", [])
            if isinstance(one, (str, dict))
        ]
        assert [entry.id for entry in agent.tools if entry.id] == [
            one for one in listed if one and isinstance(one, str)
        ]


FRAMED = st.text(max_size=80).map(lambda text: f"---\n{text}\n---\n".encode("utf-8", "surrogatepass"))


@settings(deadline=None, max_examples=400)
@given(
    st.binary(max_size=80) | FRAMED | st.text(alphabet="-:[]{}#&*!|>'\"%@` \n\t,ab1~?.", max_size=60).map(str.encode)
)
def test_nothing_but_a_document_or_its_own_error(content: bytes) -> None:
    for of, read in zip((agent_of, app_of, tool_of), READERS, strict=True):
        found, problems = of(content, "X.md")
        assert (found is None) is bool(problems)
        assert all(problem.at is not None and problem.message for problem in problems)
        if found is not None:
            assert read(content, "X.md") == found
            continue
        with pytest.raises(DocumentProblems) as caught:
            read(content, "X.md")
        assert caught.value.errors


@settings(deadline=None)
@given(headers(), st.booleans(), st.booleans(), st.booleans())
def test_an_entry_has_one_outcome_and_only_what_is_declared_runs(
    header: dict[str, Any], modes: bool, exec_allowed: bool, reached: bool
) -> None:
    agent, _ = agent_of(f"---\n{json.dumps(header)}\n---\n".encode(), "AGENT.md")
    if agent is None:
        return
    daemon = DAEMON if reached else NoDaemon("gone")
    found = resolve_tools(agent, daemon=daemon, host=Host(modes=modes, exec_allowed=exec_allowed))
    assert [one.entry for one in found.entries] == list(agent.tools)
    assert set(build_executors(found)) == {one.id for one in agent.tools if one.id}
    assert not set(found.ambient) & set(found.names)
    if not reached or not modes:
        assert not found.of(Tier.DAEMON)
    assert review_tools(found, app_id="me") == review_tools(found, app_id="me")
    review_agent(agent)


@settings(deadline=None)
@given(st.none() | st.lists(TEXTS.filter(bool), max_size=4), TEXTS)
def test_a_page_reaches_what_is_listed_and_the_two_tools_of_discovery(tools: list[str] | None, asked: str) -> None:
    ui = {"path": "p"} | ({} if tools is None else {"tools": tools})
    header = {"schema": "app/v1", "agents": [], "workflows": [], "ui": ui}
    app, problems = app_of(f"---\n{json.dumps(header, ensure_ascii=False)}\n---\n".encode(), "APP.md")
    assert app is not None, problems
    assert app.ui is not None
    assert isinstance(app.ui.tools, UiTools) is (tools is not None)
    assert set(ui_allowlist(app)) <= {*(tools or ()), "adapter_list", "harness_preset_list"}
    assert bool(check_ui_call(app, asked)) is (asked in ui_allowlist(app))
    review_app(app)


HOSTILE = {
    "brackets": b"---\ntools: " + b"[" * 60_000 + b"\n---\n",
    "braces": b"---\ntools: " + b"{a: " * 15_000 + b"\n---\n",
    "dashes": b"---\n" + b"- " * 30_000 + b"\n---\n",
    "questions": b"---\n" + b"? " * 30_000 + b"\n---\n",
    "keys": b"---\n" + b"".join(b"k%d: 1\n" % number for number in range(6_000)) + b"---\n",
    "one key": b"---\n" + b"id: 1\n" * 10_000 + b"---\n",
    "entries": b"---\ntools:\n" + b"- [a]\n" * 10_000 + b"---\n",
    "nulls": b"---\ntools: [" + b"null, " * 10_000 + b"]\n---\n",
    "anchors": b"---\n" + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n, n) for n in range(2_000)) + b"---\n",
    "a quote": b'---\nid: "' + b"x\n" * 30_000 + b"\n---\n",
    "a long line": b"---\nid: " + b"x" * 60_000 + b"\n---\n",
    "long digits": b"---\nautonomy: " + b"9" * 40_000 + b"\n---\n",
    "underscores": b"---\nautonomy: 1" + b"_" * 40_000 + b"x\n---\n",
    "sixties": b"---\nautonomy: 1" + b":5" * 20_000 + b"x\n---\n",
    "a long header": b"---\n" + b"# x\n" * 100_000 + b"---\n",
    "a large file": b"---\nid: x\n---\n" + b"x" * 2_000_000,
    "fences": b"---\n" + b"----\n" * 100_000,
    "unclosed": b"---\n" + b"x\n" * 400_000,
    "a wide one": "---\nid: x\n---\n".encode("utf-16"),
    "nothing": b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_soon(name: str) -> None:
    for read in READERS:
        began = time.process_time()
        with pytest.raises(DocumentProblems) as caught:
            read(HOSTILE[name], "X.md")
        assert time.process_time() - began < SECONDS
        assert 0 < len(caught.value.errors) <= 101
        assert all(len(str(error)) < 1_000 for error in caught.value.errors)


def test_a_long_list_of_nonsense_is_remarked_on_soon() -> None:
    text = AGENT.replace("tools:\n", "tools:\n" + "".join(f"  - app_data_raed{n}\n" for n in range(2_500)))
    began = time.process_time()
    found = review_tools(resolve_tools(read_agent(text.encode(), "AGENT.md"), daemon=DAEMON))
    assert time.process_time() - began < SECONDS
    assert len(found) == 2_501
    assert "`app_data_read`" in found[0].hint
    assert found[-2].hint == "Remove it, or make it available."


def test_a_long_prompt_is_no_reason_to_refuse() -> None:
    """The bounds on lines are the header's."""
    text = AGENT + "x" * 200_000 + "\n" + "---\n" + "more\n" * 50_000
    assert read_agent(text.encode(), "AGENT.md").body.startswith("Work.\nxxx")


@pytest.mark.parametrize("text", [AGENT.replace("\n", "\r\n"), "\ufeff" + AGENT, AGENT.replace("---\n", "--- \t\n")])
def test_line_ends_a_byte_order_mark_and_blanks_behind_the_fence_change_nothing(text: str) -> None:
    agent, plain = read_agent(text.encode(), "AGENT.md"), read_agent(AGENT.encode(), "AGENT.md")
    assert agent.tools == plain.tools
    assert agent.body.strip() == plain.body.strip()
    assert dict(agent.places) == dict(plain.places)
