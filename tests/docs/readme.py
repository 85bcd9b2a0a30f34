"""Keep the README true: its tables are made, and its examples are run.

Room: tests, edge. A fenced block says by the words after its language what it is for:

    in=NAME       the folder: a copy of tests/docs/NAME, one for the whole page; the repository itself without it
    file=PATH     the block is written to that file there
    add=PATH      the block is added at the end of that file there

In a `console` block, what stands under `$ toolcrib …` is what that command prints, on both streams; `$ echo $?` shows
its exit code. Other commands are for people. A `python` block without `file` or `add` is run. A table that code makes
stands between `<!-- made: NAME -->` and `<!-- end -->`.

    python tests/docs/readme.py            make tables and outputs anew; then read the diff
    python tests/docs/readme.py --check    exit 1 when something in the README is old
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from toolcrib.checks.cli import main as toolcrib
from toolcrib.checks.cli._parser import COMMANDS
from toolcrib.checks.rules import rule_table
from toolcrib.checks.surface.dialects import all_dialects

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
README = TOP / "README.md"

FENCE = re.compile(r"^```(?P<language>[a-z]+)(?P<words>[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
MADE = re.compile(r"(?<=^<!-- made: )(?P<name>[a-z]+)( -->\n\n).*?(?=^<!-- end -->$)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page."""

    language: str
    words: Mapping[str, str]
    text: str


def blocks(page: str) -> Iterator[Block]:
    return (_block(found) for found in FENCE.finditer(page))


def _block(found: re.Match[str]) -> Block:
    words = dict(word.split("=", 1) for word in found["words"].split())
    return Block(language=found["language"], words=words, text=found["text"])


def replayed(page: str, folders: Path) -> str:
    """The page as its commands make it now. `folders` is where the copies come to lie."""

    def again(found: re.Match[str]) -> str:
        block = _block(found)
        text = _play(block, _folder(block, folders))
        return f"```{found['language']}{found['words']}\n{text}```"

    with patch.dict(os.environ, _plain(os.environ), clear=True):
        return FENCE.sub(again, page)


def _plain(environ: Mapping[str, str]) -> dict[str, str]:
    """What changes an output for one reader is not there."""
    return {name: value for name, value in environ.items() if name not in ("FORCE_COLOR", "GITHUB_ACTIONS", "CI")}


def _folder(block: Block, folders: Path) -> Path:
    name = block.words.get("in")
    if name is None:
        return TOP
    folder = folders / name
    if not folder.exists():
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, folder, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
        else:
            folder.mkdir()
    return folder


def _play(block: Block, folder: Path) -> str:
    """Do what the block says, and give its text as it should be."""
    if target := block.words.get("file") or block.words.get("add"):
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text("utf-8").rstrip() + "\n\n\n" if "add" in block.words else ""
        path.write_text(before + block.text, "utf-8")
    elif block.language == "python":
        with chdir(folder):
            exec(compile(block.text, "README.md", "exec"), {"__name__": "readme"})
    elif block.language == "console":
        with chdir(folder):
            return "".join(_console(block.text))
    return block.text


def _console(text: str) -> Iterator[str]:
    code = 0
    for example in re.split(r"^(?=\$ )", text, flags=re.MULTILINE):
        command = example.partition("\n")[0]
        if command == "$ echo $?":
            yield f"{command}\n{code}\n"
        elif command.startswith("$ toolcrib "):
            printed, code = _run(shlex.split(command)[2:])
            yield f"{command}\n{printed}"
        else:
            yield example


def _run(arguments: list[str]) -> tuple[str, int]:
    stream = io.StringIO()  # both streams, in the order in which a terminal shows them
    with redirect_stdout(stream), redirect_stderr(stream):
        code = toolcrib(arguments)
    return stream.getvalue(), code


def command_table() -> str:
    rows = "".join(f"| `toolcrib {command.name}` | {command.help} |\n" for command in COMMANDS)
    return f"| command | |\n| --- | --- |\n{rows}"


def framework_table() -> str:
    """The dialects as their modules introduce themselves."""
    rows = ["| framework | known by an import of |", "| --- | --- |"]
    for dialect in all_dialects():
        if dialect.name != "toolcrib":
            says = (sys.modules[type(dialect).__module__].__doc__ or "").partition("\n")[0].rstrip(".")
            rows.append(f"| {says} | {', '.join(_imports(dialect.roots))} |")
    return "\n".join(rows) + "\n"


def _imports(roots: Sequence[str]) -> Iterator[str]:
    """`langchain*` for langchain, langchain_core and all the others that begin so."""
    for root in roots:
        if not any(root.startswith(f"{other}_") for other in roots):
            more = any(other.startswith(f"{root}_") for other in roots)
            yield f"`{root}*`" if more else f"`{root}`"


TABLES: Mapping[str, Callable[[], str]] = {
    "commands": command_table,
    "frameworks": framework_table,
    "rules": rule_table,
}


def made(page: str) -> str:
    """The page with its tables as code makes them now."""
    return MADE.sub(lambda found: f"{found['name']}{found[2]}{TABLES[found['name']]()}\n", page)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make the README's tables and outputs anew.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 when something is old")
    options = parser.parse_args(argv)
    standing = README.read_text("utf-8")
    with TemporaryDirectory() as folders:
        now = replayed(made(standing), Path(folders))
    if now == standing:
        return 0
    if options.check:
        print("README.md is old: run python tests/docs/readme.py")
        return 1
    README.write_bytes(now.encode())
    print("made the README's tables and outputs anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
