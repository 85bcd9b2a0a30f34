"""The reference application is no paper: every tool runs through its framework, and the live names are the rows.

This is the truth that the static checks are held to: what the frameworks list here is what the surface must show. Each
call goes through the adapter of its framework. Turns of whole agents: `test_connect_turns.py`.
"""

from __future__ import annotations

import asyncio
import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from ruamel.yaml import YAML

from toolcrib.checks import gather, load_config
from toolcrib.checks.surface import HintName, Surface, TextSource

CONNECT = Path(__file__).resolve().parent / "apps" / "connect"
ROWS: dict[str, dict[str, Any]] = YAML(typ="safe").load(CONNECT / "manifest" / "tools.yaml")["tools"]
AGENTS: dict[str, dict[str, Any]] = YAML(typ="safe").load(CONNECT / "manifest" / "tools.yaml")["agents"]

RIVER = {"project_id": "p-river"}
BRIDGE = {"schedule_id": "s-river"}
POUR_LOG = {"app_id": "app-1"}

# One call of every tool, as the first agent of its row, on the first day's workspace, and what comes back.
CALLS: dict[str, tuple[dict[str, Any], Any]] = {
    "list_projects": ({"status": "planning"}, [{"id": "p-hill", "name": "Hill School", "status": "planning"}]),
    "get_project": (
        RIVER,
        {
            "id": "p-river",
            "workspace_id": "arden",
            "name": "River Bridge",
            "client": "City of Arden",
            "status": "building",
            "members": ["ana", "bo"],
            "milestones": {"deck poured": "2026-09-01", "opened": "2027-03-01"},
        },
    ),
    "list_project_members": (RIVER, ["ana", "bo"]),
    "search_projects": ({"words": "county"}, ["p-hill"]),
    "get_project_timeline": (RIVER, ["2026-09-01 deck poured", "2027-03-01 opened"]),
    "compare_projects": (
        {"project_id": "p-river", "other_id": "p-river"},
        {"same": ["id", "workspace_id", "name", "client", "status", "members", "milestones"], "different": []},
    ),
    "list_schedules": (RIVER, [{"id": "s-river", "name": "Bridge, baseline", "project_id": "p-river"}]),
    "get_schedule": (
        {"schedule_id": "s-hill"},
        {
            "id": "s-hill",
            "project_id": "p-hill",
            "name": "School, concept",
            "start": "2026-08-03",
            "activities": [{"id": "h1", "name": "Survey", "days": 5, "after": [], "done": False}],
            "snapshots": [],
        },
    ),
    "list_activities": ({"schedule_id": "s-hill", "only_open": True}, ["h1 Survey: 5 days"]),
    "get_critical_path": (BRIDGE, ["Excavate", "Pour piers", "Set girders", "Pour deck"]),
    "list_schedule_snapshots": (BRIDGE, ["snap-1"]),
    "compare_schedules": (
        BRIDGE | {"snapshot": "snap-1"},
        {"added": ["a5"], "removed": [], "changed": ["a1", "a2"]},
    ),
    "find_schedule_float": (BRIDGE | {"at_most": 20}, {"Order steel": 15}),
    "forecast_completion": (BRIDGE, "2026-07-21"),
    "propose_schedule_revision": ({"reason": "the steel is late"}, "prop-1"),
    "run_schedule_builder": (
        RIVER | {"wish": "Paint"},
        {"activities": ["Survey", "Foundations", "Piers", "Girders", "Deck", "Paint"], "proposals": ["prop-1"]},
    ),
    "drawings_list_sheets": (RIVER, ["structural S-101: Pier plan", "structural S-102: Deck section"]),
    "drawings_search": (RIVER | {"words": "girders"}, ["S-102"]),
    "drawings_read_sheet": (
        {"sheet_id": "S-102"},
        {"title": "Deck section", "revision": 1, "text": "Deck 220 mm on girders"},
    ),
    "drawings_compare_revisions": (
        {"sheet_id": "S-101"},
        {"then": "Pier P1 at 12 m", "now": "Pier P1 at 14 m, pier P2 added"},
    ),
    "search_specs": (RIVER | {"words": "girders"}, ["05 12 00"]),
    "get_spec_section": (RIVER | {"section": "03 30 00"}, "Class 40 in piers and deck."),
    "list_submittals": (RIVER, ["03 30 00: mix design", "03 30 00: cure log", "05 12 00: mill certificates"]),
    "list_recordings": (RIVER, ["r-1 Coordination, week 12 (30 min)"]),
    "get_transcript": ({"recording_id": "r-2"}, ["cy: The county wants one court."]),
    "search_transcripts": ({"words": "girders"}, ["r-1 bo: Then the girders wait for steel."]),
    "summarize_recording": ({"recording_id": "r-1"}, {"ana": 1, "bo": 1}),
    "list_updates": (RIVER, ["u-1 March: published"]),
    "get_update": (
        {"update_id": "u-1"},
        {
            "id": "u-1",
            "project_id": "p-river",
            "title": "March",
            "state": "published",
            "sections": {"progress": "Excavation is done."},
        },
    ),
    "collect_update_facts": (
        RIVER,
        [
            "Excavate is done (schedule s-river)",
            "The steel is two weeks late. (ana, recording r-1)",
            "Then the girders wait for steel. (bo, recording r-1)",
        ],
    ),
    "check_update_tone": ({"text": "No blame."}, ["blame"]),
    "draft_update_section": ({"update_id": "u-1", "section": "risks", "text": "None."}, "prop-1"),
    "propose_update_publication": ({"update_id": "u-1"}, "prop-1"),
    "generate_project_update": (RIVER, "u-3"),
    "get_info_sheet": (
        RIVER,
        {
            "project_id": "p-river",
            "profile": {"structure": "girder bridge"},
            "topics": [
                {
                    "id": "t-1",
                    "question": "Which concrete class?",
                    "evidence": ["03 30 00: Class 40 in piers and deck."],
                    "disposition": "open",
                },
                {"id": "t-2", "question": "Who supplies the steel?", "evidence": [], "disposition": "open"},
            ],
            "refreshed": 0,
        },
    ),
    "list_info_topics": (RIVER, ["t-1 Which concrete class?: open", "t-2 Who supplies the steel?: open"]),
    "get_topic_evidence": (RIVER | {"topic_id": "t-1"}, ["03 30 00: Class 40 in piers and deck."]),
    "propose_topic_question": (RIVER | {"topic_id": "t-2", "question": "Who?"}, "prop-1"),
    "record_topic_dispositions": (RIVER | {"dispositions": {"t-1": "answered"}}, 1),
    "save_info_profile": (RIVER | {"profile": {"span": "80 m"}}, ["span", "structure"]),
    "refresh_info_profile": (RIVER, 1),
    "run_info_sheet": (RIVER, {"asked": ["t-2"], "said": "done"}),
    "means_list_questions": (
        {},
        ["access: How does plant reach the site?", "lifting: Which crane sets the heaviest piece?"],
    ),
    "means_get_assumptions": (RIVER, []),
    "means_find_precedents": ({"words": "bridge"}, ["p-river"]),
    "means_check_sequence": (BRIDGE, ["Excavate", "Order steel"]),
    "run_means_methods": (
        RIVER,
        {
            "project_id": "p-river",
            "answers": [
                {"question": "access", "kind": "assumption", "text": "How does plant reach the site?"},
                {"question": "lifting", "kind": "client question", "text": "Which crane sets the heaviest piece?"},
            ],
        },
    ),
    "list_apps": (RIVER, ["app-1 Pour log: installed"]),
    "get_app": (
        POUR_LOG,
        {
            "id": "app-1",
            "project_id": "p-river",
            "name": "Pour log",
            "installed": True,
            "files": {"main.js": "show(pours)", "about.md": "# Pour log"},
            "draft": {},
            "previews": [],
        },
    ),
    "read_app_file": (POUR_LOG | {"path": "main.js"}, "show(pours)"),
    "list_draft_files": (POUR_LOG, []),
    "stage_draft_file": (POUR_LOG | {"path": "main.js", "text": "show()"}, 1),
    "check_draft": (POUR_LOG, ["main.js is missing"]),
    "review_draft": (POUR_LOG, "blocked"),
    "publish_draft_preview": (POUR_LOG, 1),
    "propose_app": (POUR_LOG | {"summary": "a log of pours"}, "prop-1"),
    "run_app_builder": (
        RIVER | {"wish": "Crane log"},
        {"app_id": "app-3", "review": "passed", "proposal": "prop-1"},
    ),
    "list_queries": ({}, ["open_topics", "overdue_activities"]),
    "explain_query": (
        {"name": "open_topics"},
        "info sheet topics of :project_id in :workspace_id without a disposition",
    ),
    "propose_query": (
        {"name": "late", "sql": "select 1"},
        "refused: the query does not filter on :workspace_id and :project_id",
    ),
    "query_overdue_activities": (RIVER, ["Order steel"]),
    "query_open_topics": (RIVER, ["Which concrete class?", "Who supplies the steel?"]),
    "list_playbooks": ({"agent": "chat"}, ["pb-late Late deliveries"]),
    "get_playbook": ({"playbook_id": "pb-app"}, "One screen, one question."),
    "search_playbooks": ({"words": "float"}, ["pb-late"]),
    "list_alerts": ({}, ["a3 is two weeks late"]),
    "list_alert_rules": ({}, ["al-1 late activities: more than 3", "al-2 open topics: more than 10"]),
    "propose_alert_rule": ({"subject": "costs", "threshold": 2}, {"proposal": "prop-1", "state": "pending"}),
}


