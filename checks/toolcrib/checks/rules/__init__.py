"""The rules, listed by hand and in order. Importing a rule registers nothing.

Room: checks, middle. A rule is a module with `META` and `check`, a page of the same name beside it (which
`toolcrib explain CODE` prints) and a folder of cases under tests/checks.
Touch it to add a rule: the module, the page, the cases and the line here; a test holds the four together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from types import MappingProxyType
from typing import Final, Protocol

from toolcrib.checks.findings import Finding, RuleCode, RuleMeta
from toolcrib.checks.rules import (
    tc101_undeclared_tool,
    tc102_phantom_tool,
    tc103_duplicate_tool,
    tc104_unresolved_tool,
    tc105_description_drift,
    tc106_agent_list_drift,
    tc107_runtime_tools_drift,
    tc108_stale_acknowledgement,
    tc201_unpinned_writer,
    tc202_stale_writer_pin,
    tc203_hidden_write,
    tc204_write_verb,
    tc205_hint_contradiction,
    tc301_unpinned_ungated,
    tc302_stale_ungated_pin,
    tc303_unknown_feature,
    tc304_unscoped_argument,
    tc501_unknown_agent_tool,
    tc502_ungranted_agent_tool,
    tc503_list_not_enforced,
    tc504_open_gateway,
    tc505_unresolvable_reference,
    tc506_invalid_agent_file,
    tc507_ui_tools,
)
from toolcrib.checks.rules._comparison import Comparison, Stale, pair


class Rule(Protocol):
    """What a rule module has. `check` is pure and never raises, whatever the surface holds.

    A rule that needs what not everybody has says so with a function of its own: `applies(comparison) -> bool`.
    """

    META: RuleMeta

    def check(self, comparison: Comparison, /) -> Iterator[Finding]: ...


RULES: Final[tuple[Rule, ...]] = (
    tc101_undeclared_tool,
    tc102_phantom_tool,
    tc103_duplicate_tool,
    tc104_unresolved_tool,
    tc105_description_drift,
    tc106_agent_list_drift,
    tc107_runtime_tools_drift,
    tc108_stale_acknowledgement,
    tc201_unpinned_writer,
    tc202_stale_writer_pin,
    tc203_hidden_write,
    tc204_write_verb,
    tc205_hint_contradiction,
    tc301_unpinned_ungated,
    tc302_stale_ungated_pin,
    tc303_unknown_feature,
    tc304_unscoped_argument,
    tc501_unknown_agent_tool,
    tc502_ungranted_agent_tool,
    tc503_list_not_enforced,
    tc504_open_gateway,
    tc505_unresolvable_reference,
    tc506_invalid_agent_file,
    tc507_ui_tools,
)


def idle(rules: Iterable[Rule], compared: Sequence[Comparison]) -> frozenset[RuleCode]:
    """The rules that have nothing to go by here (`applies` of their module says so): they do not run."""
    asked = ((rule.META.code, getattr(rule, "applies", None)) for rule in rules)
    return frozenset(code for code, applies in asked if applies is not None and not any(map(applies, compared)))


METAS: Final[Mapping[str, RuleMeta]] = MappingProxyType({rule.META.code: rule.META for rule in RULES})
"""The rules' metadata by code, in order."""


def page(code: str) -> str:
    """The page of a rule: markdown, from the file beside its module."""
    meta = METAS[code]
    name = f"{meta.code.lower()}_{meta.name.replace('-', '_')}.md"
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")


def rule_table(*, pages: str = "checks/toolcrib/checks/rules") -> str:
    """The rules as a markdown table that links to their pages; `pages` is the way to them."""
    rows = ["| rule | holds when |", "| --- | --- |"]
    for meta in METAS.values():
        stem = f"{meta.code.lower()}_{meta.name.replace('-', '_')}"
        rows.append(f"| [{meta.code} {meta.name}]({pages}/{stem}.md) | {meta.holds_when} |")
    return "\n".join(rows) + "\n"


__all__ = ["METAS", "RULES", "Comparison", "Rule", "Stale", "idle", "page", "pair", "rule_table"]
