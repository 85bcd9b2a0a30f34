"""`toolcrib check` as most runs of a hook are: nothing has changed, so the answer is the one of the last run.

Room: checks, edge. Imports nothing of the check until there is one to make. Not here: when an answer still holds
(`toolcrib.checks.answers`).
"""

from __future__ import annotations

from argparse import Namespace
from datetime import date
from pathlib import Path

from toolcrib.checks._kept import is_off
from toolcrib.checks.cli._find_root import find_root
from toolcrib.checks.cli._terminal import Terminal


def run(options: Namespace, terminal: Terminal) -> int:
    """Print what the last run printed, or make the check."""
    if is_off() or options.output or options.write_baseline or options.debug:
        return _fresh(options, terminal)
    here = Path.cwd()
    root = find_root(here) if options.root is None else here / options.root
    if not root.is_dir():
        return _fresh(options, terminal)  # it says why
    from toolcrib.checks.answers import Answer, project_state, question, recall, remember

    state = project_state(root)
    words = sorted((name, repr(value)) for name, value in vars(options).items())
    look = (terminal.color, terminal.width, terminal.environ.get("GITHUB_ACTIONS"))
    asked, today = question(root, [str(here), *words, *look]), date.today().isoformat()
    known = recall(root, asked, today, state)
    if known is not None:
        terminal.write(known.out)
        return known.code
    from toolcrib.checks.cli._check import judged

    made = judged(options, terminal)
    remember(root, asked, today, state, Answer(made.out, made.code), made.read)
    return made.code


def _fresh(options: Namespace, terminal: Terminal) -> int:
    from toolcrib.checks.cli._check import run as check

    return check(options, terminal)
