"""TC302 stale-ungated-pin: a pin names a capability that does not exist or has a feature."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import likely

META = RuleMeta(
    code=RuleCode("TC302"),
    name="stale-ungated-pin",
    holds_when="every pinned ungated capability is declared and ungated",
    since="0.1.0",
    security_severity="6.0",
    settled_by="the pins are an exact set: remove the pin",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    declared = comparison.declared
    capabilities = declared.manifest.capabilities
    for name in declared.manifest.pins.ungated:
        capability = capabilities.get(name)
        at = declared.at("pins", "ungated", name)
        if capability is None:
            other, phrase = likely(name, list(capabilities))
            related = [Related(at=declared.at("capabilities", other), text=f"`{other}`")] if other else []
            yield META.finding(
                f"`{name}` is pinned as ungated and is no capability: one that takes this name would be open to every "
                f"caller with a reason that was given for another{f'; {phrase}' if other else ''}",
                at=at,
                subject=name,
                related=related,
                fix=f"toolcrib fix --select {META.code}",
            )
        elif capability.feature is not None:
            place = declared.at("capabilities", name, "feature")
            yield META.finding(
                f"`{name}` is pinned as ungated and maps to the feature `{capability.feature}`: should it lose the "
                "feature one day, nobody would be asked for the reason",
                at=at,
                subject=name,
                related=[Related(at=place, text=f"feature: {capability.feature}")],
                fix=f"toolcrib fix --select {META.code}",
            )
