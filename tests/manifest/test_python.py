"""The Python form: read and run, it is the same manifest; what only running could tell is refused."""

from __future__ import annotations

from typing import Any

import pytest

from toolcrib.manifest import Location, Manifest, ManifestProblems, load_text

HEAD = "from toolcrib.manifest import Manifest\n"
ROW = '{"description": "d", "capability": "c", "mutates": False, "agents": ["chat"]}'
CALL = 'Manifest(agents={"chat": {"empty_selection": "none"}}, capabilities={"c": {"feature": None}}, tools=TOOLS)'
LAST = f"\nTOOL_MANIFEST = {CALL}\n"


def written(source: str) -> str:
    """The snippets below in full: `ROW` and `CALL` stand for the texts above."""
    source = source.replace("ROW", ROW).replace("CALL", CALL)
    return source if "MANIFEST" in source else HEAD + source + LAST


def read(source: str) -> Manifest:
    """The manifest, read without running it and run: they have to be equal."""
    scope: dict[str, Any] = {}
    exec(compile(source, "tool_manifest.py", "exec"), scope)
    declared = load_text(source, path="tool_manifest.py").manifest
    assert declared == scope["TOOL_MANIFEST"]
    return declared


def refused(source: str) -> str:
    with pytest.raises(ManifestProblems) as caught:
        load_text(source, path="tool_manifest.py")
    return "\n".join(str(error).split("\n")[0] for error in caught.value.errors)


@pytest.mark.parametrize(
    "source",
    [
        'TOOLS = {"a": ROW}',
        'TOOLS: dict[str, object] = {"a": ROW}',
        'import toolcrib.manifest as tm\nTOOLS = {"a": ROW}\nTOOL_MANIFEST: tm.Manifest = tm.CALL',
        'import toolcrib.manifest\nTOOLS = {"a": ROW}\nTOOL_MANIFEST = toolcrib.manifest.CALL',
        'from toolcrib.manifest import Manifest as M\nManifest = print\nTOOLS = {"a": ROW}\nTOOL_MANIFEST = M'
        + CALL.removeprefix("Manifest"),
        "TOOLS = dict(a=ROW)",
        'ONE = {"a": ROW}\nTOOLS = {**ONE, "b": ROW}',
        'ONE = {"a": ROW}\nTOOLS = ONE | {"a": ROW, "b": ROW}',
        'ONE = {"a": 1}\nTOOLS = {**ONE, "a": ROW}',
        'ONE = {"a": ROW}\nTOOLS = {"a": 1, **ONE}',
        'N = "li" "st"\nTOOLS = {N + "_x": ROW, f"{N}_y": ROW}',
        'from textwrap import dedent\nD = dedent("""\n    x\n      y\n    """).strip()\n'
        'TOOLS = {"a": {"description": D, "capability": "c", "mutates": False, "agents": []}}',
        'import inspect\nTOOLS = {"a": {"description": inspect.cleandoc("""A\n      b"""), "capability": "c", '
        '"mutates": False, "agents": []}}',
        'WHO = ["chat"]\nTOOLS = {"a": {"description": "d", "capability": "c", "mutates": False, "agents": [*WHO]}}\n'
        "print(len(WHO), sorted(WHO))",
        'WHO = ("chat",) + ()\n'
        'TOOLS = {"a": {"description": "d", "capability": "c", "mutates": False, "agents": list(WHO)}}',
        f'{HEAD}ALL = {{"tools": {{"a": ROW}}, "capabilities": {{"c": {{"feature": None}}}}}}\n'
        'TOOL_MANIFEST = Manifest(agents={"chat": {"empty_selection": "none"}}, **ALL, renamed=None, pins=None)',
        'TOOLS = {"a": ROW}\ndef f(TOOLS):\n    WHO = TOOLS\n    return WHO',
        'TOOLS = {"a": ROW}\nclass TOOL:\n    TOOLS = 1',
        'TOOLS = {"a": ROW}\nX = [TOOLS for TOOLS in ()]',
    ],
)
def test_what_has_one_value_is_read(source: str) -> None:
    assert "chat" in read(written(source)).agents


CLASSES = '''\
"""Tools. é"""
from datetime import date
from toolcrib.manifest import (
    Agent, Capability, EmptySelection, Manifest, Pins, Rename, RuntimeTools, ToolRow,
)

TOOL_MANIFEST = Manifest(
    agents={
        "chat": Agent(
            empty_selection=EmptySelection.DEFAULTS, runtime_tools=RuntimeTools(source="a.py", tools=["x"])
        ),
    },
    capabilities={"c": Capability(feature="c.read")},
    tools={
        "é": ToolRow(description="é" "è", capability="c", mutates=True, agents=("chat",), scope={"id": "project"}),
    },
    renamed={"a": Rename(to="é", until=date(2027, 6, 30)), "b": {"to": "é", "until": "2027-06-30"}},
    pins=Pins(mutating={"é": "A person asked for it in words."}),
)
'''


