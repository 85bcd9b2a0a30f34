"""Legal and illegal depth: a worded refusal or a reading, never the end of the process."""

from __future__ import annotations

import sys

import pytest

from toolcrib.checks.surface import SurfaceError, SurfaceProblems, read_surface
from toolcrib.checks.surface._facts_json import dumps
from toolcrib.checks.surface._read import read
from toolcrib.manifest import Location

HEAD = "from fastmcp import FastMCP\nmcp = FastMCP('x')\n"


@pytest.mark.parametrize("nested", ["lambda: " * 5000 + "1", "[" * 5000 + "1" + "]" * 5000, "-" * 50_000 + "1"])
def test_what_would_break_the_parser_is_refused_in_words(nested: str) -> None:
    with pytest.raises(ExceptionGroup) as caught:
        read_surface({"deep.py": f"{HEAD}x = {nested}\n".encode()})
    (error,) = caught.value.exceptions
    assert isinstance(error, SurfaceError)
    assert "nested too deeply" in str(error)


def chain(branches: int) -> dict[str, bytes]:
    """A module whose only registration stands at the end of one long `elif` chain."""
    middle = "".join(f"elif z == {n}: pass\n" for n in range(branches))
    return {"long.py": f"{HEAD}def a(): ...\nz = -1\nif z == -2: pass\n{middle}else: mcp.add_tool(a)\n".encode()}


def test_a_long_chain_of_branches_is_read() -> None:
    surface = read_surface(chain(100))
    assert [t.name for t in surface.tools] == ["a"]


def test_a_very_long_chain_is_read_or_refused_in_words() -> None:
    """How deep Python itself goes differs by version: 3.12 stops far earlier than 3.11 and 3.13."""
    refused = ""
    names: list[str] = []
    try:
        surface = read_surface(chain(2000))
        names = [t.name for t in surface.tools] or [u.reason for u in surface.unresolved]
    except SurfaceProblems as problems:
        refused = str(problems.exceptions[0])
    assert names or "nested too deeply" in refused


@pytest.mark.parametrize(
    ("first", "link"), [("a", " + a"), ("a", ".b"), ("a", ".b()"), ("a", "[0]"), ('"a"', ' + "b"')], ids=str
)
def test_a_chain_that_the_parser_would_take_minutes_for_is_refused_with_its_line(first: str, link: str) -> None:
    with pytest.raises(SurfaceProblems) as caught:
        read_surface({"long.py": f"{HEAD}x = (\n{first}{link * 5000}\n)\n".encode()})
    (error,) = caught.value.exceptions
    assert error.at is not None
    if "nested too deeply" in str(error):  # Python 3.13's own parser refuses it, and says no line
        assert sys.version_info >= (3, 12)
        return
    assert "chain of more than 2,000 links" in str(error)
    assert error.at.line in (3, 4)


def test_a_chain_that_somebody_may_have_generated_is_read() -> None:
    surface = read_surface({"long.py": f"{HEAD}x = ({'a.b() + ' * 400}1)\n@mcp.tool\ndef one(): ...\n".encode()})
    assert [t.name for t in surface.tools] == ["one"]


NESTED = "match x:\n    case {}:\n        y = 1\n"


@pytest.mark.parametrize(("left", "right"), [("[", "]"), ("(", ")"), ("A(", ")"), ("{'a': ", "}")])
def test_patterns_that_the_parser_would_take_hours_for_are_refused_with_their_line(left: str, right: str) -> None:
    """Its time doubles with each. An `except` without brackets is what makes LibCST the reader, up to 3.13."""
    text = "try:\n    pass\nexcept A, B:\n    pass\n" + NESTED.format(left * 40 + "a" + right * 40)
    if sys.version_info >= (3, 14):
        assert read("a.py", text.encode()).body
        return
    with pytest.raises(SurfaceError, match="patterns inside each other") as refused:
        read("a.py", text.encode())
    assert refused.value.at == Location("a.py", 6)


def test_the_reference_reads_deep_patterns_as_the_interpreter_does() -> None:
    text = NESTED.format("[" * 40 + "a" + "]" * 40).encode()
    fast, reference = read("a.py", text), read("a.py", text, reference=True)
    assert dumps(fast.body) == dumps(reference.body)


def test_brackets_after_a_case_are_no_patterns() -> None:
    text = "match x:\n    case [a, b]:\n        y = " + "[" * 20 + "]" * 20 + "\n"
    assert read("a.py", text.encode(), reference=True).reader == "libcst"
