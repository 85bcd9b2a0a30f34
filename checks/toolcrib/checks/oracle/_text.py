"""The outcome for people.

Room: checks, middle. Pure: an outcome in, text out, at most 80 columns wide where the words allow it. Everything that
came from the server or the source is shown and obeyed by nothing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from toolcrib.checks.oracle._compare import NOT_LISTED
from toolcrib.checks.oracle._types import Difference, Explanation, Kind, Outcome
from toolcrib.checks.reports._plain import plain, unobeyed
from toolcrib.checks.show._paint import paint
from toolcrib.manifest import Location

_WIDTH = 80
_SHOWN = 66
HEADS = {
    Kind.ONLY_IN_SOURCE: "only in the source: declared, and not listed",
    Kind.ONLY_LIVE: "only live: listed, and not in the source",
    Kind.DESCRIPTION: "another description",
    Kind.HINT: "another hint",
    Kind.LISTED_TWICE: "listed twice",
}


def oracle_text(outcome: Outcome, *, color: bool = False) -> str:
    """What differs, by kind; then what the source had announced, by its reason; then one line that sums up."""
    return unobeyed("".join(f"{line}\n" for line in _lines(outcome, color)))


def _lines(outcome: Outcome, color: bool) -> Iterator[str]:
    name = plain(outcome.listing.names[0]) if outcome.listing.names else "it"
    offered = _count(len({tool.name for tool in outcome.listing.tools}), "tool")
    yield f"{paint(name, 'bold', color=color)} offers {offered}; the source shows {outcome.wanted}"
    yield ""
    for kind in Kind:
        found = [one for one in outcome.contradictions if one.kind is kind]
        if found:
            yield paint(HEADS[kind], "red", color=color)
            for one in found:
                yield from _difference(one, color)
            yield ""
    groups: dict[tuple[Kind, Explanation], list[Difference]] = {}
    for one in outcome.announced:
        assert one.explained is not None
        groups.setdefault((one.kind, one.explained), []).append(one)
    if groups:
        yield paint("explained: the source says itself that this may be so", "yellow", color=color)
        for (kind, why), members in groups.items():
            yield from _group(kind, why, members)
        yield ""
    yield from _remarks(outcome)
    yield _sum(outcome)


def _difference(one: Difference, color: bool) -> Iterator[str]:
    where = "  ".join(_at(place) for place in one.places[:3])
    yield f"  {paint(plain(one.tool), 'bold', color=color)}  {where}".rstrip()
    if one.kind is Kind.DESCRIPTION:
        source, live = _around(_flat(one.source), _flat(one.live))
        yield f"    source: {source}"
        yield f"    live:   {live}"
    elif one.message != NOT_LISTED and (one.places or one.kind is Kind.LISTED_TWICE):  # the heading says the rest
        yield from textwrap.wrap(plain(one.message), _WIDTH, initial_indent="    ", subsequent_indent="    ")


@dataclass(frozen=True, slots=True)
class _Side:
    text: str
    said: bool


def _flat(text: str | None) -> _Side:
    return _Side("" if text is None else plain(" ".join(text.split())), text is not None)


def _around(one: _Side, other: _Side) -> tuple[str, str]:
    """Both texts, cut so that the place where they part is in view."""
    same = 0
    while same < min(len(one.text), len(other.text)) and one.text[same] == other.text[same]:
        same += 1
    start = 0 if same < _SHOWN - 20 else one.text.rfind(" ", 0, same - 20) + 1
    return _cut(one, start), _cut(other, start)


def _cut(side: _Side, start: int) -> str:
    if not side.said:
        return "(not stated)"
    piece = side.text[start : start + _SHOWN]
    more = "…" if start + _SHOWN < len(side.text) else ""
    return ("…" if start else "") + (piece or ("(ends before)" if start else "(empty)")) + more


def _group(kind: Kind, why: Explanation, members: list[Difference]) -> Iterator[str]:
    where = f"{_at(why.at)}: " if why.at is not None else ""
    side = "not listed" if kind is Kind.ONLY_IN_SOURCE else "only live"
    head = f"{where}{plain(' '.join(why.text.split()))}"
    yield from textwrap.wrap(head, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False)
    names = f"{side}: {', '.join(plain(one.tool) for one in members)}"
    yield from textwrap.wrap(
        names, _WIDTH, initial_indent="    ", subsequent_indent="      ", break_long_words=False, break_on_hyphens=False
    )


def _remarks(outcome: Outcome) -> Iterator[str]:
    for remark in outcome.listing.remarks:
        yield f"note: {plain(remark)}"
    if outcome.texts_unread:
        few = ", ".join(plain(name) for name in outcome.texts_unread[:3]) + (
            ", …" if len(outcome.texts_unread) > 3 else ""
        )
        text = f"note: the text of {_count(len(outcome.texts_unread), 'tool')} cannot be read from the source: {few}"
        yield from textwrap.wrap(text, _WIDTH, subsequent_indent="      ")
    if outcome.compared:
        others = ", ".join(f"{plain(name) or 'no server'} ({count})" for name, count in outcome.not_compared)
        whose = ", ".join(plain(name) for name in outcome.compared)
        text = f"compared with the source's {whose}" + (f"; left out: {others}" if others else "")
        yield from textwrap.wrap(text, _WIDTH, subsequent_indent="    ")
    elif outcome.not_compared:
        yield f"left out by the selection: {_count(sum(count for _, count in outcome.not_compared), 'declaration')}"


def _sum(outcome: Outcome) -> str:
    alike = f"{_count(len(outcome.alike), 'tool')} alike"
    if not outcome.differences:
        return f"the same: {alike}"
    explained = len(outcome.announced)
    told = f", {explained} more explained" if explained else ""
    return f"{_count(len(outcome.contradictions), 'difference')}{told}; {alike}"


def _at(place: Location) -> str:
    return f"{plain(place.path)}:{place.line}"


def _count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"
