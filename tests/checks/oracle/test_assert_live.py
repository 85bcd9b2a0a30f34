"""`assert_surface_matches` with something live: against the source, or against a manifest."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks import assert_surface_matches

fastmcp = pytest.importorskip("fastmcp", reason="fastmcp is not installed (dependency group `apps`)")

SERVER = """\
from fastmcp import FastMCP

mcp = FastMCP("billing")


@mcp.tool(name="list_invoices")
def invoices(customer: str) -> list[str]:
    '''List the invoices of a customer.'''
    return []
"""
MANIFEST = """\
agents:
  clients: {empty_selection: none}
capabilities:
  billing: {feature: null}
tools:
  list_invoices:
    description: List the invoices of a customer.
    capability: billing
    mutates: false
    agents: [clients]
"""


@pytest.fixture
def billing(project: Path) -> Path:
    (project / "server.py").write_text(SERVER)
    (project / "tools.yaml").write_text(MANIFEST)
    (project / "pins.yaml").write_text("ungated:\n  billing: The server has no permission model of its own.\n")
    return project


def server(text: str = "List the invoices of a customer.", *, name: str = "billing") -> Any:
    live = fastmcp.FastMCP(name)
    live.tool(lambda customer: [customer], name="list_invoices", description=text)
    return live


def test_against_the_manifest(billing: Path) -> None:
    assert_surface_matches(server(), "tools.yaml", root=billing)
    with pytest.raises(AssertionError, match="live billing:1:1 TC105 description-drift"):
        assert_surface_matches(server("Another text."), "tools.yaml", root=billing)
    assert_surface_matches(server("Another text."), "tools.yaml", root=billing, ignore=["TC105"])


def test_against_the_source(billing: Path) -> None:
    assert_surface_matches(server(), root=billing)
    with pytest.raises(AssertionError) as caught:
        assert_surface_matches(server("Another text."), root=billing)
    assert "another description" in str(caught.value)
    assert "live:   Another text." in str(caught.value)


def test_against_a_part_of_the_source(billing: Path) -> None:
    (billing / "back.py").write_text(SERVER.replace("billing", "back").replace("list_invoices", "refund"))
    assert_surface_matches(server(name="else"), root=billing, server=["billing"])
    assert_surface_matches(server(name="else"), root=billing, path=["server.py"])
    with pytest.raises(AssertionError, match="only in the source"):
        assert_surface_matches(server(name="else"), root=billing)
    with pytest.raises(AssertionError, match="only live"):
        assert_surface_matches(server(), root=billing, server=["back"])


def test_where_a_loop_runs_already(billing: Path) -> None:
    async def test() -> None:
        live = server()
        assert_surface_matches(live, root=billing)
        async with fastmcp.Client(live) as client:
            assert_surface_matches(await client.list_tools(), root=billing, server=["billing"])

    asyncio.run(test())


def test_what_cannot_be_asked_is_no_difference(billing: Path) -> None:
    with pytest.raises(TypeError, match=r"cannot ask this for its tools: it is a builtins\.int"):
        assert_surface_matches(3, root=billing)
