"""`toolcrib check`: run the rules, print the report, write it where it is wanted.

Room: checks, edge. The check itself is `toolcrib.checks.run.run_check`, which the hook and the pytest plugin call too.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from toolcrib.checks.cli._declared import configured
from toolcrib.checks.cli._root import chosen_root, from_root
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.config import Config
from toolcrib.checks.findings import Finding, HiddenBy, Report, Severity
from toolcrib.checks.reports import FORMATS, render
from toolcrib.checks.run import load_baseline, run_check
from toolcrib.manifest import FileChange, ToolcribError, nearest, write_changes


class OutputError(ToolcribError):
    """A report cannot be written where it was wanted."""

    code = "output"


@dataclass(frozen=True, slots=True)
class Output:
    """A report in one format for one file."""

    format: str
    file: Path


def run(options: Namespace, terminal: Terminal) -> int:
    here = Path.cwd()
    root = chosen_root(options.root, here)
    outputs = [parse_output(text, here) for text in options.output]
    config = configured(root)
    baseline = _baseline(options.baseline, root, here)
    with terminal.working("checking"):
        report = run_check(
            root,
            config,
            paths=from_root(root, here, options.paths),
            select=codes(options.select),
            ignore=codes(options.ignore),
            baseline="" if options.write_baseline else baseline,
            fail_on=Severity(options.fail_on or Severity.WARNING),
        )
    if options.write_baseline:
        return _write_baseline(root, config, baseline or config.baseline, report, options.reason, terminal)
    for output in outputs:
        _write(output, report)
    terminal.write(_printed(report, options.format, terminal))
    return 0 if options.exit_zero else report.exit_code


def codes(given: Sequence[str]) -> tuple[str, ...]:
    """`--select TC101,TC2 --select TC302` as one list."""
    return tuple(code.strip() for text in given for code in text.split(",") if code.strip())


def parse_output(text: str, here: Path) -> Output:
    """`sarif:report.sarif`; the file may hold colons."""
    kind, colon, file = text.partition(":")
    if kind not in FORMATS:
        close = nearest(kind, FORMATS)
        hint = f"Nearest: {', '.join(close)}." if close else f"Formats: {', '.join(FORMATS)}."
        raise OutputError(f"--output {text}: `{kind}` is no format", hint=hint)
    if not colon or not file:
        raise OutputError(f"--output {text} names no file", hint=f"Write --output {kind}:FILE.")
    return Output(format=kind, file=here / file)


def _write(output: Output, report: Report) -> None:
    text = render(report, output.format)
    try:
        output.file.parent.mkdir(parents=True, exist_ok=True)
        # Beside it first: a reader never sees half a report.
        beside = output.file.with_name(f".{output.file.name}.{os.getpid()}.tmp")
        beside.write_text(text, encoding="utf-8")
        beside.replace(output.file)
    except OSError as error:
        raise OutputError(f"{output.file} cannot be written: {error.strerror or type(error).__name__}") from error


def _printed(report: Report, wanted: str | None, terminal: Terminal) -> str:
    if wanted is None:
        # There the annotations are lines of the log, which GitHub takes out of it and shows in the pull request.
        wanted = "github" if terminal.environ.get("GITHUB_ACTIONS") == "true" else "text"
    return render(report, wanted, color=terminal.color, width=terminal.width)


def _baseline(given: str | None, root: Path, here: Path) -> str:
    """The baseline from the root; it need not exist yet when it is about to be written."""
    if given is None:
        return ""
    return Path(os.path.relpath(here / given, root)).as_posix()


def _write_baseline(
    root: Path, config: Config, path: str, report: Report, reason: str | None, terminal: Terminal
) -> int:
    from toolcrib.checks.baseline import FILE_NAME, write_baseline
    from toolcrib.checks.rules import METAS

    target = path or FILE_NAME
    standing = root / target
    previous = load_baseline(root, target if standing.is_file() else "")
    there: list[Finding] = [*report.findings, *(h.finding for h in report.hidden if h.by is HiddenBy.BASELINE)]
    known = [finding for finding in there if not METAS[finding.code].settled_by and finding.code != "TC108"]
    text = write_baseline(known, reason=reason or _adopted(), previous=previous)
    before = standing.read_bytes() if standing.is_file() else None
    write_changes([FileChange(path=target, before=before, after=text.encode())], root)
    terminal.line(f"{target}: {_findings(len(known))} that may stay for now, each with a reason to be looked at")
    if config.baseline != target:
        terminal.line(f'name it in the configuration: baseline = "{target}"')
    left = [finding for finding in there if finding not in known]
    for finding in left:
        terminal.line(f"{finding.at}: {finding.code} cannot be put off: {finding.message}")
    return 1 if left else 0


def _adopted() -> str:
    return f"It was there when toolcrib was adopted on {date.today().isoformat()}, and is to be looked at."


def _findings(number: int) -> str:
    return "1 finding" if number == 1 else f"{number} findings"
