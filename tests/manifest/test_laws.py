"""What holds for every manifest: it survives writing and reading, all readers agree, edits touch nothing else."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import yaml as pyyaml
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from toolcrib.manifest import (
    DEFAULT_RESULT_LIMIT,
    AddAgent,
    AddCapability,
    AddPin,
    AddRow,
    Agent,
    ArgumentRule,
    Capability,
    Edit,
    EditedSection,
    EditError,
    EmptySelection,
    Manifest,
    ManifestProblems,
    PinKind,
    Pins,
    RemovePin,
    RemoveRow,
    Rename,
    RenameTool,
    RuntimeTools,
    ScopedArgument,
    SetField,
    ToolRow,
    dump,
    dump_pins,
    edit_text,
    load_text,
)
from toolcrib.manifest._names import refuse_feature, refuse_name, refuse_tool_name
from toolcrib.manifest._near import words
from toolcrib.manifest._quick import read_quickly
from toolcrib.manifest._scope import plain_scope, refuse_paths
from toolcrib.manifest._texts import refuse_description, refuse_reason
from toolcrib.manifest._yaml import read_yaml_in_full

# Names and texts that some YAML reader takes for something else.
TRICKY = [
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "Yes",
    "NO",
    "On",
    "null",
    "Null",
    "~",
    "true",
    "False",
    "1",
    "1.5",
    ".5",
    "0x1f",
    "0o7",
    "010",
    "1_000",
    "12:30",
    "1e3",
    ".inf",
    ".NaN",
    "2027-06-30",
    "=",
    "<<",
    "-a",
    "-",
    "--",
    "---",
    "...",
    "?",
    "?a",
    "???",
    ":a",
    "a:",
    "a:b",
    "a,b",
    "[a]",
    "{a}",
    "#a",
    "a#b",
    "*a",
    "&a",
    "!a",
    "|a",
    ">a",
    "%a",
    "@a",
    "`a",
    "'a",
    '"a',
    "a'b",
    'a"b',
    "\\a",
    "é",
    "ß",
    "工具",
    "имя",
    "a/b",
]
SPACED = ["list items", "a - b", "a # b", "a: b", "- a", "? a", "a :b", "x, y", "don't stop", 'say "hi"', "c:\\dir n"]

# A busy machine is no reason to fail: time is held elsewhere.
LAW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

simple_names = st.from_regex(r"[a-z][a-z0-9]{0,6}([_-][a-z0-9]{1,5}){0,2}", fullmatch=True)
odd_text = st.text(
    st.characters(exclude_categories=("Cs", "Co", "Cn", "Cc", "Cf", "Zl", "Zp")) | st.sampled_from("\n\t :#'\"\\"),
    min_size=1,
    max_size=60,
)
tool_names = (simple_names | st.sampled_from(TRICKY + SPACED) | odd_text).filter(
    lambda n: not refuse_tool_name(n) and n != "???"
)
plain_names = (simple_names | st.sampled_from(TRICKY)).filter(lambda n: not refuse_name(n))
features = (simple_names | st.sampled_from([*TRICKY, "billing:read", "org/admin.x"])).filter(
    lambda n: not refuse_feature(n)
)
prose = st.lists(
    st.sampled_from(
        [
            "List",
            "the",
            "schedules",
            "of",
            "a",
            "project",
            "in",
            "scope:",
            "all,",
            "#1",
            "and",
            "'mine'",
            "-",
            '"now"?',
            "é",
            "工具",
            "yes",
        ]
    ),
    min_size=1,
    max_size=40,
).map(" ".join)
descriptions = (
    prose | odd_text | st.sampled_from(TRICKY) | st.lists(prose, min_size=2, max_size=4).map("\n".join)
).filter(lambda t: not refuse_description(t) and t != "???")
reasons = (prose | odd_text).map(lambda t: f"A person asked for it: {t}").filter(lambda t: not refuse_reason(t))


limits = st.none() | st.integers(200, 10_000_000)
paths = st.lists(
    st.tuples(simple_names, st.sampled_from(("", "", "", "[]", "[][]"))).map("".join), min_size=1, max_size=2
).map(".".join)
scoped = (
    plain_names.map(lambda kind: ScopedArgument(ArgumentRule.CHECKED, kind))
    | plain_names.map(lambda kind: ScopedArgument(ArgumentRule.PINNED, kind))
    | plain_names.filter(lambda kind: kind != "workspace").map(lambda kind: ScopedArgument(ArgumentRule.FILLED, kind))
)
scopes = st.dictionaries(paths, scoped, max_size=2).filter(lambda scope: not refuse_paths(scope))


def _distinct(names: Sequence[str]) -> list[str]:
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault("".join(words(name)) or name, name)
    return list(seen.values())


bound_places = st.sampled_from(["app/agents.py:support", "app/a b.py:make.agent", "Support: triage", "chat", "yes"])


@st.composite
def manifests(draw: st.DrawFn, *, small: bool = False) -> Manifest:
    most = 3 if small else 5
    agents = _distinct(draw(st.lists(plain_names, min_size=1, max_size=most, unique=True)))
    capabilities = _distinct(draw(st.lists(plain_names, min_size=1, max_size=most, unique=True)))
    tools = draw(st.lists(tool_names, max_size=most, unique=True))
    runtime = [n for n in draw(st.lists(tool_names, max_size=2, unique=True)) if n not in tools]
    olds = [n for n in draw(st.lists(tool_names, max_size=2, unique=True)) if n not in tools]
    return Manifest(
        agents={
            name: Agent(
                empty_selection=draw(st.sampled_from(EmptySelection)),
                runtime_tools=RuntimeTools(source="app/run time.py", tools=tuple(runtime))
                if runtime and draw(st.booleans())
                else None,
                bound=draw(st.none() | st.lists(bound_places, min_size=1, max_size=2, unique=True).map(tuple)),
            )
            for name in agents
        },
        capabilities={name: Capability(feature=draw(st.none() | features)) for name in capabilities},
        tools={
            name: ToolRow(
                description=draw(descriptions),
                capability=draw(st.sampled_from(capabilities)),
                mutates=draw(st.booleans()),
                agents=tuple(draw(st.lists(st.sampled_from(agents), unique=True))),
                scope=draw(scopes),
                whole_workspace=draw(st.booleans()),
                result_limit=draw(limits),
            )
            for name in tools
        },
        renamed={n: Rename(to=draw(st.sampled_from(tools)), until=draw(st.dates())) for n in olds if tools},
        result_limit=draw(limits) or DEFAULT_RESULT_LIMIT,
        pins=Pins(
            mutating=draw(st.dictionaries(tool_names, reasons, max_size=2)),
            ungated=draw(st.dictionaries(plain_names, reasons, max_size=2)),
        ),
    )


def plain(manifest: Manifest) -> dict[str, Any]:
    return manifest.model_dump(mode="json", exclude={"pins"})


@LAW
@given(manifests())
def test_what_is_dumped_loads_again(m: Manifest) -> None:
    loaded = load_text(dump(m), pins=dump_pins(m.pins)).manifest
    assert loaded == m
    assert hash(loaded) == hash(m)
    assert dump(loaded) == dump(m)


def _as_read(value: Any) -> Any:
    """What a general YAML reader gives, with dates as text: that one difference between YAML 1.1 and 1.2 is known."""
    if isinstance(value, Mapping):
        return {key: _as_read(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_read(inner) for inner in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


@LAW
@given(manifests())
@example(
    Manifest(
        agents={
            "a": Agent(empty_selection=EmptySelection.NONE, runtime_tools=RuntimeTools(source="r.py", tools=("0?",)))
        },
        capabilities={},
        tools={},
    )
)
def test_every_yaml_reader_reads_the_same(m: Manifest) -> None:
    """A YAML 1.1 reader and a YAML 1.2 reader find in a dumped manifest what was declared."""
    declared = m.model_dump(mode="json", exclude={"pins"}, exclude_defaults=True)
    declared |= {name: declared.get(name, {}) for name in ("agents", "capabilities", "tools")}
    assert _as_read(pyyaml.safe_load(dump(m))) == declared
    assert _as_read(YAML(typ="safe", pure=True).load(io.StringIO(dump(m)))) == declared


@LAW
@given(manifests())
def test_a_python_literal_means_the_same_read_or_run(m: Manifest) -> None:
    """`TOOL_MANIFEST = Manifest(...)` gives one manifest, read without running it, imported, or kept in YAML."""
    arguments = m.model_dump(mode="python")
    arguments["agents"] = {
        n: {**a, "empty_selection": str(a["empty_selection"])} for n, a in arguments["agents"].items()
    }
    source = "import datetime\nfrom toolcrib.manifest import Manifest\n\n"
    source += "TOOL_MANIFEST = Manifest(\n" + "".join(f"    {k}={v!r},\n" for k, v in arguments.items()) + ")\n"
    scope: dict[str, Any] = {}
    exec(source, scope)
    assert scope["TOOL_MANIFEST"] == m
    assert load_text(source, path="tool_manifest.py").manifest == m


EDITING = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


# -- editing ----------------------------------------------------------------------------------------------------


class Styled:
    """A manifest written in somebody's own hand; each line knows the entry that it belongs to."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, tuple[str, ...]]] = []

    def add(self, line: str, *owner: str) -> None:
        self.lines.append((line, owner))


