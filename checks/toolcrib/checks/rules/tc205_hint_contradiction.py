"""TC205 hint-contradiction: a hint in code says the opposite of the row about writing."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import first_line
from toolcrib.checks.surface import Declaration, Hint, HintName

META = RuleMeta(
    code=RuleCode("TC205"),
    name="hint-contradiction",
    holds_when="hints in code (read-only, destructive, …) do not contradict the row",
    since="0.1.0",
    security_severity="7.5",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for declaration in comparison.declarations:
        row = comparison.rows.get(declaration.name)
        if row is None:
            continue
        hint = next((hint for hint in _ranked(declaration.hints) if _contradicts(hint, mutates=row.mutates)), None)
        if hint is not None:
            yield _contradiction(declaration, hint, mutates=row.mutates, comparison=comparison)


def _ranked(hints: tuple[Hint, ...]) -> list[Hint]:
    """Read-only first: the protocol gives `destructive` a meaning only where a tool is not read-only."""
    return sorted(hints, key=lambda hint: (hint.name is not HintName.READ_ONLY, hint.at, hint.spelled))


def _contradicts(hint: Hint, *, mutates: bool) -> bool:
    """What the hint says about writing, against the row.

    `destructive=False` says nothing: a tool that adds is not destructive and writes all the same. Neither do
    idempotent, open-world and needs-approval.
    """
    if hint.name is HintName.READ_ONLY:
        return hint.value is mutates
    return hint.name is HintName.DESTRUCTIVE and hint.value and not mutates


def _contradiction(declaration: Declaration, hint: Hint, *, mutates: bool, comparison: Comparison) -> Finding:
    name = declaration.name
    place = comparison.declared.at("tools", name, "mutates")
    seen = comparison.writes.of(declaration).sure()[:1]  # what is seen tells which is wrong; its lack, nothing
    if mutates:
        means = "a client that trusts the hint runs a write without asking"
        fix = f"correct `{hint.spelled}`"
        if not seen:
            fix += f", or set `mutates: false` in {place.path}:{place.line} and remove the pin"
    elif seen:
        means = "the row hides a write"
        fix = f"set `mutates: true` in {place.path}:{place.line} and pin the reason"
    else:
        means = (
            "either the row hides a write, or the tool only stages a proposal or delegates, and then an ignore says so"
        )
        fix = f"set `mutates: true` in {place.path}:{place.line}, or # toolcrib: ignore[TC205] what it stages, for whom"
    return META.finding(
        f"`{name}` says `{hint.spelled}` in code and `mutates: {str(mutates).lower()}` in its row: {means}",
        at=first_line(hint.at),
        subject=name,
        related=[
            Related(at=place, text=f"mutates: {str(mutates).lower()}"),
            *(Related(at=first_line(piece.at), text=f"it writes: {piece.text}") for piece in seen),
        ],
        fix=fix,
        covers=(declaration.at, declaration.site, *comparison.row_lines(name)),
    )
