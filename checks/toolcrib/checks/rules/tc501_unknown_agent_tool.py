"""TC501 unknown-agent-tool: an AGENT.md lists a tool that nothing runs, so the agent gets a stub in its place."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents, of_remarks

META = RuleMeta(
    code=RuleCode("TC501"),
    name="unknown-agent-tool",
    holds_when="every tool that an AGENT.md lists exists",
    since="0.1.0",
    security_severity="5.0",
)
_CODES = frozenset(
    {
        "tool-unwired",
        "tool-glob-unsupported",
        "tool-foreign-prefix",
        "tool-ui-only-form",
        "tool-stripped-from-agents",
        "tool-twice",
    }
)


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    yield from of_remarks(META, _CODES, comparison)