def _quoted(draw: st.DrawFn, text: str, *, flow: bool = False) -> str:
    from toolcrib.manifest._scalars import double_quoted, plain_or_quoted

    style = draw(st.sampled_from("pps'\""))
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return double_quoted(text) if style == '"' else plain_or_quoted(text, flow=flow)


def _words_safe(text: str) -> bool:
    from toolcrib.manifest._scalars import is_plain

    return is_plain(text) and "  " not in text and text.isprintable()


@st.composite
def styled(draw: st.DrawFn, m: Manifest) -> tuple[str, Styled]:
    out = Styled()
    step = " " * draw(st.sampled_from((2, 2, 3, 4)))
    newline = draw(st.sampled_from(("\n", "\n", "\r\n")))

    def noise(indent: str, *owner: str) -> None:
        match draw(st.integers(0, 12)):
            case 0:
                out.add("", *owner)
            case 1:
                out.add("", *owner)
                out.add(f"{indent}# a comment: of {{somebody}} [here]", *owner)
                out.add("", *owner)
            case 2:
                out.add("      # somewhere else", *owner)
                out.add("", *owner)

    def tail() -> str:
        return draw(st.sampled_from(("", "", "", "  # why", "   # toolcrib: ignore[TC105] said so")))

    def section(name: str, empty: bool) -> bool:
        noise("")
        if empty:
            out.add(f"{name}: {{}}{tail()}", name)
            return False
        out.add(f"{name}:{tail()}", name)
        return True

    if draw(st.booleans()):
        out.add("# yaml-language-server: $schema=x")
        if draw(st.booleans()):
            out.add("---")
    if section("agents", not m.agents):
        for name, agent in m.agents.items():
            owner = ("agents", name)
            if agent.runtime_tools or agent.bound or draw(st.booleans()):
                out.add(f"{step}{_quoted(draw, name)}:{tail()}", *owner)
                out.add(f"{step * 2}empty_selection:   {agent.empty_selection.value}{tail()}", *owner)
                if agent.runtime_tools:
                    out.add(f"{step * 2}runtime_tools:", *owner)
                    out.add(f"{step * 3}source: {_quoted(draw, agent.runtime_tools.source)}", *owner)
                    out.add(f"{step * 3}tools:", *owner)
                    for tool in agent.runtime_tools.tools:
                        out.add(f"{step * 3}- {_quoted(draw, tool)}", *owner)
                if agent.bound:
                    places = ", ".join(_quoted(draw, place, flow=True) for place in agent.bound)
                    out.add(f"{step * 2}bound: [{places}]", *owner)
            else:
                gap, empty = draw(st.sampled_from(("", " "))), agent.empty_selection.value
                out.add(f"{step}{_quoted(draw, name)}:    {{{gap}empty_selection: {empty}{gap}}}{tail()}", *owner)
    if section("capabilities", not m.capabilities):
        for name, capability in m.capabilities.items():
            feature = "null" if capability.feature is None else _quoted(draw, capability.feature, flow=True)
            out.add(f"{step}{_quoted(draw, name)}:    {{feature: {feature}}}{tail()}", "capabilities", name)
            noise(step)
    if section("tools", not m.tools):
        for name, row in m.tools.items():
            _row(draw, out, step, name, row, tail, noise)
    if m.result_limit != DEFAULT_RESULT_LIMIT:
        out.add(f"result_limit: {m.result_limit}{tail()}")
    if m.renamed:
        section("renamed", False)
        for old, rename in m.renamed.items():
            out.add(
                f"{step}{_quoted(draw, old)}: {{to: {_quoted(draw, rename.to, flow=True)}, until: {rename.until}}}",
                "renamed",
                old,
            )
    noise("")
    text = newline.join(line for line, _ in out.lines)
    return text + (newline if draw(st.booleans()) or text.endswith("}") is False else ""), out


