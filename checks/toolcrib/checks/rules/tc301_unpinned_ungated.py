"""TC301 unpinned-ungated: a capability has no feature and no pin gives the reason."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import count, likely

META = RuleMeta(
    code=RuleCode("TC301"),
    name="unpinned-ungated",
    holds_when="every ungated capability is pinned",
    since="0.1.0",
    security_severity="8.5",
    settled_by="the pin, with its reason, is the way",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    declared = comparison.declared
    pins = declared.manifest.pins.ungated
    unused = [name for name in pins if name not in declared.manifest.capabilities]
    for name, capability in declared.manifest.capabilities.items():
        if capability.feature is None and name not in pins:
            tools = sum(row.capability == name for row in comparison.rows.values())
            other, _ = likely(name, unused)
            related = [Related(at=declared.at("pins", "ungated", other), text=f"the pin `{other}`")] if other else []
            yield META.finding(
                f"the capability `{name}` has no feature and is not pinned in {declared.pins_path}: its "
                f"{count(tools, 'tool')} would be offered to every caller, whatever they may reach"
                f"{f'; the pin `{other}` names no capability' if other else ''}",
                at=declared.at("capabilities", name, "feature"),
                subject=name,
                related=related,
                fix=f"{declared.pins_path}, under `ungated`: `{name}: <why no permission guards it>`",
            )
