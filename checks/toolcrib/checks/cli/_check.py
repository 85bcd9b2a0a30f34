"""`toolcrib check`: run the rules, print the report, write it where it is wanted.

Room: checks, edge. The check itself is `toolcrib.checks.run.run_check`, which the hook and the pytest plugin call too.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from toolcrib.checks.baseline import FILE_NAME, Baseline, BaselineEntry, not_looked_at, write_baseline
from toolcrib.checks.cli._declared import configured
from toolcrib.checks.cli._outputs import OutputError, parse_outputs, refuse_folder, write_report
from toolcrib.checks.cli._root import chosen_root, from_root
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.config import Config, expand_codes
from toolcrib.checks.findings import Finding, HiddenBy, Report, Severity
from toolcrib.checks.reports import render
from toolcrib.checks.run import load_baseline, run_check
from toolcrib.manifest import FileChange, ToolcribError, write_changes


def run(options: Namespace, terminal: Terminal) -> int:
    here = Path.cwd()
    root = chosen_root(options.root, here)
    if options.write_baseline and options.output:
        raise OutputError("--write-baseline writes no report", hint="Leave --output out, or run the check once more.")
    outputs = parse_outputs(options.output, here)
    config = configured(root)
    baseline = _baseline(options.baseline, root, here)
    previous = _previous(root, baseline or config.baseline or FILE_NAME) if options.write_baseline else Baseline()
    with terminal.working("checking") as seen:
        report = run_check(
            root,
            replace(config, baseline="") if options.write_baseline else config,
            paths=from_root(root, here, options.paths),
            select=codes(options.select),
            ignore=codes(options.ignore),
            baseline="" if options.write_baseline else baseline,
            fail_on=Severity(options.fail_on or Severity.WARNING),
            look=not options.no_prefilter,
            seen=seen,
        )
    if options.write_baseline:
        kept = not_looked_at(previous, report, expand_codes(codes(options.ignore))[0])
        return _write_baseline(root, config, previous, kept, report, options.reason, terminal)
    for output in outputs:
        write_report(output, render(report, output.format))
    terminal.write(_printed(report, options.format, terminal))
    return 0 if options.exit_zero else report.exit_code


def codes(given: Sequence[str]) -> tuple[str, ...]:
    """`--select TC101,TC2 --select TC302` as one list."""
    return tuple(code.strip() for text in given for code in text.split(",") if code.strip())


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


def _previous(root: Path, path: str) -> Baseline:
    """The baseline that is about to be written anew; what stands in its place and is none is not overwritten."""
    file = root / path
    refuse_folder(file, path)
    if not file.exists():
        return Baseline(path=path)
    try:
        return load_baseline(root, path)
    except* ToolcribError as group:
        raise OutputError(
            f"{path} stands already and is no baseline that can be read, so it is not overwritten: {_first(group)}",
            hint=f"Name a new file with --baseline, or move {path} away and run this again.",
        ) from group


def _first(group: BaseExceptionGroup[ToolcribError]) -> str:
    one = group.exceptions[0]
    return one.message if isinstance(one, ToolcribError) else str(one)


def _write_baseline(
    root: Path,
    config: Config,
    previous: Baseline,
    kept: Sequence[BaselineEntry],
    report: Report,
    reason: str | None,
    terminal: Terminal,
) -> int:
    from toolcrib.checks.rules import METAS

    target = previous.path
    standing = root / target
    there: list[Finding] = [*report.findings, *(h.finding for h in report.hidden if h.by is HiddenBy.BASELINE)]
    known = [finding for finding in there if not METAS[finding.code].settled_by and finding.code != "TC108"]
    text = write_baseline(known, reason=reason or _adopted(), previous=previous, kept=kept)
    before = standing.read_bytes() if standing.is_file() else None
    write_changes([FileChange(path=target, before=before, after=text.encode())], root)
    terminal.line(f"{target}: {_findings(len(known))} that may stay for now, each with a reason to be looked at")
    others = len({entry.fingerprint for entry in kept} - {finding.fingerprint for finding in known})
    if others:
        entries = "1 entry" if others == 1 else f"{others} entries"
        terminal.line(f"{target}: {entries} kept as before: this run did not look at that part")
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