def _bound(draw: st.DrawFn, path: str, one: ScopedArgument, *, flow: bool) -> str:
    plain = plain_scope(one)
    if isinstance(plain, str):
        value = (
            _quoted(draw, plain, flow=flow)
            if draw(st.booleans())
            else f"{{checked: {_quoted(draw, plain, flow=True)}}}"
        )
    else:
        value = "{" + ", ".join(f"{rule}: {_quoted(draw, kind, flow=True)}" for rule, kind in plain.items()) + "}"
    return f"{_quoted(draw, path, flow=flow)}: {value}"


def _row(draw: st.DrawFn, out: Styled, step: str, name: str, row: ToolRow, tail: Any, noise: Any) -> None:
    owner = ("tools", name)
    flow_agents = f"[{', '.join(_quoted(draw, a, flow=True) for a in row.agents)}]"
    if draw(st.integers(0, 5)) == 0:
        scope = ", ".join(_bound(draw, k, v, flow=True) for k, v in row.scope.items())
        fields = [
            f"description: {_quoted(draw, row.description, flow=True)}",
            f"capability: {_quoted(draw, row.capability, flow=True)}",
            f"mutates: {str(row.mutates).lower()}",
            f"agents: {flow_agents}",
            *([f"scope: {{{scope}}}"] if scope else []),
            *(["whole_workspace: true"] if row.whole_workspace else []),
            *([f"result_limit: {row.result_limit}"] if row.result_limit else []),
        ]
        out.add(f"{step}{_quoted(draw, name)}: {{{', '.join(fields)}}}{tail()}", *owner)
        return
    out.add(f"{step}{_quoted(draw, name)}:{tail()}", *owner)
    inner = step * 2
    noise(inner, *owner)
    words_of = row.description.split(" ")
    body = row.description.split("\n")
    blocky = all(line and line == line.strip() and line.isprintable() for line in body)
    shape = draw(st.sampled_from(("line", "line", "literal", "folded", "wrapped")))
    if shape == "wrapped" and _words_safe(row.description) and len(words_of) > 2:
        half = len(words_of) // 2
        out.add(f"{inner}description: {' '.join(words_of[:half])}", *owner)
        out.add(f"{inner}  {' '.join(words_of[half:])}{tail()}", *owner)
    elif shape == "literal" and blocky:
        out.add(f"{inner}description: |-{tail()}", *owner)
        for line in body:
            out.add(f"{inner}  {line}", *owner)
        out.add("", *owner)
    elif shape == "folded" and blocky and len(body) == 1:
        out.add(f"{inner}description: >-", *owner)
        out.add(f"{inner}    {row.description}", *owner)
    else:
        out.add(f"{inner}description: {_quoted(draw, row.description)}{tail()}", *owner)
    rest = [
        [f"{inner}capability: {_quoted(draw, row.capability)}{tail()}"],
        [f"{inner}mutates: {str(row.mutates).lower()}{tail()}"],
    ]
    if row.agents and draw(st.booleans()):
        rest.append(
            [
                f"{inner}agents:",
                *(f"{inner}{draw(st.sampled_from(('', '  ')))}- {_quoted(draw, a)}{tail()}" for a in row.agents[:1]),
            ]
        )
        lead = rest[-1][1][: rest[-1][1].index("-")]
        rest[-1] += [f"{lead}- {_quoted(draw, a)}" for a in row.agents[1:]]
    else:
        rest.append([f"{inner}agents: {flow_agents}{tail()}"])
    if row.scope:
        if draw(st.booleans()):
            rest.append(
                [f"{inner}scope:", *(f"{inner}  {_bound(draw, k, v, flow=False)}" for k, v in row.scope.items())]
            )
        else:
            scope = ", ".join(_bound(draw, k, v, flow=True) for k, v in row.scope.items())
            rest.append([f"{inner}scope: {{{scope}}}{tail()}"])
    if row.whole_workspace:
        rest.append([f"{inner}whole_workspace: true{tail()}"])
    if row.result_limit:
        rest.append([f"{inner}result_limit: {row.result_limit}{tail()}"])
    for lines in draw(st.permutations(rest)):
        for line in lines:
            out.add(line, *owner)


