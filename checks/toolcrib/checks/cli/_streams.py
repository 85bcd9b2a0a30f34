"""Standard output as every command uses it. Imports next to nothing.

Room: checks, edge.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def plain_streams() -> None:
    """Let a character that the terminal's encoding lacks become `?`, not an exception."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # absent where a test or an IDE replaced the stream
        if reconfigure is not None:
            reconfigure(errors="replace")


def written(out: TextIO, text: str) -> bool:
    """Print the text; False when nobody reads any more (`| head`), which changes no exit code."""
    try:
        out.write(text)
        out.flush()
    except BrokenPipeError:
        # What the interpreter flushes at its end would fail again, loudly.
        if out is sys.stdout:
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        return False
    return True
