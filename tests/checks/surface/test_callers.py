"""An acknowledged place that many call: the word holds for the caller it was given for."""

from __future__ import annotations

from toolcrib.checks.rules import pair
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import read_surface
from toolcrib.manifest import Location

HELPER = b"""from fastmcp import FastMCP
mcp = FastMCP("s")
def register(function):
    mcp.tool(function)
"""
CALLER = "from helper import register\nfrom plugins import load\nregister(load('{}'))\n"


def test_a_new_caller_is_not_covered_by_the_word_on_another() -> None:
    one = {"helper.py": HELPER, "a.py": CALLER.format("one").encode()}
    (before,) = read_surface(one).unresolved
    word = Acknowledgement(
        file=before.at.path,
        anchor=before.anchor,
        tools=("one",),
        reason="The plugin's contract fixes its name.",
        dynamic=False,
        at=Location("toolcrib.toml", 1),
    )
    both = read_surface({**one, "b.py": CALLER.format("two").encode()})
    acknowledged, stale = pair(both, (word,))
    assert not stale
    assert [entry.anchor for entry, _ in acknowledged] == [before.anchor]
    (new,) = [u for u in both.unresolved if u.anchor != before.anchor]
    assert "b.py" in new.anchor
    moved = read_surface({"helper.py": HELPER, "b.py": CALLER.format("two").encode()})
    assert pair(moved, (word,))[0] == ()
