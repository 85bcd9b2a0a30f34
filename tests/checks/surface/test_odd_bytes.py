"""Files that no editor writes: each is read, or refused in words with its place; none ends the run by accident."""

from __future__ import annotations

import pytest

from toolcrib.checks.surface import SurfaceProblems, read_surface

SERVER = b"from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool()\ndef show() -> None: ...\n"


class Kept:
    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.texts.get(key)

    def put(self, key: str, text: str) -> None:
        self.texts[key] = text


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: undefined\n" + SERVER,
        b"# coding: punycode\n" + SERVER,
        SERVER + b"x = 'a' b'c'\n",
        SERVER + "a\u200db = 1\n".encode(),
    ],
    ids=["no encoding", "no text encoding", "bytes beside text", "no identifier"],
)
def test_it_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(SurfaceProblems, match=r"cannot be read|1 file") as caught:
        read_surface({"it.py": data})
    (error,) = caught.value.exceptions
    assert "it.py:" in str(error)
    assert "is not valid Python" in str(error) or "cannot be decoded" in str(error)


def test_a_number_that_is_too_long_for_the_cache_is_read_all_the_same() -> None:
    data = SERVER + b"p = 0x" + b"f" * 5_000 + b"\n"
    cache = Kept()
    found = read_surface({"it.py": data}, cache=cache)
    assert [tool.name for tool in found.tools] == ["show"]
    assert found == read_surface({"it.py": data})
    assert not cache.texts


@pytest.mark.parametrize(
    "name",
    [
        "f'a{B}'",
        "'a' + str(B)",
        "'%100000000000d' % 1",
        "'%-.100000000000s' % 'a'",
        "'%*d' % (100000000000, 1)",
        "'{:100000000000}'.format(1)",
        "'{:{}}'.format('a', 100000000000)",
        "'a'.zfill(100000000000)",
        "T.replace('a', T)",
        "T.replace('', T)",
    ],
)
def test_a_name_that_nobody_could_hold_is_unresolved(name: str) -> None:
    data = SERVER + b"B = 0x" + b"f" * 5_000 + b"\nT = '" + b"a" * 500_000 + b"'\n"
    data += f"@mcp.tool(name={name})\ndef other() -> None: ...\n".encode()
    found = read_surface({"it.py": data})
    assert [tool.name for tool in found.tools] == ["show"]
    assert len(found.unresolved) == 1


def test_a_width_that_somebody_wrote_is_folded() -> None:
    data = SERVER + b"@mcp.tool(name='{:>4}_%03d'.format('ab') % 7)\ndef other() -> None: ...\n"
    assert [tool.name for tool in read_surface({"it.py": data}).tools] == ["show", "  ab_007"]
