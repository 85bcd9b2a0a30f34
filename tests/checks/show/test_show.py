"""What `show` and `surface` look like: snapshots, reviewed like code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolcrib.checks._documents import AgentFileView
from toolcrib.checks.show import Filters, show_json, show_markdown, show_text, surface_json, surface_text, view
from toolcrib.checks.surface import NotRead, Surface, read_surface
from toolcrib.manifest import Declared, load_text

HERE = Path(__file__).parent
MANIFEST = """\
agents:
  chat: {empty_selection: defaults}
  app-builder: {empty_selection: none}
  schedule-builder:
    empty_selection: none
    runtime_tools:
      source: app/runtime.py
      tools: [read_drawings, ask_user]
capabilities:
  schedules: {feature: schedules}
  agent-admin: {feature: null}
  billing: {feature: billing}
tools:
  list_schedules:
    description: List the schedules of the projects in scope.
    capability: schedules
    mutates: false
    agents: [schedule-builder, chat]
    scope: {workspace_id: {pinned: workspace}, project_id: {filled: project}, schedule_id: schedule}
  publish_draft_preview:
    description: Publish a preview.
    capability: schedules
    mutates: true
    agents: [app-builder]
  get_playbook:
    description: Read a playbook.
    capability: agent-admin
    mutates: false
    agents: [chat]
  erase_all:
    description: Erase everything.
    capability: billing
    mutates: true
    agents: []
    whole_workspace: true
    result_limit: 500
"""
PINS = """\
mutating:
  publish_draft_preview: Publishes an immutable preview version; nothing is installed until a person accepts it there.
ungated:
  agent-admin: Playbooks are how the agent knows its job, not tenant data.
"""
SERVER = b'''\
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("Schedules")


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of the projects in scope."""
    return []


@mcp.tool(description="Read a playbook.")
def get_playbook(name: str) -> str: ...


if DEBUG:
    @mcp.tool(name="dump")
    def dump_all() -> str: ...


def register(tools):
    for name in load(tools):
        mcp.tool(name=name)(print)


register(["a"])
'''


@pytest.fixture(scope="module")
def declared() -> Declared:
    return load_text(MANIFEST, pins=PINS)


@pytest.fixture(scope="module")
def surface() -> Surface:
    return read_surface({"app/server.py": SERVER}, not_read=(NotRead(path="tests/", files=2, why="by default"),))


def snapshot(name: str, text: str) -> None:
    assert text == (HERE / "expected" / name).read_text("utf-8")


def test_text_in_80_columns(declared: Declared, surface: Surface) -> None:
    text = show_text(view(declared, surface, Filters()))
    snapshot("show.txt", text)
    assert max(map(len, text.splitlines())) <= 80


def test_agents_have_numbers_where_their_names_do_not_fit(declared: Declared) -> None:
    snapshot("show_narrow.txt", show_text(view(declared, None, Filters()), width=60))


def test_markdown(declared: Declared, surface: Surface) -> None:
    snapshot("show.md", show_markdown(view(declared, surface, Filters())))


def test_json(declared: Declared, surface: Surface) -> None:
    snapshot("show.json", show_json([view(declared, surface, Filters(), name="app")]))


AGENT_FILES = (
    AgentFileView(
        id="@acme/chat",
        path=".agents/chat/AGENT.md",
        adapter="claude-code",
        enforcement="not-enforced",
        tools=(("list_schedules", "daemon"), ("app_*", "stub"), ("read_file", "workspace")),
    ),
    AgentFileView(
        id="app-builder", path="AGENT.md", adapter="mastra-agent", enforcement="enforced", tools=(("a|b", "stub"),)
    ),
)


def test_agent_files_have_a_band_of_their_own(declared: Declared) -> None:
    seen = view(declared, None, Filters(), agent_files=AGENT_FILES)
    text, markdown = show_text(seen), show_markdown(seen)
    snapshot("agentproto.txt", text[text.index("agentproto") :])
    snapshot("agentproto.md", markdown[markdown.index("### agentproto") :])
    (manifest,) = json.loads(show_json([seen]))["manifests"]
    assert [(one["id"], one["enforcement"]) for one in manifest["agent_files"]] == [
        ("@acme/chat", "not-enforced"),
        ("app-builder", "enforced"),
    ]
    assert manifest["agent_files"][0]["tools"][1] == {"id": "app_*", "tier": "stub"}
    assert view(declared, None, Filters(mutates=True), agent_files=AGENT_FILES).agent_files == ()


def test_surface_text(surface: Surface) -> None:
    snapshot("surface.txt", surface_text(surface))


def test_surface_json(surface: Surface) -> None:
    snapshot("surface.json", surface_json(surface))


def test_filters_keep_what_they_name(declared: Declared, surface: Surface) -> None:
    chat = view(declared, surface, Filters(agents=("chat",)))
    assert [tool.name for tool in chat.tools] == ["get_playbook", "list_schedules"]
    assert [agent.name for agent in chat.agents] == ["chat"]
    both = view(declared, surface, Filters(agents=("chat",), capabilities=("schedules",), mutates=False))
    assert [tool.name for tool in both.tools] == ["list_schedules"]
    assert [one.name for one in both.capabilities] == ["schedules"]
    assert both.undeclared == ()
    nothing = view(declared, surface, Filters(agents=("chat",), mutates=True))
    assert "no tools" in show_text(nothing)


def test_the_machine_forms_carry_their_version(declared: Declared, surface: Surface) -> None:
    assert json.loads(show_json([view(declared, None, Filters())]))["version"] == 1
    assert json.loads(surface_json(surface))["version"] == 1


def test_nothing_from_a_file_steers_a_terminal_or_a_log() -> None:
    hostile = SERVER.replace(b'name="dump"', b'name="::error::\\x1b[31mx\\n"')
    surface = read_surface({"app/server.py": hostile})
    for text in (surface_text(surface), show_text(view(load_text(MANIFEST, pins=PINS), surface, Filters()))):
        assert "\x1b" not in text
        assert "\n::" not in text.replace(" ", "")


def test_markdown_escapes_what_it_would_read() -> None:
    text = MANIFEST.replace("  schedules: {feature", "  sche_dules: {feature").replace(
        "capability: schedules", "capability: sche_dules"
    )
    shown = show_markdown(view(load_text(text.replace("get_playbook", '"a|`b`"'), pins=PINS), None, Filters()))
    assert "``a\\|`b```" in shown or "`` a\\|`b` ``" in shown
    assert "sche\\_dules" in shown
