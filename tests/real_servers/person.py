"""A person at the prompts of `toolcrib init`: reads each question on a terminal, answers from a list, and is timed.

In: a project folder and rules, each a pattern for what stands on the screen and what is typed. Out: every question with
its answer. Pace, as a stated assumption: 6 seconds for each tool or name that a question makes one look at, 20 for each
sentence that is typed. The code is read by the person beside it, which no pace covers.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LOOK, SENTENCE = 6, 20
_PROMPT = re.compile(r"> \Z")
_SUGGESTED = re.compile(r"^  (?:perhaps|perhaps not): (.*)$", re.MULTILINE)
_LISTED = re.compile(r"^  (?:perhaps|perhaps not|nothing suggests an answer): (.*)$", re.MULTILINE)


class Speechless(Exception):
    """A question came that no rule answers."""


@dataclass(frozen=True)
class Asked:
    """One question as it stood on the screen, and what was typed."""

    screen: str
    answer: str

    @property
    def seconds(self) -> int:
        if len(self.answer.split()) > 3:
            return SENTENCE
        # Enter settles what is suggested; the others are asked, and counted, one by one.
        pattern = {"": _SUGGESTED, "all": _LISTED, "none": _LISTED}.get(self.answer)
        listed = sum(len(names.split(",")) for names in pattern.findall(self.screen)) if pattern else 1
        return LOOK * max(listed, 1)


def answer_at_prompts(
    command: Sequence[str], folder: Path, rules: Sequence[tuple[str, str]], *, patience: float = 60.0
) -> tuple[tuple[Asked, ...], str, int]:
    """Run the command on a terminal of its own: the questions, the rest of its output and its exit code."""
    ours, theirs = pty.openpty()
    environ = {**os.environ, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "200"}
    process = subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)
    os.close(theirs)
    asked: list[Asked] = []
    screen = ""
    try:
        while True:
            ready, _, _ = select.select([ours], [], [], patience)
            if not ready:
                raise Speechless(f"nothing came for {patience:.0f} s after: {screen[-300:]}")
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when the other end is closed
                piece = b""
            if not piece:
                break
            screen += piece.decode("utf-8", "replace").replace("\r\n", "\n")
            if _PROMPT.search(screen):
                typed = _answer(screen, rules)
                asked.append(Asked(screen.strip("\n"), typed))
                screen = ""
                os.write(ours, f"{typed}\n".encode())
        return tuple(asked), screen, process.wait(patience)
    finally:
        os.close(ours)
        if process.poll() is None:
            process.kill()


def _answer(screen: str, rules: Sequence[tuple[str, str]]) -> str:
    for pattern, said in rules:
        if re.search(pattern, screen):
            return said
    raise Speechless(f"no rule answers this question:\n{screen[-2000:]}")
