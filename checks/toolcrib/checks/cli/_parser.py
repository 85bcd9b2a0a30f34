"""The commands and their options, as argparse knows them.

Room: checks, edge. Builds the parser and imports nothing of what the commands need: `toolcrib --help` stays instant.
Touch it when a command gains an option; the table in cli.md is made from here. Not here: what an option does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

VERSION = "0.1.0"
FORMATS = ("text", "json", "sarif", "github")
SCHEMAS = ("manifest", "part", "pins")
SCHEMA_HELP = "manifest (default), part (one file of a manifest that is a folder) or pins"


class UsageError(Exception):
    """The arguments make no sense; the message is complete."""


class Parser(argparse.ArgumentParser):
    """Raises instead of leaving the interpreter, so that `main` is the only way out."""

    def error(self, message: str) -> None:  # type: ignore[override]  # raising is what "never returns" is for here
        raise UsageError(f"{self.prog}: {message}\n    see `{self.prog} --help`")


@dataclass(frozen=True, slots=True)
class Command:
    """One subcommand: its module is `_NAME.py`, with a `run(options, terminal) -> int`."""

    name: str
    help: str
    more: str
    add_options: Callable[[argparse.ArgumentParser], None]


def _check(p: argparse.ArgumentParser) -> None:
    _paths(p, "only report findings that touch these files or folders; everything is still read")
    p.add_argument("--format", choices=FORMATS, metavar="FORMAT", help=f"print the report as {_either(FORMATS)}")
    p.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FORMAT:FILE",
        help="also write the report to a file; may be given several times",
    )
    p.add_argument("--select", action="append", default=[], metavar="CODES", help="run only these rules: TC101,TC2")
    p.add_argument("--ignore", action="append", default=[], metavar="CODES", help="leave these rules out")
    p.add_argument("--baseline", metavar="FILE", help="known findings that do not count")
    p.add_argument("--write-baseline", action="store_true", help="write today's findings to the baseline")
    p.add_argument("--reason", metavar="SENTENCE", help="with --write-baseline: why new entries may stay for now")
    p.add_argument(
        "--fail-on",
        choices=("error", "warning", "note"),
        metavar="SEVERITY",
        help="the least severity that makes the exit code 1: error, warning or note",
    )
    _no_prefilter(p)
    p.add_argument("--exit-zero", action="store_true", help="exit 0 whatever is found (2 for errors stays)")


def _init(p: argparse.ArgumentParser) -> None:
    for flag, metavar, text in (
        ("--mutates", "PATTERN=BOOL", "whether a call commits a write: true or false"),
        ("--capability", "PATTERN=NAME", "the area of the application"),
        ("--agent", "PATTERN=NAMES", "who may hold the tools: chat,reports; or nobody"),
        ("--description", "PATTERN=TEXT", "for tools whose code states none"),
        ("--pin-reason", "PATTERN=SENTENCE", "why the write is right; capability:NAME for an ungated capability"),
        ("--feature", "PATTERN=KEY", "the feature that opens capabilities, or null for ungated"),
        ("--empty-selection", "PATTERN=MEANING", "what an agent's published empty list means: defaults or none"),
    ):
        p.add_argument(flag, action="append", default=[], metavar=metavar, help=text)
    p.add_argument("--source", action="append", default=[], metavar="PATH", help="read only these folders or files")
    p.add_argument("--no-input", action="store_true", help="ask nothing, leave every question open")
    p.add_argument("--dry-run", action="store_true", help="print what would be written, write nothing")


def _fix(p: argparse.ArgumentParser) -> None:
    p.add_argument("--diff", action="store_true", help="print the changes, make none; exit 1 when there are some")
    p.add_argument("--from-code", action="store_true", help="descriptions: take the code's text into the manifest")
    p.add_argument("--select", action="append", default=[], metavar="CODES", help="mend only these rules' findings")


def _show(p: argparse.ArgumentParser) -> None:
    p.add_argument("--agent", action="append", default=[], metavar="NAME", help="only these agents")
    p.add_argument("--capability", action="append", default=[], metavar="NAME", help="only these capabilities")
    p.add_argument(
        "--mutates", choices=("true", "false"), metavar="BOOL", help="only writers (true) or readers (false)"
    )
    p.add_argument("--manifest", metavar="NAME", help="only this manifest, where there are several")
    p.add_argument("--no-source", action="store_true", help="show the manifest alone, without reading the source")
    _format(p, ("text", "json", "markdown"))


def _surface(p: argparse.ArgumentParser) -> None:
    _paths(p, "read these files or folders instead of the configured source")
    _no_prefilter(p)
    _format(p, ("text", "json"))


def _oracle(p: argparse.ArgumentParser) -> None:
    p.add_argument("argv", nargs="*", metavar="COMMAND", help="after --: the command that starts the server over stdio")
    p.add_argument("--url", metavar="URL", help="a server that runs already: streamable HTTP, else SSE")
    p.add_argument(
        "--import",
        dest="imported",
        metavar="MODULE:OBJECT",
        help="a server, agent, toolset or list of tools in code, or what returns one",
    )
    for flag, text in (
        ("--server", "compare with this server of the source (default: the one of the same name, else all)"),
        ("--agent", "compare with what this agent is given in the source"),
    ):
        p.add_argument(flag, action="append", default=[], metavar="NAME", help=text)
    p.add_argument(
        "--path",
        action="append",
        default=[],
        metavar="PATH",
        help="compare with what is declared in this file or folder",
    )
    p.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a variable for your code, beside all others",
    )
    p.add_argument("--cwd", metavar="DIR", help="the folder that your code runs in (default: this one)")
    p.add_argument("--python", metavar="FILE", help="the interpreter for --import (default: the project's environment)")
    p.add_argument(
        "--header", action="append", default=[], metavar="NAME:VALUE", help="send a header with --url, such as a token"
    )
    p.add_argument(
        "--timeout", type=float, default=30.0, metavar="SECONDS", help="give up after this long (default: 30)"
    )
    p.add_argument("--strict", action="store_true", help="exit 1 also for differences that the source explains")
    _format(p, ("text", "json"))


def _allowlist(p: argparse.ArgumentParser) -> None:
    p.add_argument("agent", metavar="AGENT", help="an agent that the manifest declares")
    p.add_argument("--manifest", metavar="NAME", help="the manifest that declares it, where there are several")
    _format(p, ("text", "json"))


def _explain(p: argparse.ArgumentParser) -> None:
    p.add_argument("rule", metavar="CODE", nargs="?", help="a rule's code or name; none lists all rules")


def _schema(p: argparse.ArgumentParser) -> None:
    p.add_argument("what", metavar="WHAT", nargs="?", choices=SCHEMAS, default="manifest", help=SCHEMA_HELP)


def _no_prefilter(p: argparse.ArgumentParser) -> None:
    text = "read every file to its end and through LibCST: slow, and the same answer, so a way to verify the fast one"
    p.add_argument("--no-prefilter", action="store_true", help=text)


def _paths(p: argparse.ArgumentParser, text: str) -> None:
    p.add_argument("paths", nargs="*", metavar="PATH", help=text)


def _format(p: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    p.add_argument(
        "--format", choices=formats, default="text", metavar="FORMAT", help=f"{_either(formats)} (default: text)"
    )


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


_SELECTION = """\
PATTERN is a tool's name with * and ?, or server:NAME, or file:PATH (a folder covers all that lies in it);
with --feature it is a capability's name, with --empty-selection an agent's.
The last answer that matches counts, and an answer that matches nothing is an error."""

_RUNS = """\
This is the only command that runs your code. Everything that it starts has ended when it returns.
Exit codes: 0 the same, 1 the two differ, 2 not compared."""

COMMANDS: tuple[Command, ...] = (
    Command("init", "draft the manifest of a repository that has none", _SELECTION, _init),
    Command("check", "compare the manifest with the source", "Exit codes: 0 clean, 1 findings, 2 not checked.", _check),
    Command("fix", "bring code and manifest together where one answer is right", "", _fix),
    Command("show", "look at the manifest: agents × tools, writers, ungated", "", _show),
    Command("surface", "list every tool that the source shows; no manifest needed", "", _surface),
    Command("oracle", "run your server and compare what it offers with the source", _RUNS, _oracle),
    Command("allowlist", "print the tools that an agent may be offered, one name a line", "", _allowlist),
    Command("explain", "print a rule's page", "", _explain),
    Command("schema", "print the JSON Schema of the manifest, for editors", "", _schema),
)


def build_parser() -> Parser:
    shared = Parser(add_help=False)
    _shared(shared, default=argparse.SUPPRESS)
    parser = Parser(
        prog="toolcrib",
        description="One declared manifest of every tool your AI agents can call, held to the code.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"toolcrib {VERSION}")
    _shared(parser, default=None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=Parser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name,
            help=command.help,
            description=command.help[0].upper() + command.help[1:] + ".",
            epilog=command.more or None,
            parents=[shared],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_options(sub)
    return parser


def _shared(p: argparse.ArgumentParser, *, default: str | None) -> None:
    p.add_argument(
        "--root", metavar="DIR", default=default, help="the project (default: the nearest configured folder)"
    )
    p.add_argument(
        "--color", choices=("auto", "always", "never"), metavar="WHEN", default=default, help="auto, always or never"
    )
    p.add_argument("--debug", action="store_true", default=default or False, help="show the traceback of a failure")
