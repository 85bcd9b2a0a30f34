"""TC303 unknown-feature: a capability names a feature that the application's permission catalogue does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcrib.checks.catalogue import Catalogue
from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import Meant, one_of

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
    near = meant.alternatives(feature)
    related = [Related(at=catalogue.features[one], text=f"`{one}`") for one in near]
    return META.finding(
        f"the capability `{name}` maps to the feature `{feature}`, which {catalogue.spelled} does not have: no caller "
        f"reaches it, and its tools are offered to nobody{meant.asked(feature)}",
        at=comparison.declared.at("capabilities", name, "feature"),
        subject=name,
        related=related or [Related(at=catalogue.at, text="the catalogue")],
        fix=_fix(feature, near, catalogue),
        covers=(comparison.declared.at("capabilities", name),),
    )


def _fix(feature: str, near: Sequence[str], catalogue: Catalogue) -> str:
    """One line where one feature can have been meant; else the ways that a person has to choose from."""
    if len(near) == 1:
        return f"feature: {near[0]}"
    choice = one_of(near or sorted(catalogue.features))
    return f"write the feature that is meant ({choice}), or add `{feature}` to {catalogue.spelled}"
