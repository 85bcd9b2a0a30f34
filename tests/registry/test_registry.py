"""What a running application asks: allowlists and rows."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toolcrib.registry as room
from toolcrib.manifest import Manifest, ManifestProblems, ToolcribError
from toolcrib.registry import Allowlist, BindingError, Registry, RegistryError, Row, UnknownAgent, UnknownTool

MANIFEST = Manifest(
    agents={
        "chat": {"empty_selection": "defaults"},
        "app-builder": {
            "empty_selection": "none",
            "runtime_tools": {"source": "app/run.py", "tools": ["edit_spec", "ask_user"]},
        },
        "idle": {"empty_selection": "none"},
    },
    capabilities={"schedules": {"feature": "schedules:read"}, "admin": {"feature": None}},
    tools={
        "show_schedule": {"description": "Show.", "capability": "schedules", "mutates": False, "agents": ["chat"]},
        "drop_schedule": {"description": "Drop.", "capability": "admin", "mutates": True, "agents": []},
        "list_schedules": {
            "description": "List.",
            "capability": "schedules",
            "mutates": False,
            "agents": ["chat", "app-builder"],
            "scope": {"project_id": "project"},
        },
    },
    renamed={"get_schedules": {"to": "list_schedules", "until": "2027-06-30"}},
)


def test_an_allowlist_holds_the_rows_that_name_the_agent_in_order() -> None:
    chat = Registry(MANIFEST).allowlist("chat")
    assert chat.names == ("list_schedules", "show_schedule")
    assert [row.name for row in chat] == ["list_schedules", "show_schedule"]
    assert len(chat) == 2
    assert "show_schedule" in chat
    assert "drop_schedule" not in chat
    assert chat["show_schedule"].description == "Show."
    assert (chat.agent, chat.empty_selection.value, chat.runtime_tools) == ("chat", "defaults", ())


def test_runtime_tools_stand_apart_and_keep_their_order() -> None:
    builder = Registry(MANIFEST).allowlist("app-builder")
    assert builder.runtime_tools == ("edit_spec", "ask_user")
    assert builder.names == ("list_schedules",)
    assert "ask_user" not in builder


def test_an_agent_without_tools_has_an_empty_allowlist_and_no_error() -> None:
    idle = Registry(MANIFEST).allowlist("idle")
    assert (len(idle), list(idle), idle.names) == (0, [], ())


def test_a_row_knows_its_name_and_the_feature_of_its_capability() -> None:
    registry = Registry(MANIFEST)
    assert registry.tool("list_schedules") == Row(
        name="list_schedules",
        description="List.",
        capability="schedules",
        feature="schedules:read",
        mutates=False,
        agents=("chat", "app-builder"),
        scope=MANIFEST.tools["list_schedules"].scope,
    )
    assert registry.tool("drop_schedule").feature is None
    assert [row.name for row in registry.tools] == ["drop_schedule", "list_schedules", "show_schedule"]
    assert registry.agents == ("app-builder", "chat", "idle")
    assert registry.manifest is MANIFEST


def test_equal_manifests_give_equal_values() -> None:
    one, other = Registry(MANIFEST).allowlist("chat"), Registry(MANIFEST).allowlist("chat")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Registry(MANIFEST).allowlist("idle")
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one


def test_nothing_in_an_allowlist_can_be_changed() -> None:
    chat = Registry(MANIFEST).allowlist("chat")
    with pytest.raises(AttributeError):
        chat.rows = ()  # type: ignore[misc]  # that it is refused is the point
    with pytest.raises(AttributeError):
        chat["show_schedule"].mutates = True  # type: ignore[misc]  # that it is refused is the point
    with pytest.raises(TypeError):
        chat["list_schedules"].scope["x"] = "y"  # type: ignore[index]  # that it is refused is the point


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Chat", "`chat` differs from it only in case"), ("app", "Nearest: `app-builder`."), ("zzz", ""), ("", "")],
)
def test_an_unknown_agent_is_an_error_with_the_nearest_names(name: str, hint: str) -> None:
    with pytest.raises(UnknownAgent, match=f"no agent `{name}` is declared") as caught:
        Registry(MANIFEST).allowlist(name)
    assert caught.value.hint.startswith(hint)
    assert isinstance(caught.value, RegistryError)
    assert isinstance(caught.value, ToolcribError)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("listSchedules", "`list_schedules` differs"),
        ("get_schedules", "It is `list_schedules` now."),
        ("ask_user", ""),
        ("show_schedules", "Nearest: `show_schedule`"),
    ],
)
def test_an_unknown_tool_is_an_error_with_the_nearest_names(name: str, hint: str) -> None:
    with pytest.raises(UnknownTool, match=f"no tool `{name}` has a row") as caught:
        Registry(MANIFEST).tool(name)
    assert caught.value.hint.startswith(hint)


def test_an_implementation_is_bound_to_its_row_once() -> None:
    registry = Registry(MANIFEST)

    @registry.tool("list_schedules")
    def listed(project_id: str) -> list[str]:
        return [project_id]

    assert listed("p1") == ["p1"]
    with pytest.raises(BindingError, match=r"`list_schedules` is bound to `.*listed` already"):
        registry.tool("list_schedules")(listed)
    with pytest.raises(UnknownTool, match="no tool `unknown` has a row"):
        registry.tool("unknown", schema={})
    with pytest.raises(BindingError, match="cannot be called"):
        registry.tool("show_schedule", schema={})("no function")  # type: ignore[type-var]  # that it is refused is the point
    with pytest.raises(BindingError, match="no registry's"):
        pickle.loads(pickle.dumps(registry.tool("show_schedule")))(listed)
    Registry(MANIFEST).tool("list_schedules")(listed)  # another registry's own


def test_agents_that_hold_the_same_share_one_allowlist() -> None:
    names = [f"a{n}" for n in range(5)]
    row = {"description": "d", "capability": "c", "mutates": False}
    registry = Registry(
        Manifest(
            agents={name: {"empty_selection": "none"} for name in names},
            capabilities={"c": {"feature": "f"}},
            tools={"x": {**row, "agents": names}, "y": {**row, "agents": names}, "z": {**row, "agents": names[:2]}},
        )
    )
    lists = [registry.allowlist(name) for name in names]
    assert [one.names for one in lists] == [("x", "y", "z")] * 2 + [("x", "y")] * 3
    assert len({id(one.rows) for one in lists}) == 2
    assert len({id(registry.granted[name][0]) for name in names}) == 2


def test_a_digest_tells_manifests_apart() -> None:
    renamed = Manifest(agents=MANIFEST.agents, capabilities=MANIFEST.capabilities, tools=MANIFEST.tools)
    assert Registry(MANIFEST).digest == Registry(MANIFEST).digest
    assert Registry(MANIFEST).digest != Registry(renamed).digest
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", Registry(MANIFEST).digest)


def test_a_manifest_that_cannot_be_used_gives_no_registry(tmp_path: Path) -> None:
    (tmp_path / "tools.yaml").write_text("agents: {}\ncapabilities: {}\ntools: {a: {agents: [chat]}}\n")
    with pytest.raises(ManifestProblems):
        Registry.load(tmp_path / "tools.yaml")
    with pytest.raises(ManifestProblems):
        Registry.load("nowhere.yaml", root=tmp_path)


@settings(deadline=None)
@given(st.permutations(sorted(MANIFEST.tools)), st.permutations(sorted(MANIFEST.agents)))
def test_the_order_of_the_manifest_plays_no_part(tools: list[str], agents: list[str]) -> None:
    shuffled = Manifest(
        agents={name: MANIFEST.agents[name] for name in agents},
        capabilities=MANIFEST.capabilities,
        tools={name: MANIFEST.tools[name] for name in tools},
        renamed=MANIFEST.renamed,
    )
    for name in agents:
        found = Registry(shuffled).allowlist(name)
        assert found == Registry(MANIFEST).allowlist(name)
        assert repr(found) == repr(Registry(MANIFEST).allowlist(name))


@settings(deadline=None)
@given(st.text(max_size=20))
def test_an_allowlist_lies_within_the_manifest(name: str) -> None:
    registry = Registry(MANIFEST)
    for agent in registry.agents:
        allowed: Allowlist = registry.allowlist(agent)
        assert set(allowed.names) <= set(MANIFEST.tools)
        assert all(agent in MANIFEST.tools[tool].agents for tool in allowed.names)
        assert (name in allowed) == (name in allowed.names)


HEAVY = (
    "libcst rich click typer argparse jsonschema pygments markdown_it fastmcp mcp langchain langgraph agents "
    "pydantic_ai claude_agent_sdk openai anthropic starlette uvicorn httpx requests aiohttp pytest"
)


def test_importing_and_using_the_registry_stays_light(tmp_path: Path) -> None:
    """No parser of code, nothing that renders, no framework: also not once a YAML manifest has been read."""
    (tmp_path / "tools.yaml").write_text(
        "agents: {chat: {empty_selection: none}}\ncapabilities: {}\ntools: {}\n", encoding="utf-8"
    )
    script = (
        "import sys\n"
        "import toolcrib.registry\n"
        f"heavy = set({HEAVY.split()!r})\n"
        "print(sorted(heavy & set(sys.modules)), 'ruamel.yaml' in sys.modules)\n"
        "toolcrib.registry.Registry.load('tools.yaml').allowlist('chat')\n"
        "print(sorted(heavy & set(sys.modules)), [m for m in sys.modules if m.startswith('toolcrib.checks')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "[] False\n[] []\n"


PAGE = files("toolcrib.registry").joinpath("registry.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", room.__all__)
def test_every_name_is_there_and_on_the_page(name: str) -> None:
    assert getattr(room, name)
    assert re.search(rf"\b{name}\b", PAGE)


def test_the_examples_on_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest_page = files("toolcrib.manifest").joinpath("manifest.md").read_text(encoding="utf-8")
    for found in re.finditer(r"^```(?:yaml|python) (\S+)\n(.*?)^```$", manifest_page, re.MULTILINE | re.DOTALL):
        (tmp_path / found[1]).write_text(found[2], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for found in re.finditer(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(compile(found[1], "registry.md", "exec"), scope)
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "('list_schedules',)"
    assert shown[1].startswith("list_schedules List the schedules of the projects in scope. schedules schedules False")
    outside = "`project_id` names what is unknown, outside of the scope, or not allowed to the caller"
    assert shown[2].startswith(f"outside-scope | {outside} | An argument names something")
    warned = "('no tool `list_all` exists for agent `chat`',)"
    assert shown[4:] == [
        "[('list_schedules', 'List the schedules of the projects in scope.')] ()",
        "['roof', 'walls']",
        "tool error: An argument names something that does not exist or that this conversation does not reach.",
    ]
    assert shown[3] == f"Only(names=frozenset({{'list_schedules'}})) {warned}"