@pytest.fixture(scope="module")
def toolbox() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(CONNECT))
        yield importlib.import_module("connect.toolbox")


@pytest.fixture(autouse=True)
def first_day(toolbox: ModuleType) -> None:
    importlib.import_module("connect.workspace").WORKSPACE.reset()


@pytest.fixture(scope="module")
def surface() -> Surface:
    """What the source shows, read without running it."""
    (side,) = gather(CONNECT, load_config(CONNECT)).sides
    return side.surface


@pytest.fixture(scope="module")
def acknowledged() -> set[str]:
    return {name for word in load_config(CONNECT).acknowledge for name in word.tools}


def caller(project: str | None = None) -> Any:
    """Somebody who may everything, of the first tenant."""
    return importlib.import_module("connect.gate").Caller("ana", project)


RUNTIME = set(AGENTS["schedule-builder"]["runtime_tools"]["tools"])


def folded(text: str) -> str:
    return " ".join(text.split())


def test_the_live_names_are_the_rows(toolbox: ModuleType) -> None:
    names = Counter(tool.name for tool in asyncio.run(toolbox.live()))
    assert sorted(names) == sorted(ROWS)
    assert {name for name, times in names.items() if times > 1} == {"get_app", "list_apps"}  # on two frameworks


def test_the_frameworks_send_the_declared_descriptions(toolbox: ModuleType) -> None:
    sent = {tool.name: folded(tool.description) for tool in asyncio.run(toolbox.live())}
    assert sent == {name: folded(row["description"]) for name, row in ROWS.items()}


