"""TC503 list-not-enforced: the adapter that runs an agent does not hold it to the tools of its AGENT.md."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta, Severity
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents, of_remarks

META = RuleMeta(
    code=RuleCode("TC503"),
    name="list-not-enforced",
    holds_when="an agent is run by an adapter that holds it to its `tools`",
    since="0.1.0",
    severity=Severity.WARNING,
    security_severity="7.0",
)


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    yield from of_remarks(META, ("allowlist-not-enforced",), comparison)
