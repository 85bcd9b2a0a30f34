"""Where reports and the baseline may be written: new files, and what an earlier run of toolcrib wrote.

Room: checks, edge. Everything is looked at before the check starts, so that no run is wasted. A file that stands and is
no report is refused: a slip such as `--output json:server.py` would be the end of it. Files are written whole or not at
all; no folder is made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from toolcrib.checks.reports import FORMATS
from toolcrib.manifest import FileChange, ToolcribError, nearest, write_changes

_LARGEST = 200_000_000  # bytes; a larger file is nobody's report
_FIRST = re.compile(
    r"::(?:error|warning|notice) |(?:clean: |\d+ findings? in )|\S.*:\d+:\d+ TC\d+ [a-z-]+$", re.MULTILINE
)
_OUTCOME = re.compile(r"^(?:clean: \d+ tools? in|\d+ findings? in \d+ files? \()", re.MULTILINE)


class OutputError(ToolcribError):
    """A report cannot be written where it was wanted."""

    code = "output"


class OutputProblems(ExceptionGroup[ToolcribError]):
    """Every report that cannot be written, at once."""

    def derive(self, excs: Sequence[ToolcribError], /) -> OutputProblems:  # type: ignore[override]  # narrower on purpose
        return OutputProblems(self.message, list(excs))


@dataclass(frozen=True, slots=True)
class Output:
    """A report in one format for one file; `shown` is the file as it was typed."""

    format: str
    file: Path
    shown: str


def parse_outputs(texts: Sequence[str], here: Path) -> tuple[Output, ...]:
    """All of `--output FORMAT:FILE`, or `OutputProblems` with everything that is wrong with them."""
    outputs: list[Output] = []
    problems: list[ToolcribError] = []
    for text in texts:
        try:
            output = _parse(text, here)
            if any(output.file == other.file for other in outputs):
                raise OutputError(f"--output {text}: two reports cannot go to one file", hint="Name another file.")
            refuse_folder(output.file, output.shown)
            _refuse_file(output)
            outputs.append(output)
        except OutputError as error:
            problems.append(error)
    if problems:
        raise OutputProblems("the reports cannot be written", problems)
    return tuple(outputs)


def _parse(text: str, here: Path) -> Output:
    """`sarif:report.sarif`; the file may hold colons."""
    kind, colon, file = text.partition(":")
    if kind not in FORMATS:
        close = nearest(kind, FORMATS)
        hint = f"Nearest: {', '.join(close)}." if close else f"Formats: {', '.join(FORMATS)}."
        raise OutputError(f"--output {text}: `{kind}` is no format", hint=hint)
    if not colon or not file:
        raise OutputError(f"--output {text} names no file", hint=f"Write --output {kind}:FILE.")
    return Output(format=kind, file=here / file, shown=file)


def refuse_folder(file: Path, shown: str) -> None:
    """Raise when the folder of a file that is to be written is not there."""
    if not file.parent.exists():
        folder = Path(shown).parent.as_posix()
        raise OutputError(f"{shown} cannot be written: there is no folder {folder}", hint=f"mkdir -p {folder}")
    if not file.parent.is_dir():
        raise OutputError(f"{shown} cannot be written: {Path(shown).parent.as_posix()} is no folder")
    if file.is_dir():
        raise OutputError(f"{shown} cannot be written: it is a folder", hint="Name a file in it.")


def _refuse_file(output: Output) -> None:
    if not output.file.is_file():
        return  # new, or a pipe or a device, which holds nothing that could be lost
    try:
        content = b"?" if output.file.stat().st_size > _LARGEST else output.file.read_bytes()
    except OSError as error:
        raise OutputError(f"{output.shown} cannot be written: {error.strerror or type(error).__name__}") from error
    if not is_report(content):
        raise OutputError(
            f"{output.shown} stands already and is no report of toolcrib, so it is not overwritten",
            hint=f"Name a new file, such as --output {output.format}:toolcrib-report.{_ENDINGS[output.format]}.",
        )


_ENDINGS = {"text": "txt", "json": "json", "sarif": "sarif", "github": "txt"}


def is_report(content: bytes) -> bool:
    """Whether this is what an earlier run wrote, in whatever format; an empty file is as good as none."""
    text = content.decode("utf-8", "replace").strip()
    if not text:
        return True
    if not text.startswith("{"):
        return bool(_FIRST.match(text) and _OUTCOME.search(text))
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(document, dict):
        return False
    if document.get("tool") == "toolcrib":
        return all(key in document for key in ("version", "findings", "checked"))
    runs = document.get("runs")
    return isinstance(runs, list) and bool(runs) and all(_is_run_of_ours(run) for run in runs)


def _is_run_of_ours(run: object) -> bool:
    for key in ("tool", "driver", "name"):
        run = run.get(key) if isinstance(run, dict) else None
    return run == "toolcrib"


def write_report(output: Output, text: str) -> None:
    """Write one report as a whole. Raises `OutputError`."""
    content = text.encode("utf-8", "backslashreplace")
    file = output.file
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(content)  # a pipe or a device: nothing can be put in its place
            return
        before = file.read_bytes() if file.exists() else None
        write_changes([FileChange(path=file.name, before=before, after=content)], file.parent)
    except (OSError, ToolcribError) as error:
        why = error.message if isinstance(error, ToolcribError) else error.strerror or type(error).__name__
        raise OutputError(f"{output.shown} cannot be written: {why}") from error
