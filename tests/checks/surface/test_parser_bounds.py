"""Legal and illegal depth: a worded refusal or a reading, never the end of the process."""

from __future__ import annotations

import pytest

from toolcrib.checks.surface import SurfaceError, read_surface

HEAD = "from fastmcp import FastMCP\nmcp = FastMCP('x')\n"


@pytest.mark.parametrize("nested", ["lambda: " * 5000 + "1", "[" * 5000 + "1" + "]" * 5000, "-" * 50_000 + "1"])
def test_what_would_break_the_parser_is_refused_in_words(nested: str) -> None:
    with pytest.raises(ExceptionGroup) as caught:
        read_surface({"deep.py": f"{HEAD}x = {nested}\n".encode()})
    (error,) = caught.value.exceptions
    assert isinstance(error, SurfaceError)
    assert "nested too deeply" in str(error)


def test_a_long_chain_of_branches_is_read() -> None:
    chain = "z = -1\nif z == -2: pass\n" + "".join(f"elif z == {n}: pass\n" for n in range(2000))
    surface = read_surface({"long.py": f"{HEAD}def a(): ...\n{chain}else: mcp.add_tool(a)\n".encode()})
    assert [t.name for t in surface.tools] == ["a"] or surface.unresolved
