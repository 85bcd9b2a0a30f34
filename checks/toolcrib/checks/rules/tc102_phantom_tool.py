"""TC102 phantom-tool: the manifest has a row for a tool that the source does not declare."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._renames import Proof
from toolcrib.checks.rules._words import count, first_line, name_list

META = RuleMeta(
    code=RuleCode("TC102"),
    name="phantom-tool",
    holds_when="every row has a declaration",
    since="0.1.0",
    security_severity="4.0",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for name in comparison.phantoms:
        yield _phantom(name, comparison)


def _phantom(name: str, comparison: Comparison) -> Finding:
    related: list[Related] = []
    said = [f"the row `{name}` has no declaration in the source: the manifest advertises a tool that nobody can call"]
    at_runtime = [d for d in comparison.all_runtime_declarations if d.name == name]
    if at_runtime:
        agents = comparison.runtime_sources.get(at_runtime[0].site.path) or comparison.runtime_sources.get(
            at_runtime[0].at.path, ()
        )
        said.append(f"its only declaration is a runtime tool of {name_list(agents)}, which needs no row")
        related.append(Related(at=first_line(at_runtime[0].at), text="the runtime tool"))
    pair = comparison.renamed.get(name)
    # A declaration that has a row of its own is not what was meant.
    other, phrase = comparison.meant_declaration.likely(name)
    if pair is not None and pair.proof is not Proof.SPELLING:
        other, phrase = pair.new, f"the tool `{pair.new}`, which has no row, {pair.proof.value}: it looks renamed"
    if other:
        said.append(phrase)
        related.append(Related(at=first_line(comparison.by_name[other][0].at), text=f"`{other}` is declared here"))
    if comparison.unsettled:
        said.append(f"{count(len(comparison.unsettled), 'registration')} could not be read (TC104), so it may be there")
        related += [
            Related(at=first_line(u.at), text="a registration that could not be read") for u in comparison.unsettled[:3]
        ]
    return META.finding(
        "; ".join(said),
        at=comparison.declared.at("tools", name),
        subject=name,
        related=related,
        fix=pair.fix if pair is not None else f"toolcrib fix --select {META.code}",
        covers=comparison.row_lines(name),
    )