def rows_for(m: Manifest) -> st.SearchStrategy[ToolRow]:
    return st.builds(
        ToolRow,
        description=descriptions,
        capability=st.sampled_from(sorted(m.capabilities)),
        mutates=st.booleans(),
        agents=st.lists(st.sampled_from(sorted(m.agents)), unique=True),
        scope=scopes,
        whole_workspace=st.booleans(),
        result_limit=limits,
    )


@st.composite
def edits_of(draw: st.DrawFn, m: Manifest) -> list[Edit]:
    """Edits that make sense one after the other; each is made on the names that the ones before it leave."""
    tools, agents, capabilities = dict(m.tools), set(m.agents), set(m.capabilities)
    renamed = dict(m.renamed)
    runtime = {t for a in m.agents.values() if a.runtime_tools for t in a.runtime_tools.tools}
    edits: list[Edit] = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(("add", "remove", "set", "set", "rename", "agent", "capability")))
        if kind == "add":
            name = draw(tool_names)
            if name not in tools and name not in renamed and name not in runtime:
                tools[name] = draw(rows_for(m))
                edits.append(AddRow(name, tools[name]))
        elif kind == "remove" and tools:
            name = draw(st.sampled_from(sorted(tools)))
            if name not in {r.to for r in renamed.values()}:
                edits.append(RemoveRow(name))
                del tools[name]
        elif kind == "set" and tools:
            name, new = draw(st.sampled_from(sorted(tools))), draw(rows_for(m))
            field = draw(st.sampled_from(("description", "capability", "mutates", "agents", "scope", "result_limit")))
            value = getattr(new, field)
            edits.append(SetField(name, field, value if value != {} else None))
        elif kind == "rename" and tools:
            old, new_name = draw(st.sampled_from(sorted(tools))), draw(tool_names)
            if new_name not in tools and new_name not in renamed and new_name not in runtime and old not in renamed:
                until = draw(st.none() | st.dates())
                tools[new_name] = tools.pop(old)
                renamed = {o: Rename(to=new_name, until=r.until) if r.to == old else r for o, r in renamed.items()}
                if until:
                    renamed[old] = Rename(to=new_name, until=until)
                edits.append(RenameTool(old, new_name, until))
        elif kind == "agent":
            name = draw(simple_names)
            if not {"".join(words(name))} & {"".join(words(a)) for a in agents}:
                agents.add(name)
                edits.append(AddAgent(name, draw(st.sampled_from(EmptySelection))))
        elif kind == "capability":
            name = draw(simple_names)
            if not {"".join(words(name))} & {"".join(words(c)) for c in capabilities}:
                capabilities.add(name)
                edits.append(AddCapability(name, draw(st.none() | features)))
    assume(edits)
    return edits


