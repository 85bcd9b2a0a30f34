"""The way in and the only way out: arguments to a command, errors to a message and the exit code 2.

Room: checks, edge. Imports a command's module when that command runs.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module

from toolcrib.checks.cli._again import keeping
from toolcrib.checks.cli._parser import COMMANDS, UsageError, build_parser
from toolcrib.checks.cli._streams import plain_streams
from toolcrib.checks.cli._terminal import Terminal

FAILED = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. 0: clean or done, 1: findings, 2: it could not be done."""
    plain_streams()
    arguments = sys.argv[1:] if argv is None else list(argv)
    terminal = Terminal()
    try:
        options = _parse(arguments)
    except UsageError as error:
        terminal.say(str(error))
        return FAILED
    except SystemExit as done:  # argparse has printed the help or the version
        return done.code if isinstance(done.code, int) else 0
    terminal.choice = options.color or "auto"
    command = " ".join(["toolcrib", *arguments])
    return keeping(arguments, terminal.said, lambda: _run(options, terminal, command), keep=_only_prints(options))


def _parse(arguments: list[str]) -> Namespace:
    parser = build_parser()
    wanted = next((argument for argument in arguments if not argument.startswith("-")), None)
    first = arguments[0] if arguments else None
    known = [command.name for command in COMMANDS]
    if first is not None and first == wanted and first not in known:
        from toolcrib.manifest import nearest  # only where somebody mistyped

        close = nearest(first, known)
        raise UsageError(
            f"toolcrib: there is no command `{first}`"
            + (f"; nearest: {', '.join(close)}" if close else "")
            + f"\n    commands: {', '.join(known)}"
        )
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        raise SystemExit(0)
    return options


def _only_prints(options: Namespace) -> bool:
    """Whether printing the same again is all that a second run would have to do."""
    named = vars(options)
    return not (named.get("output") or named.get("write_baseline") or options.debug)


def _run(options: Namespace, terminal: Terminal, command: str) -> int:
    try:
        run = import_module(f"toolcrib.checks.cli._{options.command}").run
        code = run(options, terminal)
    except UsageError as error:  # what only the command itself can know of its arguments
        terminal.say(str(error))
        return FAILED
    except KeyboardInterrupt:
        terminal.say("interrupted")
        return FAILED
    except Exception as error:
        _report(error, terminal, command.removeprefix("toolcrib "), debug=options.debug)
        return FAILED
    return code if isinstance(code, int) else FAILED


def _report(error: Exception, terminal: Terminal, command: str, *, debug: bool) -> None:
    """Say what went wrong. Whatever happens here, the exit code stays that of a failure, never that of a finding."""
    try:
        if debug:
            import traceback  # only here

            traceback.print_exception(error, file=terminal.err)
        from toolcrib.checks.cli._errors import print_accident, print_errors

        if not print_errors(error, terminal):
            print_accident(error, terminal, command)
    except Exception as worse:
        terminal.say(f"error: toolcrib failed in `{command}`, and again while saying so: {error!r}, {worse!r}")
