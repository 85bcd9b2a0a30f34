"""Several processes read the manifests that one reads, and an error is the same error with any number of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from toolcrib.checks._shared import each
from toolcrib.checks._sides import SourceOf, read_sides
from toolcrib.checks.surface import Surface, SurfaceProblems
from toolcrib.checks.writes import Writes
from toolcrib.manifest import load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

SERVER = """
import os
from fastmcp import FastMCP
mcp = FastMCP("{name}")
@mcp.tool
def look_{name}() -> str:
    "Looks."
    return ""
@mcp.tool
def sweep_{name}(path: str) -> None:
    "Sweeps."
    os.remove(path)
"""
ROW = """\
  {tool}: {{description: It does something., capability: all, mutates: false, agents: [chat]}}
"""
MANIFEST = "agents:\n  chat: {empty_selection: none}\ncapabilities:\n  all: {feature: all}\ntools:\n"
NAMES = ("one", "two", "three", "four", "five")


@pytest.fixture(autouse=True)
def _no_process_stays() -> Iterator[None]:
    yield
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def sources(root: Path) -> list[SourceOf]:
    """A manifest each, and a server each with a tool that reads and one that writes."""
    found = []
    for name in NAMES:
        rows = "".join(ROW.format(tool=f"{verb}_{name}") for verb in ("look", "sweep"))
        (root / f"{name}.yaml").write_text(MANIFEST + rows)
        declared = load(f"{name}.yaml", root=root)
        found.append(SourceOf(declared, {f"{name}/server.py": SERVER.format(name=name).encode()}, ahead=True))
    return found


def read(these: list[SourceOf], count: int) -> list[tuple[Surface, Writes]]:
    return read_sides(these, not_read=(), cache=None, look=True, seen=None, workers=count, enough=0)


def test_the_answers_are_the_same_with_any_number(tmp_path: Path) -> None:
    these = sources(tmp_path)
    for count in (1, 2, 4):
        answers = read(these, count)
        assert [[tool.name for tool in surface.tools] for surface, _ in answers] == [
            [f"look_{name}", f"sweep_{name}"] for name in NAMES
        ]
        for surface, writes in answers:
            look, sweep = writes.of_all(surface.tools)
            assert (look.sure(), [piece.kind.value for piece in sweep.sure()]) == ((), ["file"])
            assert ("_search" in vars(writes)) == (count == 1)  # the answers came from where the source was read


def test_what_cannot_be_read_is_an_error_of_the_first_manifest_that_has_it(tmp_path: Path) -> None:
    these = sources(tmp_path)
    for index in (1, 3):
        broken = {f"{NAMES[index]}/server.py": b"from fastmcp import FastMCP\ndef (:\n"}
        these[index] = SourceOf(these[index].declared, broken, ahead=True)
    for count in (1, 2, 4):
        with pytest.raises(SurfaceProblems) as raised:
            read(these, count)
        (error,) = raised.value.exceptions
        assert str(error).startswith("two/server.py:")


def test_progress_ends_with_every_file(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    these = sources(tmp_path)
    read_sides(these, not_read=(), cache=None, look=True, seen=lambda *both: told.append(both), workers=1, enough=0)
    assert told[-1][0] == told[-1][1]


def test_the_work_of_a_process_that_ended_is_done_here() -> None:
    first = os.getpid()

    def work(thing: int) -> int:
        if os.getpid() != first:
            os._exit(3)
        return thing * 2

    assert each(range(20), work, 4) == [2 * thing for thing in range(20)]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_of_several_errors_the_first_is_raised(count: int) -> None:
    def work(thing: int) -> int:
        if thing in (7, 3, 11):
            raise LookupError(thing)
        return thing

    with pytest.raises(LookupError, match=r"^3$"):
        each(range(20), work, count)


@pytest.mark.parametrize("count", [2, 5])
def test_an_interruption_is_no_error_to_try_again(count: int) -> None:
    met: list[int] = []

    def work(thing: int) -> int:
        met.append(thing)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        each(range(20), work, count)
    assert len(met) == 1


def test_what_cannot_be_sent_is_done_here() -> None:
    def work(thing: int) -> Callable[[], int]:
        return lambda: thing

    assert [one() for one in each(range(6), work, 3)] == list(range(6))