def test_every_tool_is_called_below() -> None:
    assert sorted(CALLS) == sorted(ROWS)


@pytest.mark.parametrize("name", CALLS)
def test_a_tool_does_what_it_says(toolbox: ModuleType, name: str) -> None:
    arguments, expected = CALLS[name]
    assert asyncio.run(toolbox.call(ROWS[name]["agents"][0], caller(), name, arguments)) == expected


@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_is_offered_its_allowlist(toolbox: ModuleType, agent: str) -> None:
    granted = sorted(name for name, row in ROWS.items() if agent in row["agents"])
    assert asyncio.run(toolbox.offered(agent, caller())) == granted


def test_a_tool_of_another_agent_is_refused(toolbox: ModuleType) -> None:
    with pytest.raises(PermissionError, match="app-builder is not offered run_means_methods"):
        asyncio.run(toolbox.call("app-builder", caller(), "run_means_methods", RIVER))


def test_in_a_conversation_about_a_project_it_is_filled_in(toolbox: ModuleType) -> None:
    found = asyncio.run(toolbox.call("chat", caller("p-hill"), "list_schedules", {}))
    assert [schedule["id"] for schedule in found] == ["s-hill"]


def test_only_the_declared_writers_change_what_is_kept(toolbox: ModuleType) -> None:
    """A proposal is staged beside the records, and a delegation leaves the records of others alone."""
    records = importlib.import_module("connect.workspace")
    delegations = {"run_app_builder"}  # the App Builder's own writer makes the app that it then proposes
    drafts = {"stage_draft_file"}  # the draft is the place where a change waits

    def kept() -> str:
        return repr({key: value for key, value in vars(records.WORKSPACE).items() if key != "proposals"})

    wrote = set()
    for name, (arguments, _) in CALLS.items():
        records.WORKSPACE.reset()
        before = kept()
        asyncio.run(toolbox.call(ROWS[name]["agents"][0], caller(), name, arguments))
        if kept() != before:
            wrote.add(name)
    assert wrote - delegations - drafts == {name for name, row in ROWS.items() if row["mutates"]}