def edited(m: Manifest, edits: Sequence[Edit]) -> dict[str, Any]:
    """The same edits on plain values."""
    new = plain(m)
    for edit in edits:
        match edit:
            case AddRow(name, row):
                new["tools"][name] = row.model_dump(mode="json")  # type: ignore[union-attr]  # the laws use whole rows
            case RemoveRow(name):
                del new["tools"][name]
            case SetField(name, field, value):
                new["tools"][name][field] = {} if value is None else list(value) if isinstance(value, tuple) else value
                if isinstance(value, Mapping):
                    new["tools"][name][field] = {path: plain_scope(one) for path, one in value.items()}
                elif value is None and field == "result_limit":
                    new["tools"][name][field] = None
            case RenameTool(old, to, until):
                new["tools"][to] = new["tools"].pop(old)
                for rename in new["renamed"].values():
                    rename["to"] = to if rename["to"] == old else rename["to"]
                if until:
                    new["renamed"][old] = {"to": to, "until": until.isoformat()}
            case AddAgent(name, empty):
                new["agents"][name] = {"empty_selection": str(empty), "runtime_tools": None, "bound": None}
            case AddCapability(name, feature):
                new["capabilities"][name] = {"feature": feature}
    return new


def touched(m: Manifest, edits: Sequence[Edit]) -> set[tuple[str, ...]]:
    """The entries whose lines may change."""
    found: set[tuple[str, ...]] = set()
    for edit in edits:
        match edit:
            case AddRow(name) | RemoveRow(name) | SetField(name):
                found.add(("tools", name))
            case RenameTool(old, to):
                found |= {("tools", old), ("tools", to), ("renamed", old)}
                found |= {("renamed", o) for o in m.renamed}
    return found | ({("tools",)} if not m.tools or all(("tools", t) in found for t in m.tools) else set())


