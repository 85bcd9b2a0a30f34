"""The bridge of a page: `ui.tools` decides each call, and not written is not empty is not a list."""

from __future__ import annotations

from typing import Any

import pytest

from toolcrib.registry.agentproto import (
    AppFile,
    NoUiTools,
    UiBridge,
    UiKind,
    UiReason,
    UiTools,
    UiVerdict,
    check_ui_call,
    read_app,
    ui_allowlist,
)


def app(ui: str) -> AppFile:
    agents = "[]" if ui else "[{id: a, path: a.md}]"
    text = f"---\nschema: app/v1\nid: me\nagents: {agents}\nworkflows: []\n" + (f"ui: {ui}\n" if ui else "") + "---\n"
    return read_app(text.encode(), "APP.md")


ABSENT = app("{path: p}")
EMPTY = app("{path: p, tools: []}")
LISTED = app("{path: p, tools: [app_data_read, own, 'imported:shop/a/b', 'imported:x', adapter_list]}")
NO_UI = app("")


def test_the_three_states_are_three_values() -> None:
    assert [one.ui.tools for one in (ABSENT, EMPTY) if one.ui] == [NoUiTools(), UiTools(())]
    assert NO_UI.ui is None
    assert ABSENT != EMPTY


@pytest.mark.parametrize(
    ("on", "tool", "reason", "kind"),
    [
        (None, "app_data_read", UiReason.NO_APP, None),
        (NO_UI, "app_data_read", UiReason.NO_UI, None),
        (NO_UI, "adapter_list", UiReason.NO_UI, None),
        (ABSENT, "app_data_read", UiReason.LIST_ABSENT, None),
        (ABSENT, "adapter_list", UiReason.LISTED, UiKind.DISCOVERY),
        (ABSENT, "own", UiReason.LIST_ABSENT, None),
        (EMPTY, "app_data_read", UiReason.LIST_EMPTY, None),
        (EMPTY, "harness_preset_list", UiReason.LISTED, UiKind.DISCOVERY),
        (LISTED, "app_data_read", UiReason.LISTED, UiKind.DAEMON),
        (LISTED, "App_data_read", UiReason.NOT_LISTED, None),
        (LISTED, "own", UiReason.LISTED, UiKind.BUNDLED),
        (LISTED, "imported:shop/a/b", UiReason.LISTED, UiKind.IMPORTED),
        (LISTED, "imported:shop/a", UiReason.NOT_LISTED, None),
        (LISTED, "imported:x", UiReason.MALFORMED, None),
        (LISTED, "imported:/x", UiReason.MALFORMED, None),
        (LISTED, "adapter_list", UiReason.LISTED, UiKind.DISCOVERY),
        (LISTED, "", UiReason.NOT_LISTED, None),
        (LISTED, None, UiReason.NOT_LISTED, None),
        (LISTED, ["app_data_read"], UiReason.NOT_LISTED, None),
    ],
)
def test_a_call_is_checked_against_the_list(
    on: AppFile | None, tool: object, reason: UiReason, kind: UiKind | None
) -> None:
    found = check_ui_call(on, tool, {"own"})
    assert (found.reason, found.kind) == (reason, kind)
    assert bool(found) is (kind is not None)
    assert found.words


def test_an_alias_ends_at_the_first_slash() -> None:
    found = check_ui_call(LISTED, "imported:shop/a/b")
    assert (found.server, found.tool) == ("shop", "a/b")


def test_a_tool_of_the_app_is_asked_before_the_daemon() -> None:
    assert ui_allowlist(LISTED)["own"] is UiKind.DAEMON
    assert ui_allowlist(LISTED, {"own"})["own"] is UiKind.BUNDLED
    assert ui_allowlist(NO_UI) == {}


def bridge(apps: list[AppFile | None]) -> tuple[UiBridge, list[tuple[str, dict[str, Any]]]]:
    """A bridge that finds the next of `apps` at each call, and what it dispatched."""
    sent: list[tuple[str, dict[str, Any]]] = []

    def dispatch(verdict: UiVerdict, arguments: dict[str, Any]) -> str:
        sent.append((verdict.tool, arguments))
        return "done"

    return UiBridge(app=lambda: apps.pop(0), dispatch=dispatch), sent


def test_a_refused_call_dispatches_nothing() -> None:
    for one in (None, NO_UI, ABSENT, EMPTY, LISTED):
        on, sent = bridge([one])
        answer = on.call("app_uninstall", {"appId": "other"})
        assert not answer.verdict
        assert answer.content is None
        assert sent == []


def test_every_call_is_checked_with_the_list_of_that_moment() -> None:
    on, sent = bridge([LISTED, EMPTY, None])
    assert on.call("app_data_read", {"path": "x"}).content == "done"
    assert on.call("app_data_read").verdict.reason is UiReason.LIST_EMPTY
    assert on.call("app_data_read").verdict.reason is UiReason.NO_APP
    assert sent == [("app_data_read", {"path": "x"})]  # no `appId` is filled in here


def test_an_app_that_cannot_be_asked_refuses() -> None:
    on, sent = bridge([])
    answer = on.call("adapter_list")
    assert answer.verdict.reason is UiReason.FAILED
    assert "IndexError" in answer.verdict.words
    assert sent == []


def test_what_the_dispatched_call_raises_is_raised() -> None:
    def dispatch(verdict: UiVerdict, arguments: dict[str, Any]) -> object:
        raise TimeoutError(verdict.tool)

    with pytest.raises(TimeoutError, match="app_data_read"):
        UiBridge(app=lambda: LISTED, dispatch=dispatch).call("app_data_read")
