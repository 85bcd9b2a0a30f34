"""Generated manifests and edits that make sense, of names and texts that some YAML reader takes for something else.

Not here: how a person writes one down (`handwriting`), what holds for all of them (the `test_*_laws` beside it).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from toolcrib.manifest import (
    DEFAULT_RESULT_LIMIT,
    AddAgent,
    AddCapability,
    AddRow,
    Agent,
    ArgumentRule,
    Capability,
    Edit,
    EmptySelection,
    Manifest,
    Pins,
    RemoveRow,
    Rename,
    RenameTool,
    RuntimeTools,
    ScopedArgument,
    SetField,
    ToolRow,
)
from toolcrib.manifest._names import refuse_feature, refuse_name, refuse_tool_name
from toolcrib.manifest._near import words
from toolcrib.manifest._scope import refuse_paths
from toolcrib.manifest._texts import refuse_description, refuse_reason

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
EDITING = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
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
bound_places = st.sampled_from(["app/agents.py:support", "app/a b.py:make.agent", "Support: triage", "chat", "yes"])


def _distinct(names: Sequence[str]) -> list[str]:
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault("".join(words(name)) or name, name)
    return list(seen.values())


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
