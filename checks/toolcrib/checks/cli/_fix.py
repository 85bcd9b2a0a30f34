"""`toolcrib fix`: show what would bring code and manifest together, and do it.

Room: checks, edge. The plan is pure (`toolcrib.checks.fix`); this prints and writes it.
"""

from __future__ import annotations

from argparse import Namespace
from datetime import date, timedelta
from pathlib import Path

from toolcrib.checks._check import check_all
from toolcrib.checks.cli._check import codes
from toolcrib.checks.cli._declared import configured
from toolcrib.checks.cli._root import chosen_root
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.config import ConfigError, ConfigProblems, expand_codes
from toolcrib.checks.fix import FixPlan, Wishes, diff, plan_fix
from toolcrib.checks.reports._plain import plain, unobeyed
from toolcrib.checks.run import gather, make_settings
from toolcrib.checks.surface import read_surface
from toolcrib.manifest import write_changes

UNDERSTOOD = 180  # days that the old name of a renamed tool stays an old name


def run(options: Namespace, terminal: Terminal) -> int:
    root = chosen_root(options.root, Path.cwd())
    config = configured(root)
    chosen, wrong = expand_codes(codes(options.select))
    if wrong:
        raise ConfigProblems("the options make no sense", [ConfigError(f"--select: {one}") for one in wrong])
    with terminal.working("checking"):
        gathered = gather(root, config)
        settings = make_settings(root, config, today=date.today())
        plan = plan_fix(
            gathered.sides,
            gathered.files,
            check_all(gathered.sides, settings),
            read=read_surface,
            acknowledged=config.acknowledge,
            wishes=Wishes(
                from_code=options.from_code, codes=frozenset(chosen), until=date.today() + timedelta(days=UNDERSTOOD)
            ),
        )
    terminal.write(diff(plan.changes, color=terminal.color))
    if options.diff:
        _tell(plan, terminal, done="would be changed")
        return 1 if plan.changes or plan.undecided else 0
    write_changes(plan.changes, root)
    _tell(plan, terminal, done="changed")
    return 1 if plan.undecided or plan.questions > 0 else 0


def _tell(plan: FixPlan, terminal: Terminal, *, done: str) -> None:
    """What was done in words, and what is left for a person. On standard error: a piped diff stays a diff."""
    for words in plan.done:
        terminal.say(f"{terminal.paint_err('✓', 'green')} {plain(words)}")
    if plan.undecided:
        terminal.say(terminal.paint_err("to be decided by a person:", "bold"))
    for one in plan.undecided:
        terminal.say(unobeyed(plain(f"{one.at}: {one.what}")))
        if one.way_out:
            terminal.say(unobeyed(plain(f"    {one.way_out}")))
    if plan.questions > 0:
        what = "1 open question" if plan.questions == 1 else f"{plan.questions} open questions"
        terminal.say(f"drafted with {what} (???): answer by hand or with `toolcrib init`, then run `toolcrib check`")
    if plan.changes:
        terminal.say(f"{done}: {', '.join(change.path for change in plan.changes)}")
    elif not plan.undecided:
        terminal.say("nothing to fix")
    else:
        terminal.say("nothing to fix without a decision")
