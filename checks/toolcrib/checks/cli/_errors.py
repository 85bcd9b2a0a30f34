"""Print an error so that a person can act on it: where, what, and the next step.

Room: checks, edge of the command line. Pure but for the terminal it is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.reports._plain import plain, unobeyed
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
    for number, one in enumerate(errors, 1):
        where = plain(f"{one.at}: ") if one.at else ""
        message = unobeyed(plain(f"{_keys(one)}{one.message}"))
        terminal.say(f"{terminal.paint_err(where, 'bold')}{terminal.paint_err('error:', 'red')} {message}")
        # The same way out of many errors in a row is said once, below the last.
        if number == len(errors) or errors[number].hint != one.hint:
            for line in one.hint.splitlines():
                terminal.say(unobeyed(f"    {plain(line)}"))
    if isinstance(error, BaseExceptionGroup) and len(errors) > 1:
        counted = any(char.isdecimal() for char in error.message)
        terminal.say(plain(error.message) + ("" if counted else f": {len(errors)} errors"))
    if sum(one.code == "open-question" for one in errors) > 1:
        terminal.say(
            "open questions can be answered many at a time: `toolcrib init`, or its flags (`toolcrib init --help`)"
        )
    return bool(errors)


def _keys(error: ToolcribError) -> str:
    """The way to the place, where the message does not name it itself."""
    said = not error.path or str(error.path[-1]) in error.message
    return "" if said else f"{' › '.join(map(str, error.path))}: "


def print_accident(error: BaseException, terminal: Terminal, command: str) -> None:
    """One line for what nobody meant to happen."""
    kind = type(error).__name__
    text = plain(" ".join(str(error).split())[:200])
    terminal.say(
        f"{terminal.paint_err('error:', 'red')} toolcrib failed in `{command}` ({kind}: {text}); "
        f"this is a fault of toolcrib: please report it with what `toolcrib --debug {command}` prints"
    )
