"""Start one command, wait for it, and leave nothing of it behind.

Room: checks, edge. A script of its own (`python -I -S _keeper.py STATUS COMMAND…`), run as the leader of a new session
with the command's own streams; the standard library only. STATUS is a file: the command's exit code, or why it could
not be started. When the command ends, when this process is told to end, or when the process that started it is gone,
everything that the command started is ended too, also what moved into a session of its own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

GRACE = 0.7  # seconds between asking and making; the MCP SDK makes two seconds after it has asked
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: orphans become children of this process instead of the machine's first


def main(status: str, command: list[str]) -> int:
    parent = os.getppid()
    if os.name == "posix":
        _adopt_orphans()
        signal.signal(signal.SIGTERM, _told)
    try:
        child = subprocess.Popen(command)  # noqa: S603  # the whole point: the user named it
    except OSError as error:
        Path(status).write_text(f"not started: {error.strerror or error}", "utf-8")
        return 127
    code: int | None = None
    try:
        with contextlib.suppress(SystemExit):
            while code is None and os.getppid() == parent:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    code = child.wait(timeout=0.5)
        Path(status).write_text("" if code is None else str(code), "utf-8")
    finally:  # also when it is told to end in between
        if os.name == "posix":
            _end_all()
        elif code is None:
            child.kill()
    return 0 if code is None else code & 0xFF


def _told(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        with contextlib.suppress(Exception):  # without it, only what left the session can escape
            import ctypes

            ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _end_all() -> None:
    """Ask everything to end, and after the grace make it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.killpg(0, signal.SIGTERM)
    for pid in _descendants():
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while _others() and time.monotonic() < until:
        time.sleep(0.02)
    for pid in _descendants():
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    _others()


def _others() -> bool:
    """Whether anything is left; what has ended is taken note of."""
    with contextlib.suppress(OSError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    if sys.platform == "linux":
        return bool(_descendants())
    return True  # no way to look: the whole grace passes


def _descendants() -> list[int]:
    """Every process that this one started, at any depth."""
    parents: dict[int, list[int]] = {}
    try:
        entries = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208  # quicker, and enough
    except OSError:
        return []
    for pid in entries:
        with contextlib.suppress(OSError, ValueError, IndexError):
            rest = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            if rest[0] != "Z":
                parents.setdefault(int(rest[1]), []).append(pid)
    found: list[int] = []
    asked = [os.getpid()]
    while asked:
        below = parents.get(asked.pop(), [])
        found += below
        asked += below
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
