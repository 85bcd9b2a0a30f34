"""What a command may do to the outside: print, in colour or not, and say on a terminal that it is at work.

Room: checks, edge. Holds the streams. Nothing else of the command line touches `sys.stdout` or the environment.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

from toolcrib.checks.cli._streams import written


def wants_color(choice: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """`always` and `never` are final; otherwise NO_COLOR, then FORCE_COLOR, then whether somebody looks."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


def paint(text: str, *styles: str, color: bool) -> str:
    if not color:
        return text
    from toolcrib.checks.show import painted  # only where somebody looks: it brings the manifest's models with it

    return painted(text, *styles)


@dataclass(slots=True)
class Terminal:
    """The streams of one run. A reader that went away (`| head`) silences it and changes no exit code."""

    out: TextIO = field(default_factory=lambda: sys.stdout)
    err: TextIO = field(default_factory=lambda: sys.stderr)
    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    choice: str = "auto"
    said: list[str] = field(default_factory=list)  # on standard output
    _gone: bool = False

    @property
    def color(self) -> bool:
        return wants_color(self.choice, self.out, self.environ)

    @property
    def width(self) -> int:
        """The columns to fill: the terminal's, or 80 where nobody looks."""
        if not self.out.isatty():
            return 80
        columns = self.environ.get("COLUMNS", "")
        if columns.isdecimal() and int(columns) > 0:
            return int(columns)
        try:
            return os.get_terminal_size(self.out.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    @property
    def can_ask(self) -> bool:
        """Whether a person is there to answer: at both ends, and not in CI."""
        return self.stdin.isatty() and self.err.isatty() and not self.environ.get("CI")

    def paint(self, text: str, *styles: str) -> str:
        return paint(text, *styles, color=self.color)

    def write(self, text: str) -> None:
        """Print to standard output."""
        self.said.append(text)
        self._gone = self._gone or not written(self.out, text)

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def say(self, text: str) -> None:
        """Print to standard error: for people, never part of a result."""
        try:
            self.err.write(text + "\n")
            self.err.flush()
        except BrokenPipeError:
            return

    def paint_err(self, text: str, *styles: str) -> str:
        return paint(text, *styles, color=wants_color(self.choice, self.err, self.environ))

    def ask(self, prompt: str) -> str:
        """One line from the person; raises `EOFError` when there is nobody any more."""
        self.err.write(prompt)
        self.err.flush()
        line = self.stdin.readline()
        if not line:
            raise EOFError
        return line

    @contextmanager
    def working(self, what: str) -> Iterator[Callable[[int, int], None] | None]:
        """Say what is going on while it lasts, on a terminal only; what is given to the block is told how far it is.

        The count is shown once it takes longer than half a second, on the same line, at most ten times a second.
        """
        if not self.err.isatty() or self.environ.get("TERM") == "dumb":
            yield None
            return
        shown = time.monotonic() + 0.4

        def seen(done: int, total: int) -> None:
            nonlocal shown
            if time.monotonic() - shown > 0.1:
                shown = time.monotonic()
                self._progress(f"\r\x1b[K{what}: {done} of {total} files …")

        self._progress(f"{what} …")
        try:
            yield seen
        finally:
            self._progress("\r\x1b[K")

    def _progress(self, text: str) -> None:
        try:
            self.err.write(text)
            self.err.flush()
        except OSError:  # the terminal is gone: the work goes on
            return
