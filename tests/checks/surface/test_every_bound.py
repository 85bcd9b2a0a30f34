"""Every bound of following a program, made tiny over every case: nothing is raised, and what is missing is said.

What is said may be said of the file in which the bound was hit: it is asked only that something new is unresolved.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from toolcrib.checks.surface import Surface, _bounds, _mounts, read_surface

HERE = Path(__file__).parent
NAMES = [name for name, value in vars(_bounds).items() if name.isupper() and isinstance(value, int)]
BOUNDS = [(_bounds, name) for name in NAMES] + [(_mounts, "MAX_NAMES")]
SMALL = (0, 1, 2, 7, 50)
# A call that is followed for its value alone loses what it puts elsewhere when it is cut, and that is not said yet:
# most functions that are cut so put nothing where a framework looks, and a place for each would hide those that matter.
# Whatever else is lost fails, and so does an entry that is no longer true.
UNSAID = {
    "MAX_DEPTH": {"across_modules/lists_and_classes", "google_adk/toolsets"},
    "ASIDE_STEPS": {"across_modules/lists_and_classes", "google_adk/toolsets"},
    "ASIDE_TOTAL": {"across_modules/lists_and_classes"},
    "ASKED_STEPS": {"raw/more_clients"},
}


@cache
def cases() -> tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]:
    """What a case's folder holds; those that are made to be refused or to be long are no matter here."""
    folders = sorted(p for p in HERE.glob("*/*/input") if p.parent.parent.name not in ("hostile", "decoys"))
    return tuple(
        (
            folder.parent.relative_to(HERE).as_posix(),
            tuple((p.relative_to(folder).as_posix(), p.read_bytes()) for p in sorted(folder.rglob("*.py"))),
        )
        for folder in folders
    )


@cache
def unbounded() -> tuple[Surface, ...]:
    return tuple(read_surface(dict(files)) for _, files in cases())


@pytest.mark.parametrize(("home", "name"), BOUNDS, ids=[name for _, name in BOUNDS])
def test_a_tiny_bound_raises_nothing_and_what_is_missing_is_said(
    home: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wholes = unbounded()
    takers = [m for key, m in sys.modules.items() if key.startswith("toolcrib.checks.surface") and name in vars(m)]
    assert home in takers
    lost = set()
    for small in SMALL:
        for module in takers:  # each took the bound by its name
            monkeypatch.setattr(module, name, small)
        for (case, files), whole in zip(cases(), wholes, strict=True):
            found = read_surface(dict(files))
            missing = {tool.name for tool in whole.tools} - {tool.name for tool in found.tools}
            known = {(one.at, one.reason) for one in whole.unresolved}
            if missing and all((one.at, one.reason) in known for one in found.unresolved):
                lost.add(case)
    assert lost == UNSAID.get(name, set())


MANY = b"""
from fastmcp import FastMCP

mcp = FastMCP("demo")


def one() -> str:
    return ""


"""


@pytest.mark.parametrize(
    ("source", "all_of_them"),
    [
        (b"[mcp.tool(name=f'{a}{b}')(one) for a in 'abc' for b in 'xyz']\n", 9),
        (b"[mcp.tool(name=f't{i}')(one) for i in range(9)]\n", 9),
        (b"for letter in 'abcdefghi':\n    mcp.tool(name=letter)(one)\n", 9),
    ],
    ids=["two clauses", "a range", "the letters of a text"],
)
def test_a_loop_with_more_turns_than_the_bound_says_so(
    source: bytes, all_of_them: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read_surface({"server.py": MANY + source})
    assert len(whole.tools) == all_of_them
    assert not whole.unresolved
    for module in [m for key, m in sys.modules.items() if key.startswith("toolcrib.checks.surface")]:
        if "MAX_LOOP" in vars(module):
            monkeypatch.setattr(module, "MAX_LOOP", 2)
    assert read_surface({"server.py": MANY + source}).unresolved


def test_a_name_with_more_values_than_are_kept_apart_is_unresolved() -> None:
    source = b"import random\n" + MANY + b"def some():\n    return 'a' if random.random() else 'b'\n"
    source += b"mcp.tool(name=f'{some()}{some()}{some()}{some()}{some()}')(one)\n"
    surface = read_surface({"server.py": source})
    assert not surface.tools
    assert [one.reason for one in surface.unresolved] == [
        "the name cannot be told: it has more than 16 possible values"
    ]
