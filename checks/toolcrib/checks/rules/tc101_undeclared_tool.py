"""TC101 undeclared-tool: the source declares a tool that the manifest lacks."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._renames import Proof
from toolcrib.checks.rules._words import first_line
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Declaration

META = RuleMeta(
    code=RuleCode("TC101"),
    name="undeclared-tool",
    holds_when="every declaration has a row",
    since="0.1.0",
    security_severity="8.0",
)

_MEANS = "no allowlist can hold it, and nobody has said whether it writes"


def check(comparison: Comparison) -> Iterator[Finding]:
    for name in comparison.undeclared:
        yield _undeclared(name, comparison.by_name[name][0], comparison)
    for name, words in comparison.acknowledged_names.items():
        if name not in comparison.rows and name not in comparison.by_name:
            yield _acknowledged(name, words[0], comparison)


def _undeclared(name: str, declaration: Declaration, comparison: Comparison) -> Finding:
    related: list[Related] = []
    if declaration.site.line != declaration.at.line or declaration.site.path != declaration.at.path:
        related.append(Related(at=first_line(declaration.site), text="registered here"))
    hint, row = _hint(name, comparison)
    if row:
        related.append(Related(at=comparison.declared.at("tools", row), text=f"the row `{row}`"))
    return META.finding(
        f"the tool `{name}`{_origin(declaration)} has no row in {comparison.declared.path}: {_MEANS}{hint}",
        at=first_line(declaration.at),
        subject=name,
        related=related,
        fix=_fix(name, row, comparison),
        covers=(declaration.at, declaration.site),
    )


def _acknowledged(name: str, word: Acknowledgement, comparison: Comparison) -> Finding:
    hint, row = _hint(name, comparison)
    related = [Related(at=comparison.declared.at("tools", row), text=f"the row `{row}`")] if row else []
    return META.finding(
        f"the tool `{name}`, registered by the acknowledged `{word.anchor}` in {word.file}, has no row in "
        f"{comparison.declared.path}: {_MEANS}{hint}",
        at=word.at,
        subject=name,
        related=related,
        fix=f"add a row `{name}` to {comparison.declared.path}, or take the name out of the acknowledgement",
    )


def _origin(declaration: Declaration) -> str:
    """What a reader needs to find the name that is not written there."""
    parts = []
    if declaration.declared_name and declaration.declared_name != declaration.name:
        parts.append(f"declared as `{declaration.declared_name}`")
    if declaration.condition:
        parts.append(f"registered if `{declaration.condition}`")
    if declaration.configurable:
        parts.append(f"its name changes with {declaration.configurable}")
    return f" ({', '.join(parts)})" if parts else ""


def _fix(name: str, row: str, comparison: Comparison) -> str:
    """What mends it: a row that only has to be renamed is no new row."""
    pair = comparison.renamed.get(name)
    if pair is not None:
        return pair.fix
    draft = f"toolcrib fix --select {META.code}"
    old_name = comparison.declared.manifest.renamed.get(name)
    if old_name is not None:
        return f"call it `{old_name.to}` in code, or take `{name}` out of renamed and settle the row `{old_name.to}`"
    if row and row in comparison.phantoms:
        renamed = f"rename the row and add `{row}: {{to: {name}, until: <the last day>}}` under renamed"
        return f"{draft}; if it is `{row}` under another name, {renamed} instead"
    return draft


def _hint(name: str, comparison: Comparison) -> tuple[str, str]:
    """What was probably meant, as the end of a message, and the row it speaks of."""
    renamed = comparison.declared.manifest.renamed.get(name)
    if renamed is not None:
        return f"; the manifest says that it was renamed to `{renamed.to}`", renamed.to
    pair = comparison.renamed.get(name)
    if pair is not None and pair.proof is not Proof.SPELLING:
        return f"; the row `{pair.old}`, which nothing declares, {pair.proof.value}: it looks renamed", pair.old
    # A row that has a declaration of its own is not what was meant, unless only case or separators differ.
    row, phrase = comparison.meant_row.likely(name)
    if not row:
        row, phrase = comparison.any_row.near_miss(name)
    return (f"; {phrase}", row) if row else ("", "")
