"""The command line: `toolcrib check`, `init`, `fix`, `show` and the rest.

Room: checks, edge. In: arguments. Out: an exit code (0 clean, 1 findings, 2 it could not be done) and what is printed.
It decides nothing itself: each subcommand calls the pure functions of its neighbours and imports them when it runs.
"""

from __future__ import annotations

import sys

from toolcrib.checks.cli._again import again

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. 0: clean or done, 1: findings, 2: it could not be done."""
    words = sys.argv[1:] if argv is None else list(argv)
    known = again(words)
    if known is not None:
        return known
    from toolcrib.checks.cli._main import main as work  # only where there is work

    return work(words)
