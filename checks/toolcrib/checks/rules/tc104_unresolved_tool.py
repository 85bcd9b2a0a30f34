"""TC104 unresolved-tool: a registration whose names cannot be read from the source, and nobody has said them."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import first_line, quoted
from toolcrib.checks.surface import Unresolved

META = RuleMeta(
    code=RuleCode("TC104"),
    name="unresolved-tool",
    holds_when="every registration is resolved or acknowledged",
    since="0.1.0",
    security_severity="7.0",
    settled_by="make it readable, or acknowledge it in the configuration with the names it registers",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for unresolved in comparison.unsettled:
        yield META.finding(
            f"the tools registered here cannot be read from the source: {unresolved.reason.rstrip('.')}. Until "
            "somebody says their names, they are in no row and in no allowlist",
            at=first_line(unresolved.at),
            subject=unresolved.anchor,
            detail=f"to acknowledge it instead, in the configuration:\n{acknowledgement(unresolved)}",
            fix=unresolved.settle,
        )


def acknowledgement(unresolved: Unresolved) -> str:
    """The block to paste under [tool.toolcrib]; the names and the reason are left to a person."""
    lines = [
        "[[tool.toolcrib.acknowledge]]",
        f"file = {quoted(unresolved.at.path)}",
        f"anchor = {quoted(unresolved.anchor)}",
        "tools = []" if unresolved.dynamic else 'tools = ["???"]',
        *(["dynamic = true"] if unresolved.dynamic else []),
        'reason = "???"',
    ]
    return "\n".join(lines)
