"""What is said while a command works: on a terminal one line that is gone at its end, in a pipe nothing."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolcrib.checks.cli._terminal import Terminal

COMMAND = [sys.executable, "-c", "from toolcrib.checks.cli import main; raise SystemExit(main(['surface']))"]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "TOOLCRIB_NO_CACHE": "1", **more}


def on_a_terminal(**more: str) -> str:
    """What a terminal at standard error receives."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(COMMAND, stdout=subprocess.DEVNULL, stderr=theirs, env=environment(**more)) as process:
        os.close(theirs)
        pieces = []
        with contextlib.suppress(OSError):  # Linux says so when the other end is closed
            while piece := os.read(ours, 4096):
                pieces.append(piece)
        process.wait()
    os.close(ours)
    assert process.returncode == 0
    return b"".join(pieces).decode()


def test_a_terminal_gets_one_line_that_is_taken_away(project: Path) -> None:
    said = on_a_terminal(TERM="xterm", NO_COLOR="1")
    assert said.startswith("reading the source …")
    assert said.endswith("\r\x1b[K")
    assert "\n" not in said


def test_a_pipe_and_a_dumb_terminal_get_nothing(project: Path) -> None:
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=True, env=environment())
    assert done.stderr == ""
    assert on_a_terminal(TERM="dumb") == ""


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_count_comes_after_half_a_second_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    screen = Screen()
    with Terminal(err=screen, environ={}).working("checking") as seen:
        assert seen is not None
        for now in (100.2, 100.49, 100.6, 100.65, 101.0):  # the clock above reads it
            seen(round(now * 100) - 10_000, 480)
    assert screen.getvalue() == (
        "checking …\r\x1b[Kchecking: 60 of 480 files …\r\x1b[Kchecking: 100 of 480 files …\r\x1b[K"
    )
