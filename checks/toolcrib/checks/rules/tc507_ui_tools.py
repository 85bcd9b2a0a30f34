"""TC507 ui-tools: what an app's page may call is not said, or is said in a way that does something else."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents, of_remarks

META = RuleMeta(
    code=RuleCode("TC507"),
    name="ui-tools",
    holds_when="every app with a page says in `ui.tools` what the page may call",
    since="0.1.0",
    security_severity="7.0",
)
_CODES = frozenset({"ui-list-absent", "ui-tool-malformed", "ui-tool-state-append", "ui-tool-twice"})


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    yield from of_remarks(META, _CODES, comparison)
