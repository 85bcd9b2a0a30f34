"""`toolcrib check` and `toolcrib surface` as most runs of a hook are: nothing has changed since the last one.

Room: checks, edge. Goes before everything else of the command line and imports next to nothing: no parser of arguments,
no model, no reader of source. Not here: when an answer still holds (`toolcrib.checks.answers`).
"""

from __future__ import annotations

import os
import sys

from toolcrib.checks._disk import watched
from toolcrib.checks._kept import is_off
from toolcrib.checks.answers import Answer, Begun, asked_by, recall, remember, roots
from toolcrib.checks.cli._streams import plain_streams, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = ("check", "surface")


def again(words: Sequence[str]) -> int | None:
    """Print what an earlier run printed, and give its exit code; None where the work has to be done.

    Whatever cannot be done here (no folder, no standard output, a full disk) is left to the work, which says what is
    wrong and ends with 2: an exception that left the interpreter would end it with 1, the code of a finding.
    """
    try:
        return _again(words) if _may_be_kept(words) else None
    except Exception:
        return None


def _again(words: Sequence[str]) -> int | None:
    asked = asked_by(words)
    for root in roots(words):
        known = recall(root, asked)
        if known is not None:
            plain_streams()
            written(sys.stdout, known.out)
            return known.code
    return None


def keeping(words: Sequence[str], said: Sequence[str], work: Callable[[], int], *, keep: bool) -> int:
    """Do the work, and keep what it `said` for `again` unless it failed."""
    if not (keep and _may_be_kept(words)):
        return work()
    try:
        begun = Begun()
    except OSError:
        return work()
    with watched() as watch:
        code = work()
    if code in (0, 1):
        try:
            remember(asked_by(words), Answer("".join(said), code), watch, begun)
        except Exception:  # nothing that goes wrong with a cache changes what the run has said
            return code
    return code


def _may_be_kept(words: Sequence[str]) -> bool:
    return bool(words) and words[0] in COMMANDS and not is_off() and os.name == "posix"
