"""TC303 unknown-feature: a capability names a feature that the application's permission catalogue does not have."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.catalogue import Catalogue
from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import Meant

META = RuleMeta(
    code=RuleCode("TC303"),
    name="unknown-feature",
    holds_when="every feature exists in the application's own permission catalogue",
    since="0.1.0",
    security_severity="6.0",
)


def applies(comparison: Comparison) -> bool:
    return comparison.catalogue is not None


def check(comparison: Comparison) -> Iterator[Finding]:
    catalogue = comparison.catalogue
    if catalogue is None:
        return
    named = {name: one.feature for name, one in comparison.declared.manifest.capabilities.items() if one.feature}
    unknown = {name: feature for name, feature in named.items() if feature not in catalogue.features}
    meant = Meant(catalogue.features, asked=len(unknown))
    for name, feature in unknown.items():
        yield _unknown(name, feature, catalogue, meant, comparison)


def _unknown(name: str, feature: str, catalogue: Catalogue, meant: Meant, comparison: Comparison) -> Finding:
    near, phrase = meant.likely(feature)
    where = catalogue.features[near] if near else catalogue.at
    return META.finding(
        f"the capability `{name}` maps to the feature `{feature}`, which {catalogue.spelled} does not have: no caller "
        f"reaches it, and its tools are offered to nobody{f'; {phrase}' if near else ''}",
        at=comparison.declared.at("capabilities", name, "feature"),
        subject=name,
        related=[Related(at=where, text=f"`{near}`" if near else "the catalogue")],
        fix=f"feature: {near}" if near else f"correct the feature, or add `{feature}` to {catalogue.spelled}",
        covers=(comparison.declared.at("capabilities", name),),
    )
