"""Print an error so that a person can act on it: where, what, and the next step.

Room: checks, edge of the command line. Pure but for the terminal it is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.cli._terminal import Terminal
from toolcrib.manifest import ToolcribError


def raised_on_purpose(error: BaseException) -> tuple[ToolcribError, ...]:
    """All errors of a group, in order; empty when there is one among them that nobody meant."""
    found = tuple(_flat(error))
    return (
        tuple(one for one in found if isinstance(one, ToolcribError))
        if all(isinstance(one, ToolcribError) for one in found)
        else ()
    )


def _flat(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _flat(inner)
    else:
        yield error


def print_errors(error: BaseException, terminal: Terminal) -> bool:
    """Print what was raised on purpose, each with its place and its way out; False when it is an accident."""
    errors = raised_on_purpose(error)
    for one in errors:
        where = f"{one.at}: " if one.at else ""
        keys = f"{' › '.join(map(str, one.path))}: " if one.path else ""
        terminal.say(f"{terminal.paint_err(where, 'bold')}{terminal.paint_err('error:', 'red')} {keys}{one.message}")
        for line in one.hint.splitlines():
            terminal.say(f"    {line}")
    if isinstance(error, BaseExceptionGroup) and len(errors) > 1:
        terminal.say(f"{error.message}: {len(errors)} errors")
    return bool(errors)


def print_accident(error: BaseException, terminal: Terminal, command: str) -> None:
    """One line for what nobody meant to happen."""
    kind = type(error).__name__
    text = " ".join(str(error).split())[:200]
    terminal.say(
        f"{terminal.paint_err('error:', 'red')} toolcrib failed in `{command}` ({kind}: {text}); "
        f"this is a fault of toolcrib: please report it with what `toolcrib --debug {command}` prints"
    )
