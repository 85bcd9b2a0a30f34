"""TC108 stale-acknowledgement: an acknowledgement, an ignore or a baseline entry that hides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta, Severity
from toolcrib.checks.rules._comparison import Comparison

META = RuleMeta(
    code=RuleCode("TC108"),
    name="stale-acknowledgement",
    holds_when="every acknowledgement, ignore and baseline entry still hides something",
    since="0.1.0",
    severity=Severity.WARNING,
    security_severity="3.0",
    settled_by="remove what hides nothing, or correct it",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for stale in comparison.stale:
        yield META.finding(
            stale.message,
            at=stale.at,
            subject=stale.subject,
            related=[Related(at=at, text=text) for at, text in stale.related],
            fix=stale.fix,
        )
