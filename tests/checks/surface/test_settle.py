"""What may lead to a registration is found by going through each file and definition once, however long the way is."""

from __future__ import annotations

import pytest

from toolcrib.checks.surface import read_surface
from toolcrib.checks.surface._module import Part
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface._settle import settle

FIRST = b"""
from fastmcp import FastMCP

mcp = FastMCP("demo")


def hand_on_0(function):
    return mcp.tool(function)
"""
LINK = """
from link_{before} import hand_on_{before}


def hand_on_{at}(function):
    return hand_on_{before}(function)
"""
LAST = """
from link_{before} import hand_on_{before}


@hand_on_{before}
def search() -> str:
    "Search."
"""


def chain(length: int) -> dict[str, bytes]:
    """Each file knows the next helper only once the one before it is known."""
    links = {f"link_{at}.py": LINK.format(at=at, before=at - 1).encode() for at in range(1, length)}
    return {"link_0.py": FIRST, **links, "last.py": LAST.format(before=length - 1).encode()}


def settled(files: dict[str, bytes]) -> tuple[Program, Part, frozenset[str]]:
    program = Program(files)
    (part,) = program.parts()
    return program, part, settle(program, frozenset({".tool", "tool()"}), part)


@pytest.mark.parametrize("length", [5, 50, 200])
def test_a_chain_of_helpers_is_followed_to_its_end_and_each_link_gone_through_once(length: int) -> None:
    program, part, words = settled(chain(length))
    assert {f"hand_on_{at}()" for at in range(length)} <= words
    assert all(module.matters for module in part.modules)
    definitions = 2 * (length + 1)  # each file has a function, and says something itself
    assert program.gone_through == definitions
    assert program.read_by["ast"] == length + 1
    assert program.looked <= length + 1


def test_a_tool_at_the_end_of_a_chain_of_helpers_is_found() -> None:
    assert [tool.name for tool in read_surface(chain(30)).tools] == ["search"]


def test_files_that_lead_nowhere_are_not_gone_through() -> None:
    files = chain(3) | {f"other_{at}.py": b"import link_0\n\n\ndef plain():\n    return 1\n" for at in range(40)}
    program, part, _ = settled(files)
    assert {module.path for module in part.modules if module.matters} == chain(3).keys()
    assert program.gone_through == 8
