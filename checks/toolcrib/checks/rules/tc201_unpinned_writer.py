"""TC201 unpinned-writer: a row says `mutates: true` and no pin gives the reason."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import likely

META = RuleMeta(
    code=RuleCode("TC201"),
    name="unpinned-writer",
    holds_when="every mutating row is pinned",
    since="0.1.0",
    security_severity="8.5",
    settled_by="the pin, with its reason, is the way",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    declared = comparison.declared
    pins = declared.manifest.pins.mutating
    unused = [name for name in pins if name not in comparison.rows]
    for name, row in comparison.rows.items():
        if row.mutates and name not in pins:
            other, _ = likely(name, unused)
            related = [Related(at=declared.at("pins", "mutating", other), text=f"the pin `{other}`")] if other else []
            yield META.finding(
                f"`{name}` writes (`mutates: true`) and is not pinned in {declared.pins_path}: a direct write that "
                f"nobody has given a reason for{f'; the pin `{other}` names no row' if other else ''}",
                at=declared.at("tools", name, "mutates"),
                subject=name,
                related=related,
                fix=f"{declared.pins_path}, under `mutating`: `{name}: <why a direct write is right here>`",
            )
