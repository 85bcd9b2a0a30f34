"""Several processes read the surface that one reads, and what goes wrong in one of them is no hole in it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from toolcrib.checks.surface import Surface, SurfaceProblems, read_surface
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface._telling import Taking
from toolcrib.checks.surface._workers import _Following, _shared, read_parts
from toolcrib.checks.workers import VARIABLE, workers

CASES = Path(__file__).parent
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")


def sources() -> dict[str, bytes]:
    """Cases of several frameworks, each in a folder of its own: parts between which no import leads."""
    found = {}
    for framework in ("mcp", "fastmcp", "langchain", "openai_agents", "decoys"):
        for folder in sorted((CASES / framework).glob("*/input"))[:6]:
            for path in sorted(folder.rglob("*.py")):
                found[f"{framework}_{folder.parent.name}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return found


def shared(files: dict[str, bytes], count: int) -> tuple[Surface, list[str]]:
    program = Program(files)
    surface, errors = read_parts(program, program.parts(), count, enough=0)
    return surface, sorted(f"{error}" for error in errors)


def test_the_surface_is_the_same_with_any_number() -> None:
    files = sources()
    one = shared(files, 1)
    assert len(one[0].tools) > 20
    assert len(Program(files).parts()) > 5
    assert shared(files, 2) == one
    assert shared(files, 5) == one


def test_the_front_door_takes_a_number() -> None:
    assert read_surface(sources(), workers=3) == read_surface(sources())


def test_what_cannot_be_read_is_said_by_whoever_met_it() -> None:
    files = sources()
    broken = {f"{folder}/broken.py": b"from mcp.server.fastmcp import FastMCP\ndef (:\n" for folder in "abcd"}
    errors = shared(files | broken, 3)[1]
    assert [error.partition(":")[0] for error in errors] == sorted(broken)
    assert "mend the syntax" in errors[0]
    with pytest.raises(SurfaceProblems, match="4 file"):
        read_surface(files | broken, workers=3)


class Ended(_Following):
    """Every process but the first ends before it has an answer."""

    first = os.getpid()

    def follow(self, index: int) -> None:
        if os.getpid() != self.first:
            os._exit(3)
        super().follow(index)


class Wrong(_Following):
    """A fault that only shows in a part of its own."""

    def follow(self, index: int) -> None:
        if index == 0:
            raise LookupError("a fault")
        super().follow(index)


def test_parts_of_a_process_that_ended_are_followed_here() -> None:
    program = Program(sources())
    parts = program.parts()
    found, errors = _shared(Ended(program, parts), range(len(parts)), 4)
    assert not errors
    assert found == shared(sources(), 1)[0]


def test_a_fault_is_raised_whoever_meets_it_and_no_process_stays() -> None:
    program = Program(sources())
    parts = program.parts()
    with pytest.raises(LookupError):
        _shared(Wrong(program, parts), range(len(parts)), 3)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_parts_that_fit_into_no_pipe_are_followed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has many pipes open is given small ones."""
    import fcntl  # not everywhere

    real = os.pipe

    def small() -> tuple[int, int]:
        ends = real()
        fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, 4096)
        return ends

    files = {f"p{number}/it.py": b"x = 1\n" for number in range(1100)} | sources()
    program = Program(files)
    parts = program.parts()
    assert len(parts) > 1024
    monkeypatch.setattr(os, "pipe", small)
    assert _shared(_Following(program, parts), range(len(parts)), 2)[0] == shared(sources(), 1)[0]


def test_nobody_works_for_a_process_that_was_killed() -> None:
    program = Program(sources())
    following = _Following(program, program.parts())
    queue, fill = os.pipe()
    os.write(fill, bytes(4))
    os.close(fill)
    following.waits = os.getpid()  # not the parent of this one
    following.follow_from(queue)
    os.close(queue)
    assert not following.done


def test_an_interrupt_goes_to_whoever_waits() -> None:
    """What a process was told before it knew that it is one of several is not lost, and not answered twice."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    shared(sources(), 3)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


@pytest.mark.parametrize(("said", "wanted"), [("1", 1), ("3", 3), ("99", 8)])
def test_the_variable_says_how_many(said: str, wanted: int) -> None:
    assert workers({VARIABLE: said}) == wanted


@pytest.mark.parametrize("said", ["", "0", "-1", "many", "\u0663"])
def test_what_is_no_number_counts_as_not_given(said: str) -> None:
    assert workers({VARIABLE: said}) == workers({})
    assert 1 <= workers({}) <= 8


def test_what_was_taken_is_the_same_with_any_number_of_processes() -> None:
    told = []
    for count in (1, 3):
        program, taking = Program(sources()), Taking()
        read_parts(program, program.parts(), count, enough=0, taking=taking)
        told.append((taking.readers, taking.words))
    assert told[0] == told[1]
    assert told[0][0]
    assert told[0][1]
