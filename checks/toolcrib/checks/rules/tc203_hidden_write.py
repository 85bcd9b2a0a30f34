"""TC203 hidden-write: a row says `mutates: false` and the tool's code commits a write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import count, first_line, ignored_at
from toolcrib.checks.surface import Declaration
from toolcrib.checks.writes import Evidence, Found

META = RuleMeta(
    code=RuleCode("TC203"),
    name="hidden-write",
    holds_when="no row says `mutates: false` while its code commits a write",
    since="0.1.0",
    security_severity="8.0",
)

_SHOWN_STEPS = 6
_SHOWN_PLACES = 3


def check(comparison: Comparison) -> Iterator[Finding]:
    asked = comparison.said_to_read
    said: set[str] = set()
    seen = comparison.writes.of_all(asked)
    comparison.writes.forget()  # what one manifest's code is made of is no use for the next one
    for declaration, found in zip(asked, seen, strict=True):
        if found.sure() and declaration.name not in said:  # one row, one finding: the first declaration against it
            said.add(declaration.name)
            yield _hidden(declaration, found, comparison)


def _hidden(declaration: Declaration, found: Found, comparison: Comparison) -> Finding:
    name = declaration.name
    nearest, *others = found.sure()
    place = comparison.declared.at("tools", name, "mutates")
    more = f" (and at {count(len(others), 'place')} more: {_where(others)})" if others else ""
    return META.finding(
        f"the row of `{name}` says `mutates: false` and its code writes: {nearest.text} in {nearest.at.path}:"
        f"{nearest.at.line}{more}. An agent that may only read would hold a tool that writes, and no pin would say why",
        at=first_line(place),
        subject=name,
        related=[
            *_related(declaration, nearest),
            *(Related(at=first_line(piece.at), text=f"and {piece.text}{_way(piece)}") for piece in others),
        ],
        fix="set `mutates: true` and pin the reason, or "
        + ignored_at((place, declaration.at), META.code, "why this commits no change to anybody's data"),
        covers=(declaration.at, declaration.site, *comparison.row_lines(name)),
    )


def _where(others: Sequence[Evidence]) -> str:
    """The first places; the related ones name all of them."""
    shown = ", ".join(f"{piece.at.path}:{piece.at.line}" for piece in others[:_SHOWN_PLACES])
    return shown if len(others) <= _SHOWN_PLACES else f"{shown}, …"


def _way(piece: Evidence) -> str:
    return f", through `{piece.path[-1].name}`" if piece.path else ""


def _related(declaration: Declaration, piece: Evidence) -> list[Related]:
    """The way from the tool to the write, and the write itself."""
    steps = list(piece.path)
    way = [Related(at=first_line(step.at), text=f"calls `{step.name}`") for step in steps]
    if len(way) > _SHOWN_STEPS:
        left = len(way) - _SHOWN_STEPS + 1
        way = [*way[: _SHOWN_STEPS // 2], *way[-(_SHOWN_STEPS // 2) :]]
        way[_SHOWN_STEPS // 2] = Related(
            at=way[_SHOWN_STEPS // 2].at, text=f"{left} calls later: " + way[_SHOWN_STEPS // 2].text
        )
    return [
        Related(at=first_line(declaration.at), text=f"the tool `{declaration.name}`"),
        *way,
        Related(at=first_line(piece.at), text=piece.text),
    ]
