"""TC202 stale-writer-pin: a pin names a writer that is no mutating row."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import likely

META = RuleMeta(
    code=RuleCode("TC202"),
    name="stale-writer-pin",
    holds_when="every pinned writer is a mutating row",
    since="0.1.0",
    security_severity="6.0",
    settled_by="the pins are an exact set: remove the pin",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    manifest = comparison.declared.manifest
    for name in manifest.pins.mutating:
        row = comparison.rows.get(name)
        if row is None:
            yield _unknown(name, comparison)
        elif not row.mutates:
            yield META.finding(
                f"`{name}` is pinned as a writer and its row says `mutates: false`: should it write again one day, "
                "nobody would be asked for the reason",
                at=comparison.declared.at("pins", "mutating", name),
                subject=name,
                related=[Related(at=comparison.declared.at("tools", name, "mutates"), text="the row says false")],
                fix=f"toolcrib fix --select {META.code}",
            )


def _unknown(name: str, comparison: Comparison) -> Finding:
    declared = comparison.declared
    renamed = declared.manifest.renamed.get(name)
    if renamed is not None:
        other, phrase = renamed.to, f"it was renamed to `{renamed.to}`"
    else:
        unpinned = [
            row for row, r in comparison.rows.items() if r.mutates and row not in declared.manifest.pins.mutating
        ]
        other, phrase = likely(name, unpinned)
        if not other:
            other, phrase = likely(name, list(comparison.rows))
    related = [Related(at=declared.at("tools", other), text=f"the row `{other}`")] if other else []
    return META.finding(
        f"`{name}` is pinned as a writer and is no row: a tool that takes this name would be a writer with a reason "
        f"that was given for another{f'; {phrase}' if other else ''}",
        at=declared.at("pins", "mutating", name),
        subject=name,
        related=related,
        fix=f"toolcrib fix --select {META.code}",
    )
