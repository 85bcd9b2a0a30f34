"""Functions that nothing calls wait for their turn: each is counted in once and out once, however many there are."""

from __future__ import annotations

import pytest

from toolcrib.checks.surface import read_surface
from toolcrib.checks.surface._declare import Ledger
from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface.dialects import all_dialects

SERVER = "from fastmcp import FastMCP\n\nmcp = FastMCP('demo')\n\n"
RING = """
def publish_{at}():
    @mcp.tool(name="tool_{at}")
    def shown() -> str:
        "A tool."
    return publish_{next}
"""
"""Each is named by another, so none of them is where the program is entered."""


def ring(size: int) -> dict[str, bytes]:
    said = (RING.format(at=at, next=(at + 1) % size) for at in range(size))
    return {"server.py": (SERVER + "".join(said)).encode()}


@pytest.mark.parametrize("size", [3, 30, 90])
def test_each_function_that_waits_is_counted_in_and_out_once(size: int) -> None:
    program = Program(ring(size))
    evaluator = Evaluator(program, all_dialects(), Ledger(saw_framework=True))
    (part,) = program.parts()
    evaluator.run_all(part)
    assert size <= evaluator.counted <= 2 * size


def test_a_ring_of_functions_registers_what_each_of_them_does() -> None:
    surface = read_surface(ring(30))
    assert {tool.name for tool in surface.tools} == {f"tool_{at}" for at in range(30)}
    assert not surface.unresolved
