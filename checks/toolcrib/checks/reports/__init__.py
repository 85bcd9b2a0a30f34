"""Show a report: text for people, json for programs, sarif for code scanning, github for annotations.

Room: checks, middle. A reporter is a function from a report to a string, in its own module; it opens no file and asks
for no terminal. Touch it to add a format. The page beside it (reports.md) describes what each one promises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from toolcrib.checks.findings import Report
from toolcrib.checks.reports.github import render_github
from toolcrib.checks.reports.json_v1 import render_json
from toolcrib.checks.reports.sarif import render_sarif
from toolcrib.checks.reports.text import render_text

FORMATS: Final = ("text", "json", "sarif", "github")

_REPORTERS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": render_text, "json": render_json, "github": render_github}
)


def render(report: Report, format: str, *, color: bool = False, width: int = 80, category: str = "") -> str:  # noqa: A002  # the word that people type
    """The report in one of `FORMATS`. Colour and width are for text, `category` for SARIF."""
    if format == "text":
        return render_text(report, color=color, width=width)
    if format == "sarif":
        return render_sarif(report, category=category)
    return _REPORTERS[format](report)


__all__ = ["FORMATS", "render", "render_github", "render_json", "render_sarif", "render_text"]