@EDITING
@given(st.data())
def test_an_edit_changes_what_it_says_and_no_other_line(data: st.DataObject) -> None:
    """The edited text loads as the edited manifest; every line outside the edited entries is still there, in order."""
    m = data.draw(manifests(small=True))
    text, out = data.draw(styled(m))
    assert plain(load_text(text).manifest) == plain(m)
    edits = data.draw(edits_of(m))
    new = edit_text(text, edits)
    assert plain(load_text(new).manifest) == edited(m, edits)

    mine = touched(m, edits)
    newline = "\r\n" if "\r\n" in text else "\n"
    kept = [line for line, owner in out.lines if owner not in mine]
    after = iter(new.split(newline))
    missing = next((line for line in kept if line.strip() and line not in after), None)
    assert missing is None
    if newline == "\r\n":
        assert new.count("\n") == new.count("\r\n")
    assert new.endswith(newline) == text.endswith(newline)


@EDITING
@given(st.data())
def test_edits_together_are_edits_one_by_one(data: st.DataObject) -> None:
    m = data.draw(manifests(small=True))
    text, _ = data.draw(styled(m))
    edits = data.draw(edits_of(m))
    one_by_one = text
    for edit in edits:
        one_by_one = edit_text(one_by_one, [edit])
    assert plain(load_text(edit_text(text, edits)).manifest) == plain(load_text(one_by_one).manifest)


