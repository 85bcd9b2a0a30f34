"""`toolcrib oracle`: run the user's server, or import an object, and hold what it offers against the source.

Room: checks, edge. The only command that runs the user's code; it says so before it does.
"""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from toolcrib.checks.cli._parser import UsageError
from toolcrib.checks.cli._root import PathError, chosen_root, from_root
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.oracle import Listing, Selection, check_selection, oracle_json, oracle_text
from toolcrib.checks.oracle._held import read_held
from toolcrib.checks.oracle._imported import imported, interpreter, is_target
from toolcrib.checks.oracle._live import over_http, over_stdio, without_secrets


def run(options: Namespace, terminal: Terminal) -> int:
    here = Path.cwd()
    root = chosen_root(options.root, here)
    what, ask = _way(options, terminal, root, here)
    selection = Selection(
        servers=tuple(options.server), agents=tuple(options.agent), paths=from_root(root, here, options.path)
    )
    with terminal.working("reading the source"):
        held = read_held(root)
    check_selection(held.surface, selection)
    terminal.say(f"oracle: {what} (at most {options.timeout:g} s)")
    with terminal.working("asking for the tools"):
        listing = ask()
    outcome = held.against(listing, selection)
    if options.format == "json":
        terminal.write(oracle_json(outcome, strict=options.strict))
    else:
        terminal.write(oracle_text(outcome, color=terminal.color))
    return outcome.exit_code(strict=options.strict)


def _way(options: Namespace, terminal: Terminal, root: Path, here: Path) -> tuple[str, Callable[[], Listing]]:
    """What will be run, in words, and the function that runs it. Nothing has started when this returns."""
    given = [bool(options.argv), options.url is not None, options.imported is not None]
    if sum(given) != 1:
        what = "nothing to ask" if not any(given) else "only one of these can be asked"
        raise UsageError(f"toolcrib oracle: {what}: -- COMMAND…, --url URL or --import MODULE:OBJECT\n    {_EXAMPLE}")
    if not 0 < options.timeout < float("inf"):
        raise UsageError(f"toolcrib oracle: --timeout {options.timeout:g} is no time: give a number of seconds")
    if options.url is not None:
        headers = _pairs(options.header, ":", "--header")
        if not options.url.startswith(("http://", "https://")):
            raise UsageError("toolcrib oracle: --url takes an address that starts with http:// or https://")
        text = f"this asks a running server for its tools: {without_secrets(options.url)}"
        return text, lambda: over_http(options.url, headers=headers, timeout=options.timeout)
    cwd = _folder(options.cwd, here, root)
    env = {**terminal.environ, **_pairs(options.env, "=", "--env")}
    if options.argv:
        command = list(options.argv)
        text = f"this runs your code: {shlex.join(command)}"
        return text, lambda: over_stdio(command, cwd=cwd, env=env, timeout=options.timeout)
    if not is_target(options.imported):
        raise UsageError(
            f"toolcrib oracle: --import takes MODULE:OBJECT, not {options.imported}\n"
            "    for example: toolcrib oracle --import billing.server:mcp"
        )
    target, python = options.imported, interpreter(options.python, root, terminal.environ)
    text = f"this runs your code: {python} imports {target}"
    return text, lambda: imported(target, python=python, cwd=cwd, env=env, timeout=options.timeout)


_EXAMPLE = "for example: toolcrib oracle -- python server.py"


def _folder(given: str | None, here: Path, root: Path) -> Path:
    """Where the code runs: --cwd, else the folder we are in when it is in the project, else the project."""
    if given is None:
        return here if here.is_relative_to(root) else root
    folder = Path(os.path.normpath(here / given))
    if not folder.is_dir():
        raise PathError(f"--cwd {given} is no folder", hint="A path is taken from the folder you are in.")
    return folder


def _pairs(given: list[str], mark: str, flag: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, found_mark, value = text.partition(mark)
        if not found_mark or not name.strip():
            raise UsageError(f"toolcrib oracle: {flag} {name} has no value: write {flag} NAME{mark}VALUE")
        found[name.strip()] = value if mark == "=" else value.strip()
    return found
