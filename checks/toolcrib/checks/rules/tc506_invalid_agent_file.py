"""TC506 invalid-agent-file: an AGENT.md, APP.md or TOOL.md that cannot be used, or that readers take differently."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents, of_problems, of_remarks
from toolcrib.checks.rules.tc505_unresolvable_reference import REFERENCES

META = RuleMeta(
    code=RuleCode("TC506"),
    name="invalid-agent-file",
    holds_when="every AGENT.md, APP.md and TOOL.md can be read in one way only",
    since="0.1.0",
    security_severity="6.0",
)


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    yield from of_problems(META, REFERENCES, comparison, other=True)
    yield from of_remarks(META, ("unknown-key",), comparison)