def test_the_classes_themselves_are_read() -> None:
    assert read(CLASSES).tools["é"].description == "éè"
    declared = load_text(CLASSES, path="tool_manifest.py")
    assert declared.at("tools", "é") == Location("tool_manifest.py", 15, 9, 15, 12)
    line = CLASSES.split("\n")[14]
    assert declared.at("tools", "é", "capability").column == line.index("capability") + 1
    assert declared.at("tools", "é", "agents", "chat").column == line.index('"chat"') + 1
    assert declared.at("pins", "mutating", "é").line == 18
    assert declared.at("agents", "chat", "runtime_tools", "tools", "x").line == 10


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("TOOLS_MANIFEST = 1", "no TOOL_MANIFEST is assigned at the top of the file"),
        ("TOOL_MANIFEST = {}", "1:17: TOOL_MANIFEST must be `Manifest(...)`, imported from toolcrib.manifest"),
        ("from other import Manifest\nTOOL_MANIFEST = CALL", "must be `Manifest(...)`, imported from toolcrib"),
        (f"{HEAD}TOOLS = {{}}\nTOOL_MANIFEST = CALL\nTOOL_MANIFEST = 1", "`TOOL_MANIFEST` is bound more than once"),
        (f"{HEAD}if True:\n    TOOL_MANIFEST = CALL", "is bound by more than a plain assignment"),
        ("TOOLS = {}\nTOOLS['a'] = ROW", "3:1: `TOOLS` may be changed here"),
        ("TOOLS = {}\ndel TOOLS['a']", "3:5: `TOOLS` may be changed here"),
        ("TOOLS = {}\nTOOLS.update(a=ROW)", "3:1: `TOOLS` may be changed here"),
        ("TOOLS = {}\nfill(TOOLS)", "3:1: `TOOLS` may be changed here"),
        ("TOOLS = {}\nTOOLS |= {}", "`TOOLS` is bound more than once"),
        ("TOOLS = {}\nfor TOOLS in (): pass", "`TOOLS` is bound more than once"),
        ("TOOLS = {}\nwith open('x') as TOOLS: pass", "`TOOLS` is bound more than once"),
        ("TOOLS = {}\ntry: pass\nexcept OSError as TOOLS: pass", "`TOOLS` is bound more than once"),
        ("TOOLS = {}\nmatch 1:\n    case TOOLS: pass", "`TOOLS` is bound more than once"),
        ("TOOLS = {}\nX = [(TOOLS := n) for n in ()]", "`TOOLS` is bound more than once"),
        ("TOOLS = {}\ndef f():\n    global TOOLS\n    TOOLS = 1", "`TOOLS` may be assigned in a function"),
        ("from x import TOOLS", "`TOOLS` comes from `x.TOOLS`"),
        ("def TOOLS(): ...", "`TOOLS` is bound by more than a plain assignment"),
        ("OTHER = 1", "`TOOLS` is not assigned in this file"),
        ("TOOLS = {n: ROW for n in 'ab'}", "has no value that can be read without running it"),
        ("import os\nTOOLS = {os.name: ROW}", "3:10: `os.name` has no value that can be read without running it"),
        ("dict = print\nTOOLS = dict(a=ROW)", "has no value that can be read without running it"),
        (f"{HEAD}TOOL_MANIFEST = Manifest({{}})", "every argument needs its name here"),
        ("TOOLS = {'a': ROW, 'a': ROW}", "tool `a` is declared twice"),
        ("TOOLS = {'a': {'description': f'{1:>5}'}}", "a formatted value has to be a plain text here"),
        ("TOOLS = {('a', 'b'): ROW}", "a key must be a name"),
        ("TOOLS = {**['a']}", "only a dict can be unpacked here"),
        ("TOOLS = {'a': {'mutates': 0}}", "must be true or false, not `0`"),
        ("TOOLS = {'a': {'agents': {'chat'}}}", "`{'chat'}` has no value that can be read without running it"),
        ("TOOLS = {'a': b'x'}", "has no value that can be read without running it"),
        ("from datetime import date\nTOOLS = {'a': date(2027, 13, 1)}", "`date(2027, 13, 1)` is no date"),
        (f"{HEAD}TOOL_MANIFEST = (\n", "2:17: the file is not Python here"),
    ],
)
def test_what_only_running_could_tell_is_refused(source: str, words: str) -> None:
    assert words in refused(written(source))


def test_a_manifest_that_is_run_says_the_same_without_places() -> None:
    with pytest.raises(ManifestProblems) as caught:
        Manifest(
            agents={"chat": {"empty_selection": "none"}},
            capabilities={"c": {"feature": None}},
            tools={"a": {"description": "d", "capability": "d", "mutates": 1, "agents": ["Chat"]}},
        )
    assert caught.value.message == "3 problems in the manifest"
    assert [str(error) for error in caught.value.errors] == [
        "`mutates` of tool `a` must be true or false, not `1`  [tools.a.mutates]\n"
        "    Write true or false, without quotes.",
        "`capability` of tool `a` names capability `d`, which is not declared  [tools.a.capability]\n"
        "    Declared are `c`.",
        "item 1 of `agents` of tool `a` names agent `Chat`, which differs from `chat` only in case or separators"
        "  [tools.a.agents[0]]\n    Write `chat`.",
    ]


def test_nothing_in_a_manifest_can_be_changed() -> None:
    who = ["chat"]
    made = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"c": {"feature": None}},
        tools={"a": {"description": "d", "capability": "c", "mutates": False, "agents": who}},
    )
    before = hash(made)
    who.append("x")
    with pytest.raises(ValueError, match="frozen"):
        made.tools = {}  # type: ignore[misc]  # that it is refused is the point
    with pytest.raises(TypeError):
        made.tools["a"] = 1  # type: ignore[index]  # that it is refused is the point
    assert made.tools["a"].agents == ("chat",)
    assert hash(made) == before
