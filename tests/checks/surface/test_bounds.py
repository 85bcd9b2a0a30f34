"""A bound that is hit is said, wherever it is hit: no tool is lost without a word, and nothing ends the run."""

from __future__ import annotations

import pytest

from toolcrib.checks.surface import _evaluator, read_surface

LISTED = b"""
from mcp import types
from mcp.server.lowlevel import Server

server = Server("demo")


def described(name):
    return [types.Tool(name=one, inputSchema={}) for one in (name, name + "_again")]


@server.list_tools()
async def list_tools():
    return [*described("shown"), *described("other")]
"""
REGISTERED = b"""
from fastmcp import FastMCP

mcp = FastMCP("demo")


def publish(server, names):
    for name in names:
        @server.tool(name=name)
        def tool() -> str:
            return name


publish(mcp, ["shown", "shown_again", "other", "other_again"])
"""


@pytest.mark.parametrize("source", [LISTED, REGISTERED], ids=["a handler that lists", "a helper that registers"])
def test_with_any_number_of_steps_each_tool_is_shown_or_a_place_is_unresolved(
    source: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for steps in range(120):
        monkeypatch.setattr(_evaluator, "MAX_STEPS", steps)
        surface = read_surface({"server.py": source})
        assert len(surface.tools) == 4 or surface.unresolved, steps
    assert [tool.name for tool in surface.tools] == ["shown", "shown_again", "other", "other_again"]
    assert not surface.unresolved