def test_the_runtime_tools_are_registered_in_the_declared_order(toolbox: ModuleType) -> None:
    builder = importlib.import_module("connect.agents.schedule_builder")
    tools = builder.runtime_tools(builder.BuildSession("p-river", "a wish")).tools
    assert list(tools) == AGENTS["schedule-builder"]["runtime_tools"]["tools"]


def test_every_runtime_tool_works_on_its_session(toolbox: ModuleType) -> None:
    builder = importlib.import_module("connect.agents.schedule_builder")
    session = builder.BuildSession("p-river", "a wish")
    source = toolbox.PydanticSource(builder.runtime_tools(session), session)

    async def converse() -> list[Any]:
        return [
            await source.call("ask_user", {"question": "Which start?"}),
            await source.call("record_answers", {"answers": {"Which start?": "June"}}),
            await source.call("ask_user", {"question": "Which start?"}),
            await source.call("read_drawings", {"discipline": "structural"}),
            await source.call("apply_template", {"name": "school"}),
            await source.call("edit_spec", {"add": ["Court"], "remove": ["Shell"]}),
        ]

    assert asyncio.run(converse()) == [
        "no answer yet",
        1,
        "June",
        ["Pier P1 at 14 m, pier P2 added", "Deck 220 mm on girders"],
        ["Survey", "Shell", "Fit-out"],
        ["Survey", "Fit-out", "Court"],
    ]


def test_the_update_writer_drafts_and_proposes_but_publishes_nothing(toolbox: ModuleType) -> None:
    writer = importlib.import_module("connect.agents.update_writer")
    workspace = importlib.import_module("connect.workspace").WORKSPACE
    assert asyncio.run(writer.write(caller(), "u-1")) == "done"
    assert [proposal.kind for proposal in workspace.proposals.values()] == ["update-section", "publication"]
    assert workspace.updates["u-1"].sections == {"progress": "Excavation is done."}


def test_the_source_shows_the_live_names(toolbox: ModuleType, surface: Surface, acknowledged: set[str]) -> None:
    names = {declaration.name for declaration in surface.tools}
    live = {tool.name for tool in asyncio.run(toolbox.live())}
    assert sorted(names) == sorted(live - acknowledged | RUNTIME)
    assert len(surface.unresolved) == 1


def test_the_source_shows_the_descriptions_that_are_sent(toolbox: ModuleType, surface: Surface) -> None:
    live = {tool.name: folded(tool.description) for tool in asyncio.run(toolbox.live())}
    shown = {d.name: d.description for d in surface.tools if d.name not in RUNTIME}
    read = {name: text.sent for name, text in shown.items() if text.source is not TextSource.MANIFEST}
    assert {name: folded(text or "") for name, text in read.items()} == {name: live[name] for name in read}
    taken = {name for name, text in shown.items() if text.source is TextSource.MANIFEST}
    assert taken == {"list_playbooks", "get_playbook", "run_schedule_builder", "run_app_builder", "save_info_profile"}


def test_the_source_shows_the_hints_that_are_sent(toolbox: ModuleType, surface: Surface) -> None:
    live = {tool.name: tool.read_only for tool in asyncio.run(toolbox.live()) if tool.read_only is not None}
    shown = {d.name: hint.value for d in surface.tools for hint in d.hints if hint.name is HintName.READ_ONLY}
    assert len(live) > 10
    assert shown == live
