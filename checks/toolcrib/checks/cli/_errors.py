"""Print an error so that a person can act on it: where, what, and the next step.

Room: checks, edge of the command line. Pure but for the terminal it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.reports._plain import plain, unobeyed
from toolcrib.manifest import ToolcribError

OPEN = "open-question"
FEW = 3  # open questions that are shown each; a draft has hundreds


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
    still_open = [one for one in errors if one.code == OPEN]
    many = len(still_open) > FEW + 2
    shown = [one for one in errors if not many or one.code != OPEN or one in still_open[:FEW]]
    for number, one in enumerate(shown, 1):
        where = plain(f"{one.at}: ") if one.at else ""
        message = unobeyed(plain(f"{_keys(one)}{one.message}"))
        terminal.say(f"{terminal.paint_err(where, 'bold')}{terminal.paint_err('error:', 'red')} {message}")
        # The same way out of many errors in a row is said once, below the last.
        if number == len(shown) or shown[number].hint != one.hint:
            for line in one.hint.splitlines():
                terminal.say(unobeyed(f"    {plain(line)}"))
    if many:
        terminal.say(f"… and {len(still_open) - FEW} more open questions")
    if isinstance(error, BaseExceptionGroup) and len(errors) > 1:
        counted = any(char.isdecimal() for char in error.message)
        terminal.say(plain(error.message) + ("" if counted else f": {len(errors)} errors"))
    if len(still_open) > 1:
        _say_how_to_answer(still_open, terminal)
    return bool(errors)


def _say_how_to_answer(still_open: Sequence[ToolcribError], terminal: Terminal) -> None:
    from toolcrib.checks.init import (  # only here: a check without questions needs none of it
        left_open,
        questions_behind,
    )

    files = ", ".join(sorted({one.at.path for one in still_open if one.at}))
    terminal.say(plain(f"answer them by hand in {files}, at the prompts of `toolcrib init`, or with its flags:"))
    for line in left_open(questions_behind(still_open)):
        terminal.say(plain(line))


def _keys(error: ToolcribError) -> str:
    """The way to the place, where the message does not name it itself."""
    last = next((part for part in reversed(error.path) if isinstance(part, str)), None)
    said = last is None or last in error.message
    return "" if said else f"{' › '.join(map(str, error.path))}: "


def print_accident(error: BaseException, terminal: Terminal, command: str) -> None:
    """One line for what nobody meant to happen."""
    kind = type(error).__name__
    text = plain(" ".join(str(error).split())[:200])
    terminal.say(
        f"{terminal.paint_err('error:', 'red')} toolcrib failed in `{command}` ({kind}: {text}); "
        f"this is a fault of toolcrib: please report it with what `toolcrib --debug {command}` prints"
    )
