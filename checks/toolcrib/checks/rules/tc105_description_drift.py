"""TC105 description-drift: the description in code is not the row's."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import first_line
from toolcrib.checks.surface import Declaration, TextSource
from toolcrib.manifest import Location, ToolRow

META = RuleMeta(
    code=RuleCode("TC105"),
    name="description-drift",
    holds_when="where code states a description, it is the row's",
    since="0.1.0",
    security_severity="5.0",
)

_SHOWN = 72


def check(comparison: Comparison) -> Iterator[Finding]:
    seen: set[tuple[str, Location]] = set()  # one function on two frameworks states one text
    for declaration in comparison.declarations:
        row = comparison.rows.get(declaration.name)
        stated = (declaration.name, declaration.description.at)
        if row is not None and stated not in seen and _differs(declaration, row, comparison):
            seen.add(stated)
            yield _drift(declaration, row, comparison)


def folded(text: str) -> str:
    """The text with every run of white space as one space: how a description is wrapped means nothing."""
    return " ".join(text.split())


def _differs(declaration: Declaration, row: ToolRow, comparison: Comparison) -> bool:
    description = declaration.description
    if description.source is TextSource.MANIFEST:  # taken from a row: right by construction when it is this one
        other = comparison.rows.get(description.row)
        return other is not None and folded(other.description) != folded(row.description)
    if description.source not in (TextSource.ARGUMENT, TextSource.DOCSTRING):
        return False  # absent, or not to be read without running the code
    stated = (*description.accepted, *(() if description.sent is None else (description.sent,)))
    return bool(stated) and folded(row.description) not in {folded(text) for text in stated}


def _drift(declaration: Declaration, row: ToolRow, comparison: Comparison) -> Finding:
    description = declaration.description
    in_code = _in_code(declaration, comparison)
    code, manifest = _around_the_difference(folded(in_code), folded(row.description))
    place = comparison.declared.at("tools", declaration.name, "description")
    return META.finding(
        f"the description of `{declaration.name}` in code is not the one in its row: the model would read a text that "
        "no reviewer of the manifest has seen",
        at=first_line(description.at),
        subject=declaration.name,
        related=[Related(at=place, text="the row's description")],
        detail=f"row:  {manifest}\ncode: {code}",
        fix="toolcrib fix --select TC105   (where the code is right: add --from-code)",
        covers=(description.at, declaration.at, declaration.site, *comparison.row_lines(declaration.name)),
    )


def _in_code(declaration: Declaration, comparison: Comparison) -> str:
    description = declaration.description
    if description.source is TextSource.MANIFEST:
        return comparison.rows[description.row].description
    return description.sent if description.sent is not None else description.accepted[0]


def _around_the_difference(one: str, other: str) -> tuple[str, str]:
    """Both texts, cut so that the place where they part is in view."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    start = 0 if same < _SHOWN - 20 else one.rfind(" ", 0, same - 20) + 1
    return _cut(one, start), _cut(other, start)


def _cut(text: str, start: int) -> str:
    piece = text[start : start + _SHOWN]
    return ("…" if start else "") + (piece or "(ends before)") + ("…" if start + _SHOWN < len(text) else "")
