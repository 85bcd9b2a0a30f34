"""The cache of what LibCST read: the same surface with it, without it, and when somebody has touched it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks.facts_cache import FOLDER, FolderCache, cache_for
from toolcrib.checks.surface import read_surface
from toolcrib.checks.surface._facts_json import dumps, key, loads
from toolcrib.checks.surface._read import read

# A form feed before a statement: places that only LibCST tells.
SOURCE = b'''
\x0cfrom mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")
PREFIX = "say"
match PREFIX:
    case "say" | "tell":
        pass


@mcp.tool(name=f"{PREFIX}_hello", description=b"x".decode() or "Say hello.")
async def hello(*names: str, loud: bool = False, **rest: complex) -> str:
    """Say hello."""
    try:
        return ", ".join(n for n in names if (m := n))
    except* ValueError as error:
        raise RuntimeError(1j) from error
'''


def test_a_second_reading_gives_the_same_surface(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    files = {"app.py": SOURCE}
    first = read_surface(files, cache=cache)
    assert [tool.name for tool in first.tools] == ["say_hello"]
    assert read_surface(files, cache=cache) == first == read_surface(files)


def test_a_warm_reading_imports_no_libcst(tmp_path: Path) -> None:
    read_surface({"app.py": SOURCE}, cache=FolderCache(tmp_path))
    program = f"""
import sys
from pathlib import Path
from toolcrib.checks.facts_cache import FolderCache
from toolcrib.checks.surface import read_surface
surface = read_surface({{"app.py": {SOURCE!r}}}, cache=FolderCache(Path({str(tmp_path)!r})))
assert [t.name for t in surface.tools] == ["say_hello"]
assert "libcst" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_the_standard_librarys_parser_reads_is_not_kept(tmp_path: Path) -> None:
    """It reads a file as fast as what it gave would be read from the cache."""
    read_surface({"app.py": SOURCE.replace(b"\x0c", b"")}, cache=FolderCache(tmp_path))
    assert not (tmp_path / FOLDER).exists()


def test_git_never_sees_the_cache(tmp_path: Path) -> None:
    FolderCache(tmp_path).put("0" * 64, "[]")
    assert (tmp_path / FOLDER / ".gitignore").read_text() == "*\n"


def test_the_environment_turns_it_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLCRIB_NO_CACHE", "1")
    assert cache_for(tmp_path, by_git=True) is None


@given(st.binary(max_size=60), st.integers(0, 400))
def test_a_cache_that_somebody_changed_is_not_believed(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, at: int
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    cache = FolderCache(folder)
    first = read_surface({"app.py": SOURCE}, cache=cache)
    (kept,) = (folder / FOLDER / "facts").iterdir()
    data = kept.read_bytes()
    kept.write_bytes(data[:at] + junk + data[at + len(junk) :])
    assert read_surface({"app.py": SOURCE}, cache=cache) == first


@given(st.text(max_size=80))
def test_text_that_is_no_program_is_absent(text: str) -> None:
    body = loads(text)
    assert body is None or body == ()


def test_the_text_holds_the_whole_program() -> None:
    facts = read("app.py", SOURCE)
    text = dumps(facts.body)
    assert text is not None
    again = loads(text)
    assert again is not None
    assert dumps(again) == text


def test_the_key_is_of_the_bytes() -> None:
    assert key(b"a") != key(b"b")
    assert key(b"a") == key(b"a")
