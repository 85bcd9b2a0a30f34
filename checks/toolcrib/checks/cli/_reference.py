"""The table of commands and options in cli.md, made from the parser.

Room: checks, middle. A test holds the page to it; `python -m toolcrib.checks.cli._reference cli.md` renews it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from toolcrib.checks.cli._parser import COMMANDS

BEGIN = "<!-- options: made from the parser by toolcrib.checks.cli._reference, kept by a test -->\n"
END = "<!-- end of options -->\n"


def options_reference() -> str:
    """Every command with its options, as Markdown."""
    return "\n".join("\n".join(_command(command.name)) + "\n" for command in COMMANDS)


def _command(name: str) -> Iterator[str]:
    command = next(one for one in COMMANDS if one.name == name)
    parser = argparse.ArgumentParser(add_help=False)
    command.add_options(parser)
    yield f"### toolcrib {name}"
    yield ""
    yield f"{command.help[0].upper()}{command.help[1:]}."
    rows = [_row(action) for action in parser._actions]  # the only list of them there is
    if rows:
        yield from ("", "| option | |", "| --- | --- |", *rows)
    if command.more:
        yield from ("", command.more)


def _row(action: argparse.Action) -> str:
    name = action.option_strings[-1] if action.option_strings else ""
    value = action.metavar if isinstance(action.metavar, str) and action.nargs != 0 else ""
    many = "…" if isinstance(action, argparse._AppendAction) or action.nargs == "*" else ""
    spelled = f"`{' '.join(part for part in (name, value) if part)}`{many}"
    return f"| {spelled} | {(action.help or '').replace('|', chr(92) + '|')} |"


def renewed(page: str) -> str:
    """The page with the table as it is now."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the page has no place for the options")
    return f"{before}{BEGIN}\n{options_reference()}\n{END}{after}"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(renewed(page.read_text("utf-8")), "utf-8")
