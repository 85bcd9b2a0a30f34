"""The report for programs: JSON in a form that does not change within its version.

Room: checks, middle. The models here are the format; the inner types may change under it. `json_schema()` is shipped
beside this module (report_v1.schema.json), and a test keeps the two the same.
Touch it to add a key. To rename or remove one, write json_v2 beside it.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from toolcrib.checks.findings import Finding, Hidden, Report, RuleMeta
from toolcrib.checks.reports._plain import plain
from toolcrib.checks.rules import METAS
from toolcrib.manifest import Location

SeverityWord = Literal["error", "warning", "note"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class PlaceV1(_Part):
    """A place in a file. Lines and columns count from 1."""

    path: str = Field(description="Relative to the project root, with `/`.")
    line: int
    column: int
    end_line: int | None = Field(description="null when only the start is known.")
    end_column: int | None = Field(description="Exclusive; null when only the start is known.")


class RelatedV1(_Part):
    """Another place to look at."""

    at: PlaceV1
    text: str


class FindingV1(_Part):
    """One place where one rule does not hold."""

    code: str = Field(description="The rule's code; never reused.")
    rule: str = Field(description="The rule's name.")
    severity: SeverityWord
    message: str = Field(description="What is wrong and what it would mean, for people; the words may change.")
    subject: str = Field(description="What it speaks of: mostly the tool's name.")
    detail: str = Field(description="More lines, such as two texts that differ; may be empty.")
    fix: str = Field(description="The command or line that settles it; may be empty.")
    at: PlaceV1
    related: tuple[RelatedV1, ...]
    manifest: str = Field(description="The configured name of the manifest; empty when there is only one.")
    fingerprint: str = Field(description="Identifies the finding across runs; does not change when lines move.")


class HiddenV1(_Part):
    """A finding that somebody silenced."""

    finding: FindingV1
    by: Literal["comment", "baseline", "configuration"]
    reason: str


class RuleV1(_Part):
    """A rule that exists, whether or not it found something."""

    code: str
    name: str
    holds_when: str
    severity: SeverityWord
    run: bool = Field(description="false: left out by `select`, `ignore` or the configuration.")


class CheckedV1(_Part):
    """A manifest that was compared with its source."""

    manifest: str = Field(description="The configured name; empty when there is only one.")
    path: str
    rows: int = Field(description="Tools that the manifest declares.")
    tools: int = Field(description="Distinct tool names that the source declares.")
    files: int = Field(description="Python files that were looked at.")
    acknowledged: int = Field(description="Further names, which acknowledged registrations register.")
    runtime: int = Field(description="Distinct names of the agents' declared runtime tools, which are no rows.")


class NotReadV1(_Part):
    """Files that were left out on purpose."""

    path: str = Field(description="A folder (ends with `/`), a file or a pattern.")
    files: int = Field(description="How many Python files; 0 when it was not entered.")
    why: str


class NoteV1(_Part):
    """Something true of the source as a whole."""

    at: PlaceV1
    text: str


class ReportV1(_Part):
    """The outcome of one run."""

    version: Literal[1] = Field(description="The version of this format.")
    tool: Literal["toolcrib"]
    exit_code: Literal[0, 1] = Field(description="0: nothing as bad as `fail_on`; 1: something.")
    fail_on: SeverityWord
    findings: tuple[FindingV1, ...] = Field(description="In the order of their places.")
    hidden: tuple[HiddenV1, ...]
    checked: tuple[CheckedV1, ...]
    rules: tuple[RuleV1, ...]
    not_read: tuple[NotReadV1, ...]
    notes: tuple[NoteV1, ...]
    only: tuple[str, ...] = Field(description="The paths that the report was narrowed to; empty: everything.")


def render_json(report: Report) -> str:
    """The report as one JSON document, in ASCII."""
    return json.dumps(report_v1(report).model_dump(mode="json"), indent=2) + "\n"


def json_schema() -> dict[str, Any]:  # a JSON Schema is a JSON value
    """The schema of the format."""
    schema = ReportV1.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "toolcrib report, version 1"}


def report_v1(report: Report) -> ReportV1:
    """The report in the format's own types."""
    return ReportV1(
        version=1,
        tool="toolcrib",
        exit_code=1 if report.exit_code else 0,
        fail_on=report.fail_on.value,
        findings=tuple(_finding(finding) for finding in report.findings),
        hidden=tuple(_hidden(hidden) for hidden in report.hidden),
        checked=tuple(
            CheckedV1(
                manifest=plain(c.manifest),
                path=plain(c.path),
                rows=c.rows,
                tools=c.tools,
                files=c.files,
                acknowledged=c.acknowledged,
                runtime=c.runtime,
            )
            for c in report.checked
        ),
        rules=tuple(_rule(meta, report) for meta in METAS.values()),
        not_read=tuple(NotReadV1(path=plain(n.path), files=n.files, why=plain(n.why)) for n in report.not_read),
        notes=tuple(NoteV1(at=_place(note.at), text=plain(note.text)) for note in report.notes),
        only=tuple(plain(path) for path in report.only),
    )


def _finding(finding: Finding) -> FindingV1:
    return FindingV1(
        code=finding.code,
        rule=finding.rule,
        severity=finding.severity.value,
        message=plain(finding.message),
        subject=plain(finding.subject),
        detail=plain(finding.detail, lines=True),
        fix=plain(finding.fix),
        at=_place(finding.at),
        related=tuple(RelatedV1(at=_place(r.at), text=plain(r.text)) for r in finding.related),
        manifest=plain(finding.manifest),
        fingerprint=finding.fingerprint,
    )


def _hidden(hidden: Hidden) -> HiddenV1:
    return HiddenV1(finding=_finding(hidden.finding), by=hidden.by.value, reason=plain(hidden.reason))


def _rule(meta: RuleMeta, report: Report) -> RuleV1:
    return RuleV1(
        code=meta.code,
        name=meta.name,
        holds_when=meta.holds_when,
        severity=meta.severity.value,
        run=meta.code in report.rules_run,
    )


def _place(at: Location) -> PlaceV1:
    return PlaceV1(
        path=plain(at.path),
        line=at.line,
        column=at.column,
        end_line=at.end_line or None,
        end_column=at.end_column or None,
    )
