"""TC505 unresolvable-reference: an AGENT.md or APP.md refers to what is not looked up, not there, or another thing."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents, of_problems, of_remarks

META = RuleMeta(
    code=RuleCode("TC505"),
    name="unresolvable-reference",
    holds_when="every reference of an AGENT.md or APP.md leads to what it names",
    since="0.1.0",
    security_severity="5.0",
)
REFERENCES = frozenset({"unreadable", "unknown-name"})  # codes of problems


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    yield from of_remarks(META, ("tool-uri-unsupported", "tool-dropped", "agent-id-differs"), comparison)
    yield from of_problems(META, REFERENCES, comparison, other=False)
