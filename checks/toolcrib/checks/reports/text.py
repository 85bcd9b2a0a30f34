"""The report for people: what is wrong, where, and the way out, in 80 columns.

Room: checks, middle. A report in, text out. Colour is the caller's decision; without it the text has none at all.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from toolcrib.checks.findings import Finding, HiddenBy, Report, SourceLine
from toolcrib.checks.reports._plain import plain, unobeyed
from toolcrib.checks.surface import NotRead

_STYLES = {"error": "31;1", "warning": "33;1", "note": "36;1", "place": "1", "fix": "32", "faint": "2", "good": "32;1"}
_MAX_PLACES = 6
_MAX_RELATED = 12
_THING = re.compile(
    r"""\#.*|\[\[.*?\]\]|\[.*?\]|(?:async\ )?def\ \w+|class\ \w+|"[^"]*"|'[^']*'|@?\w[\w.-]*|""", re.VERBOSE | re.DOTALL
)


def render_text(
    report: Report, *, color: bool = False, width: int = 80, findings: bool = True, summary: bool = True
) -> str:
    """All findings, file by file and a line apart, then what was checked and what was not."""
    page = _Page(report.lines, width=max(width, 40), color=color)
    blocks = ["\n".join(page.finding(finding)) for finding in (report.findings if findings else ())]
    if summary:
        blocks.append("\n".join(page.summary(report)))
    return unobeyed("\n\n".join(blocks) + "\n") if blocks else ""


class _Page:
    """The lines of source, the width and the colours of one rendering."""

    def __init__(self, lines: Sequence[SourceLine], *, width: int, color: bool) -> None:
        self._lines = {(line.path, line.line): line.text for line in lines}
        self._width, self._color = width, color

    def _paint(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._color else text

    def _wrap(self, text: str, first: str, rest: str) -> list[str]:
        return textwrap.wrap(
            plain(text),
            self._width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [first.rstrip()]

    def finding(self, finding: Finding) -> Iterator[str]:
        place = self._paint(plain(str(finding.at)), "place")
        yield f"{place} {self._paint(finding.code, finding.severity.value)} {finding.rule}"
        yield from self._frame(finding)
        yield from self._wrap(finding.message, "  ", "  ")
        for line in plain(finding.detail, lines=True).splitlines():
            yield f"    {line}"
        for related in finding.related[:_MAX_RELATED]:
            yield from self._wrap(f"{related.at}: {related.text}", "    ", "      ")
        left = len(finding.related) - _MAX_RELATED
        if left > 0:
            yield from self._wrap(f"and {_count(left, 'place')} more: --format json shows all", "    ", "      ")
        if finding.fix:
            fix = self._wrap(finding.fix, "  fix: ", "       ")
            yield from (self._paint(line, "fix") for line in fix)

    def _frame(self, finding: Finding) -> Iterator[str]:
        """The line of source that the finding points at, with what it points at underlined."""
        text = self._lines.get((finding.at.path, finding.at.line))
        if text is None:
            return
        shown = plain(text.replace("\t", " ").rstrip())
        stripped = shown.lstrip()
        start = max(finding.at.column - 1 - (len(shown) - len(stripped)), 0)
        same_line = finding.at.end_line in (0, finding.at.line)
        length = finding.at.end_column - finding.at.column if same_line and finding.at.end_column else 0
        number, room = str(finding.at.line), self._width - 6 - len(str(finding.at.line))
        cut = stripped if len(stripped) <= room else f"{stripped[: room - 1]}…"
        yield self._paint(f"  {number} | ", "faint") + cut
        if start < len(cut):
            # Where only the start is known, what a reader would call the thing that begins there.
            length = length or len(_THING.match(cut, start)[0])  # type: ignore[index]  # it matches anything
            marks = "^" * max(1, min(length, len(cut) - start))
            yield (
                self._paint(f"  {' ' * len(number)} | ", "faint")
                + " " * start
                + self._paint(marks, finding.severity.value)
            )

    def summary(self, report: Report) -> Iterator[str]:
        yield from self._outcome(report)
        if report.only:
            yield from self._wrap(f"only findings that touch {', '.join(report.only)}", "", "  ")
        if report.hidden:
            counts = Counter(hidden.by for hidden in report.hidden)
            words = {
                HiddenBy.COMMENT: "ignored by comments",
                HiddenBy.BASELINE: "in the baseline",
                HiddenBy.CONFIGURATION: "of rules that are turned off",
            }
            said = ", ".join(f"{counts[by]} {words[by]}" for by in HiddenBy if counts[by])
            yield from self._wrap(f"not shown: {said}", "", "  ")
        if report.rules_left_out:
            yield from self._wrap(f"rules not run: {', '.join(report.rules_left_out)}", "", "  ")
        for why, entries in groupby(report.not_read, key=lambda entry: entry.why):
            yield from self._wrap(f"not read: {_places(list(entries))}, {why}", "", "  ")
        for note in report.notes:
            yield from self._wrap(f"note: {note.at}: {note.text}", "", "  ")

    def _outcome(self, report: Report) -> Iterator[str]:
        looked = _looked_at(report)
        if not report.findings:
            yield from (self._paint(line, "good") for line in self._wrap(f"clean: {looked}", "", "  "))
            return
        worst = min((f.severity for f in report.findings), key=lambda severity: severity.rank)
        codes = Counter(finding.code for finding in report.findings)
        said = ", ".join(f"{number} {code}" for code, number in sorted(codes.items()))
        files = len({finding.at.path for finding in report.findings})
        text = f"{_count(len(report.findings), 'finding')} in {_count(files, 'file')} ({said}); {looked}"
        yield from (self._paint(line, worst.value) for line in self._wrap(text, "", "  "))
        if not report.exit_code:
            yield f"none is as bad as {report.fail_on.value}, so this run does not fail"


def _looked_at(report: Report) -> str:
    """Both sides in numbers that add up: tools seen and acknowledged, against rows and runtime tools."""
    checked = report.checked
    tools, acknowledged = sum(c.tools for c in checked), sum(c.acknowledged for c in checked)
    rows, runtime = sum(c.rows for c in checked), sum(c.runtime for c in checked)
    files = sum(c.files for c in checked)
    where = checked[0].path if len(checked) == 1 else _count(len(checked), "manifest")
    seen = f"{_count(tools, 'tool')} in {_count(files, 'file')}" + (
        f" and {acknowledged} acknowledged" * bool(acknowledged)
    )
    declared = _count(rows, "row") + (f" and {_count(runtime, 'runtime tool')}" * bool(runtime))
    return f"{seen}, {declared} in {where}"


def _places(entries: Sequence[NotRead]) -> str:
    shown = [f"{entry.path} ({_count(entry.files, 'file')})" if entry.files else entry.path for entry in entries]
    if len(shown) > _MAX_PLACES:
        rest = entries[_MAX_PLACES - 1 :]
        shown = shown[: _MAX_PLACES - 1]
        shown.append(f"{len(rest)} more places ({_count(sum(e.files for e in rest), 'file')})")
    return ", ".join(shown)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