@LAW
@given(manifests(small=True), tool_names, reasons)
def test_a_pin_comes_and_goes_without_a_trace(m: Manifest, name: str, reason: str) -> None:
    before = dump_pins(m.pins)
    assume(name not in m.pins.mutating)
    pinned = edit_text(before, [AddPin(PinKind.MUTATING, name, reason)], kind="pins")
    expected = Pins(mutating={**m.pins.mutating, name: reason}, ungated=m.pins.ungated)
    assert load_text(dump(m), pins=pinned).manifest.pins == expected
    assert edit_text(pinned, [RemovePin(PinKind.MUTATING, name)], kind="pins") == before


@LAW
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_no_file_is_a_surprise(content: bytes) -> None:
    """Whatever the bytes are, they are a manifest, pins, Python, or problems in words."""
    from toolcrib.manifest import Sources, declare

    for path in ("tools.yaml", "tool_manifest.py"):
        files = {path: content, "pins.yaml": content}
        with pytest.raises(ManifestProblems):
            declare(Sources(path=path, pins_path="pins.yaml", files=files))


@LAW
@given(manifests(small=True), st.data())
def test_damaged_yaml_is_a_surprise_neither(m: Manifest, data: st.DataObject) -> None:
    """Cutting, doubling or replacing characters of a real manifest gives a manifest or problems, never a traceback."""
    text = dump(m)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(text) - 1, 0)))
        put = data.draw(
            st.sampled_from(
                (
                    "",
                    "\t",
                    "&a ",
                    "*a",
                    "!t ",
                    "- ",
                    ": ",
                    "{",
                    "]",
                    "'",
                    '"',
                    "|",
                    "\n",
                    "#",
                    "? ",
                    "---\n",
                    "%",
                    "???",
                )
            )
        )
        text = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    try:
        loaded = load_text(text)
    except ManifestProblems as problems:
        found = problems.errors
    else:
        assert load_text(dump(loaded.manifest)).manifest == loaded.manifest
        return
    assert found
    assert all(str(error) and error.at for error in found)


# What YAML is made of; a line of the table is one piece, with its line ends written out.
PIECES = [
    piece.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("_", " ")
    for piece in re.findall(
        r"\S+",
        r"""a b key :_ : _ __ \n \n__ \n____ \n-_ \n__-_ -_ # _#_x ? ??? ' " [ ] { } ,_ , a:_b a:\n__b:_c 'x' "x" [a,_b]
        {a:_b} yes 1 null \r\n --- . % @ &a *a ! | > \ é ( - ... '' "" {} [] ~ 2027-06-30 \t a:_[ a:_{b:_ \na:_
        \n__a:_ \nb: \n__c: :_>-\n____a\n____b\n a:_|\n__x\n__#_y\n\n \n\n |- >""",
    )
]


@settings(LAW, max_examples=600)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_quick_reader_gives_the_tree_of_the_full_one_or_none(text: str) -> None:
    """Where the quick way answers, the full way answers the same and finds nothing wrong, whatever the text."""
    quick = read_quickly(text)
    if quick is not None:
        assert (quick, ()) == read_yaml_in_full(text, "tools.yaml")


@EDITING
@given(st.data())
def test_the_quick_reader_and_the_full_one_agree_on_manifests(data: st.DataObject) -> None:
    text, _ = data.draw(styled(data.draw(manifests(small=True))))
    quick = read_quickly(text)
    assert quick is None or (quick, ()) == read_yaml_in_full(text, "tools.yaml")


def test_the_usual_manifest_is_read_quickly() -> None:
    row = {"description": "List: all.", "capability": "c", "mutates": False, "agents": ["chat"], "scope": {"id": "x"}}
    m = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"c": {"feature": None}},
        tools={"a b": row, "b": row},
    )
    assert read_quickly(dump(m)) is not None


def test_an_edit_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(EditError, match="there is no `a` under `agents`"):
        edit_text("agents: {}\n", [SetField("a", "empty_selection", "none", EditedSection.AGENTS)])
