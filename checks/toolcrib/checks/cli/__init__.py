"""The command line: `toolcrib check`, `init`, `fix`, `show` and the rest.

Room: checks, edge. In: arguments. Out: an exit code (0 clean, 1 findings, 2 it could not be done) and what is printed.
It decides nothing itself: each subcommand calls the pure functions of its neighbours and imports them when it runs.
"""

from toolcrib.checks.cli._main import main

__all__ = ["main"]
