"""What a check gives: findings, each at a place and with a way out, and the report that holds them.

Room: checks, middle. Frozen values; nothing here reads, compares or prints.
Touch it when every reporter needs to know one thing more about a finding.
Not here: deciding that something is wrong (`rules`), showing it (`reports`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import NewType

from toolcrib.checks.surface import Note, NotRead
from toolcrib.manifest import Location

RuleCode = NewType("RuleCode", str)


class Severity(StrEnum):
    """How bad a finding is; the words are SARIF's levels."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 is the worst, so that sorting puts the worst first."""
        return _RANKS[self]


_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Another place that a reader of the finding wants to open, and what stands there."""

    at: Location
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One place where one rule does not hold.

    `message` is one paragraph: what is wrong and what it would mean if it shipped. `detail` may have several lines
    (two texts that differ, a block to paste). `fix` is one command or one line. `subject` names the thing in words
    that do not move with lines; `fingerprint` is made of it. `covers` are the places on whose lines an ignore
    comment speaks of this finding. `manifest` is the configured name of the manifest, "" when there is only one.
    """

    code: RuleCode
    rule: str
    severity: Severity
    message: str
    at: Location
    subject: str
    related: tuple[Related, ...] = ()
    detail: str = ""
    fix: str = ""
    covers: tuple[Location, ...] = ()
    manifest: str = ""
    fingerprint: str = ""

    def sort_key(self) -> tuple[Location, str, str, str, str, str]:
        return (self.at, self.code, self.message, self.manifest, self.detail, self.fix)

    def covers_line(self, path: str, line: int) -> bool:
        """Whether an ignore that speaks of this line speaks of this finding."""
        return any(
            place.path == path and place.line <= line <= max(place.line, place.end_line)
            for place in (self.at, *self.covers)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleMeta:
    """What a rule is called and how it is treated.

    `holds_when` completes the sentence "the rule holds when …". Where `settled_by` is set, neither an ignore comment
    nor the baseline nor the configuration can silence the rule: it names the one thing that does.
    `security_severity` is GitHub's scale, a number from 0.1 to 10.0 in a string.
    """

    code: RuleCode
    name: str
    holds_when: str
    since: str
    severity: Severity = Severity.ERROR
    security_severity: str = "5.0"
    settled_by: str = ""

    def finding(
        self,
        message: str,
        *,
        at: Location,
        subject: str,
        related: Sequence[Related] = (),
        detail: str = "",
        fix: str = "",
        covers: Sequence[Location] = (),
    ) -> Finding:
        return Finding(
            code=self.code,
            rule=self.name,
            severity=self.severity,
            message=message,
            at=at,
            subject=subject,
            related=tuple(related),
            detail=detail,
            fix=fix,
            covers=tuple(covers),
        )


def with_fingerprints(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings in order, each with a fingerprint that survives moved lines and reworded messages.

    It is made of code, manifest, path and subject; the same again in the same file gets a number, in order.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    marked: list[Finding] = []
    for finding in sorted(findings, key=Finding.sort_key):
        key = (finding.code, finding.manifest, finding.at.path, finding.subject)
        seen[key] += 1
        text = "\0".join((*key, str(seen[key]))).encode("utf-8", "surrogatepass")
        marked.append(replace(finding, fingerprint=sha256(text).hexdigest()[:32]))
    return tuple(marked)


def lies_in(path: str, place: str) -> bool:
    """Whether a file is `place`, or lies below it; everything lies in "."."""
    return place == "." or path == place or path.startswith(f"{place}/")


class HiddenBy(StrEnum):
    """What keeps a finding out of the report."""

    COMMENT = "comment"
    BASELINE = "baseline"
    CONFIGURATION = "configuration"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """A finding that is there and was silenced, with the reason that somebody wrote."""

    finding: Finding
    by: HiddenBy
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One manifest that was compared: its configured name ("" when there is only one), its file and its size.

    Where both sides agree, `tools` and `acknowledged` together are as many as `rows` and `runtime` together.
    """

    manifest: str
    path: str
    rows: int
    tools: int  # distinct names that the source declares
    files: int  # Python files looked at for it
    acknowledged: int = 0  # further names, which acknowledged registrations register
    runtime: int = 0  # distinct names of the agents' declared runtime tools that are no rows


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """The text of a line that a finding points at, so that a report can show it without reading a file."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome of one run over all manifests. Everything is sorted: the same input gives the same report.

    `only` holds the paths that the run was narrowed to (empty: none, all findings are here). `repository_prefix` is
    the way from the top of the repository to the project root ("" or "services/a/"), which GitHub's paths need.
    """

    findings: tuple[Finding, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    checked: tuple[Checked, ...] = ()
    rules_run: tuple[RuleCode, ...] = ()
    rules_left_out: tuple[RuleCode, ...] = ()
    not_read: tuple[NotRead, ...] = ()
    notes: tuple[Note, ...] = ()
    only: tuple[str, ...] = ()
    lines: tuple[SourceLine, ...] = ()
    fail_on: Severity = Severity.WARNING
    repository_prefix: str = ""

    @property
    def exit_code(self) -> int:
        """1 when a finding is at least as bad as `fail_on`, else 0. An error of the run is raised, never a report."""
        return int(any(finding.severity.rank <= self.fail_on.rank for finding in self.findings))

    def worst_first(self) -> tuple[Finding, ...]:
        return tuple(sorted(self.findings, key=lambda finding: (finding.severity.rank, finding.sort_key())))

    def of(self, code: str, manifest: str = "") -> tuple[Finding, ...]:
        """The findings of one rule about one manifest."""
        return tuple(f for f in self.findings if f.code == code and f.manifest == manifest)
