"""What a call gives back: results within their limits, and what the tool itself raises."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from toolcrib.registry import (
    Overflow,
    Reason,
    Registry,
)

turns: Any = import_module("registry_turns")  # conftest.py brings it


def test_results_are_bounded_by_the_row_and_by_the_manifest(kind: str) -> None:
    overflows: list[Overflow] = []

    def kept(overflow: Overflow) -> str:
        overflows.append(overflow)
        return "read_result('r-1')"

    long = "x" * 2_000
    answer = turns.turn(kind, lambda offer, call: call("show", {}, turns.Tool(long)), on_overflow=kept)
    assert len(answer.content) == 300
    assert "read_result('r-1')" in answer.content
    assert answer.dropped > 1_700
    assert [(o.agent, o.tool, o.limit, o.result is long) for o in overflows] == [("chat", "show", 300, True)]
    assert len(turns.turn(kind, lambda offer, call: call("ask_user", {}, turns.Tool(long))).content) == 500

    def breaks(overflow: Overflow) -> str:
        raise RuntimeError

    assert (
        len(turns.turn(kind, lambda offer, call: call("show", {}, turns.Tool(long)), on_overflow=breaks).content) == 300
    )
    failed = {"content": [{"type": "text", "text": "rejected"}], "isError": True}
    answer = turns.turn(kind, lambda offer, call: call("show", {}, turns.Tool(failed)))
    assert answer.is_error
    assert answer.content["content"][0]["text"] == "tool error: rejected"


def test_what_the_tool_raises_is_raised(kind: str) -> None:
    def breaks(arguments: dict[str, Any]) -> None:
        raise LookupError("from the tool")

    with pytest.raises(LookupError, match="from the tool"):
        turns.turn(kind, lambda offer, call: call("show", {}, breaks))


def test_what_is_bound_to_the_row_runs(kind: str) -> None:
    registry = Registry(turns.MANIFEST)

    @registry.tool("list_schedules", schema=turns.SCHEMA)
    def listed(workspace_id: str, project_id: str, limit: int = 3) -> str:
        return f"{workspace_id} {project_id} {limit}"

    def steps(offer: turns.Asked, call: turns.Asked) -> None:
        assert "workspace_id" not in offer().tools[0].schema["properties"]
        assert call("list_schedules", {"limit": 2}).content == "w1 p1 2"
        assert call("list_schedules", {"limit": "2"}).decision.reason is Reason.ARGUMENTS_INVALID
        assert call("show", {}).decision.reason is Reason.NOT_IMPLEMENTED

    turns.turn(kind, steps, registry, schemas=None)
