"""Annotations for GitHub Actions: workflow commands that put findings on the lines of a pull request.

Room: checks, middle. A report in, text out. GitHub shows ten annotations of a kind a step and drops the rest without a
word, so the worst come first and the last place says how many there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcrib.checks.findings import Finding, Report, Severity
from toolcrib.checks.reports._plain import plain
from toolcrib.checks.reports.text import render_text

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_PER_KIND = 10


def render_github(report: Report) -> str:
    """The annotations, worst first, then plain lines for the log: the summary, and every finding if some were cut."""
    lines: list[str] = []
    cut = False
    for severity, kind in _KINDS.items():
        found = [finding for finding in report.findings if finding.severity is severity]
        lines += _annotations(found, kind, report)
        cut = cut or len(found) > _PER_KIND
    return "".join(f"{line}\n" for line in lines) + render_text(report, findings=cut)


def escape_data(text: str) -> str:
    """Text after the `::`."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Text between `=` and `,`."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _annotations(findings: Sequence[Finding], kind: str, report: Report) -> Iterator[str]:
    shown = findings if len(findings) <= _PER_KIND else findings[: _PER_KIND - 1]
    for finding in shown:
        at = finding.at
        properties = {
            "file": f"{report.repository_prefix}{at.path}",
            "line": str(at.line),
            "endLine": str(at.end_line or at.line),
            "col": str(at.column),
            "title": f"{finding.code} {finding.rule}",
        }
        if at.end_column and at.end_line in (0, at.line):
            properties["endColumn"] = str(at.end_column)
        said = ",".join(f"{key}={escape_property(plain(value))}" for key, value in properties.items())
        yield f"::{kind} {said}::{escape_data(plain(_body(finding), lines=True))}"
    if len(shown) < len(findings):
        rest = len(findings) - len(shown)
        text = f"{rest} more findings of this kind stand below, in the log of this step"
        yield f"::{kind} title=toolcrib::{escape_data(text)}"


def _body(finding: Finding) -> str:
    parts = [finding.message]
    parts += [finding.detail] if finding.detail else []
    parts += [f"{related.at}: {related.text}" for related in finding.related]
    parts += [f"fix: {finding.fix}"] if finding.fix else []
    return "\n".join(parts)
