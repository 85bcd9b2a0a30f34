"""SARIF 2.1.0, as GitHub's code scanning reads it.

Room: checks, middle. A report in, one SARIF log out. Every rule is listed even when nothing was found, so that an alert
whose finding is gone is closed; places are relative to the top of the repository; what was silenced is left out.
Touch it when the page of a rule gains a section, or GitHub a limit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import quote

from toolcrib.checks.findings import Finding, Report, RuleMeta
from toolcrib.checks.reports._plain import plain
from toolcrib.checks.rules import METAS, page
from toolcrib.manifest import Location

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MAX_RESULTS = 5_000  # GitHub keeps the top 5,000 of a run
_MAX_TEXT = 1_000  # GitHub's limit for descriptions is 1,024 characters

_Json: TypeAlias = dict[str, Any]  # a part of a SARIF log, a JSON value


def render_sarif(report: Report, *, category: str = "") -> str:
    """The report as a SARIF log with one run; `category` tells several uploads of one commit apart."""
    worst = report.worst_first()
    kept = sorted(worst[:MAX_RESULTS], key=Finding.sort_key)
    index = {code: position for position, code in enumerate(METAS)}
    run: _Json = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The top of the repository."}}},
        "results": [_result(finding, index, report) for finding in kept],
        "invocations": [_invocation(report, left_out=len(worst) - len(kept))],
    }
    if category:
        run["automationDetails"] = {"id": f"{category.rstrip('/')}/"}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _driver() -> _Json:
    return {"name": "toolcrib", "rules": [_rule(meta) for meta in METAS.values()]}


def _rule(meta: RuleMeta) -> _Json:
    text = page(meta.code)
    return {
        "id": meta.code,
        "name": "".join(word.capitalize() for word in meta.name.split("-")),
        "shortDescription": {"text": f"{meta.name}: {meta.holds_when}"[:_MAX_TEXT]},
        "fullDescription": {"text": _section(text, "What it finds")[:_MAX_TEXT] or meta.holds_when},
        "help": {"text": _without_marks(text), "markdown": text},
        "defaultConfiguration": {"level": meta.severity.value},
        "properties": {
            "precision": "high",
            "security-severity": meta.security_severity,
            "tags": ["security", "ai-agents", "tool-manifest"],
        },
    }


def _result(finding: Finding, index: Mapping[str, int], report: Report) -> _Json:
    parts = [finding.message, finding.detail, f"Fix: {finding.fix}" if finding.fix else ""]
    result: _Json = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": finding.severity.value,
        "message": {"text": plain("\n".join(part for part in parts if part), lines=True)},
        "locations": [{"physicalLocation": _place(finding.at, report)}],
        "partialFingerprints": {
            "primaryLocationLineHash": f"{finding.fingerprint[:16]}:1",
            "toolcrib/v1": finding.fingerprint,
        },
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(related.at, report), "message": {"text": plain(related.text)}}
            for number, related in enumerate(finding.related, 1)
        ]
    return result


def _place(at: Location, report: Report) -> _Json:
    region = {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line or at.line}
    if at.end_column:
        region["endColumn"] = at.end_column
    uri = quote((report.repository_prefix + at.path).encode("utf-8", "surrogateescape"))
    return {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}, "region": region}


def _invocation(report: Report, *, left_out: int) -> _Json:
    invocation: _Json = {"executionSuccessful": True, "exitCode": report.exit_code}
    notes = [f"Not read: {entry.path}, {entry.why} ({entry.files} Python files)." for entry in report.not_read]
    if report.rules_left_out:
        notes.append(f"Rules not run: {', '.join(report.rules_left_out)}.")
    if report.only:
        notes.append(f"Only findings that touch: {', '.join(report.only)}.")
    if left_out:
        notes.append(f"{left_out} further findings are not in this log, which holds the worst {MAX_RESULTS}.")
    if notes:
        invocation["toolExecutionNotifications"] = [
            {"level": "note", "message": {"text": plain(note)}} for note in notes
        ]
    return invocation


def _section(text: str, title: str) -> str:
    """The first paragraph below a heading of a rule's page, without its marks."""
    found = re.search(rf"^## {re.escape(title)}\n+(.+?)(?:\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return _without_marks(" ".join(found[1].split())) if found else ""


def _without_marks(text: str) -> str:
    lines = [line for line in text.splitlines() if not line.startswith("```")]
    return re.sub(r"[`*]|^#+ ", "", "\n".join(lines), flags=re.MULTILINE)
