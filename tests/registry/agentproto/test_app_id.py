"""`appId`: filled where it is absent, relaxed in the offered schema, never overriding."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from toolcrib.registry.agentproto import (
    DaemonTool,
    DaemonTools,
    Fill,
    fill_remarks,
    read_agent,
    relaxed_schema,
    resolve_tools,
    review_tools,
    with_app_id,
)

OWN: dict[str, Any] = {
    "type": "object",
    "properties": {"appId": {"type": "string"}, "path": {"type": "string"}},
    "required": ["appId", "path"],
}
NONE: dict[str, Any] = {"type": "object", "properties": {"appRunId": {"type": "string"}}, "required": ["appRunId"]}


@pytest.mark.parametrize(
    ("tool", "arguments", "app_id", "found"),
    [
        ("app_data_read", {"path": "x"}, "me", {"path": "x", "appId": "me"}),
        ("app_data_read", {}, "me", {"appId": "me"}),
        ("app_data_read", None, "me", {"appId": "me"}),
        ("app_data_read", {"appId": "other"}, "me", {"appId": "other"}),
        ("app_data_read", {"appId": ""}, "me", {"appId": ""}),
        ("app_data_read", {"appId": None}, "me", {"appId": None}),
        ("app_data_read", {"appid": "x"}, "me", {"appid": "x", "appId": "me"}),
        ("app_data_read", {}, "", {}),
        ("mcp_imported_call", {}, "me", {}),
        ("agent_start", {}, "me", {}),
        ("read_file", None, "me", {}),
        ("App_data_read", {}, "me", {}),
        ("app_status", {"appRunId": "r"}, "me", {"appRunId": "r", "appId": "me"}),
    ],
)
def test_only_what_is_absent_is_filled(
    tool: str, arguments: dict[str, Any] | None, app_id: str, found: dict[str, Any]
) -> None:
    before = copy.deepcopy(arguments)
    assert with_app_id(tool, arguments, app_id) == found
    assert arguments == before


def test_filling_can_be_held_to_the_schema() -> None:
    held = Fill.IF_DECLARED
    assert with_app_id("app_status", {}, "me", schema=NONE, fill=held) == {}
    assert with_app_id("app_status", {}, "me", schema=None, fill=held) == {}
    assert with_app_id("app_run", {}, "me", schema=OWN, fill=held) == {"appId": "me"}


def test_relaxing_drops_the_demand_only() -> None:
    before = copy.deepcopy(OWN)
    assert relaxed_schema("app_data_read", OWN, "me") == {**OWN, "required": ["path"]}
    assert before == OWN
    bare = {"type": "object", "required": ["appId", "x"]}
    assert relaxed_schema("app_data_read", bare, "me") == {"type": "object", "required": ["x"]}


@pytest.mark.parametrize(
    ("tool", "schema", "app_id"),
    [
        ("app_data_read", OWN, ""),
        ("read_file", OWN, "me"),
        ("app_status", NONE, "me"),
        ("app_list", {"type": "object"}, "me"),
        ("app_list", {"type": "object", "required": "appId"}, "me"),
    ],
)
def test_the_same_object_where_nothing_is_relaxed(tool: str, schema: dict[str, Any], app_id: str) -> None:
    assert relaxed_schema(tool, schema, app_id) is schema


def test_what_cannot_be_followed_keeps_asking() -> None:
    schema = {**OWN, "not": {"required": ["appId"]}}
    assert relaxed_schema("app_data_read", schema, "me") is schema


@pytest.mark.parametrize(
    ("tool", "schema", "app_id", "words"),
    [
        ("app_call", OWN, "me", "the app calls itself"),
        ("app_uninstall", OWN, "me", "takes down the app"),
        ("app_unapply", OWN, "me", "takes down the app"),
        ("app_status", {**NONE, "additionalProperties": False}, "me", "is refused"),
        ("app_status", NONE, "me", ""),
        ("app_data_read", OWN, "me", ""),
        ("app_data_read", OWN, "", "no app id is known"),
        ("app_status", NONE, "", ""),
        ("agent_start", OWN, "me", ""),
        ("app_run", None, "me", ""),
    ],
)
def test_the_exceptions_are_said(tool: str, schema: dict[str, Any] | None, app_id: str, words: str) -> None:
    found = fill_remarks(tool, schema, app_id)
    assert words in found
    assert bool(found) == bool(words)


def test_the_exceptions_are_remarks_where_the_tool_is_declared() -> None:
    head = "---\nschema: agent/v1\nid: one\ndescription: One.\nmodel: m\ntools: [app_call, app_data_read]\n---\n"
    daemon = DaemonTools({name: DaemonTool(name=name, schema=OWN) for name in ("app_call", "app_data_read")})
    found = resolve_tools(read_agent(head.encode(), "AGENT.md"), daemon=daemon)
    assert [(one.code, one.key) for one in review_tools(found, app_id="me")] == [("app-id", "tools[0]")]
    assert review_tools(found) == ()
