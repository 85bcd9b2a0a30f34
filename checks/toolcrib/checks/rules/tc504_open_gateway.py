"""TC504 open-gateway: a list of tools without one bare id opens all of the daemon to the agent."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents, of_remarks

META = RuleMeta(
    code=RuleCode("TC504"),
    name="open-gateway",
    holds_when="no list of an AGENT.md opens everything by being empty",
    since="0.1.0",
    security_severity="9.0",
)


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    yield from of_remarks(META, ("gateway-fail-open",), comparison)
