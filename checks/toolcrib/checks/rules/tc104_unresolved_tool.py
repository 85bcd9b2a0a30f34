"""TC104 unresolved-tool: a registration whose names cannot be read from the source, and nobody has said them."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks._snippets import acknowledgement
from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import first_line

META = RuleMeta(
    code=RuleCode("TC104"),
    name="unresolved-tool",
    holds_when="every registration is resolved or acknowledged",
    since="0.1.0",
    security_severity="7.0",
    settled_by="make it readable, or acknowledge it in the configuration with the names it registers",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for one in comparison.unsettled:
        lines = acknowledgement(
            one.at.path, one.anchor, dynamic=one.dynamic, maybe_nothing=one.maybe_nothing, config=comparison.config
        )
        yield META.finding(
            f"the tools registered here cannot be read from the source: {one.reason.rstrip('.')}. Until "
            "somebody says their names, they are in no row and in no allowlist",
            at=first_line(one.at),
            subject=one.anchor,
            detail="\n".join((f"to acknowledge it instead, in {comparison.config}:", *lines)),
            fix=one.settle,
        )
