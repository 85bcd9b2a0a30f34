"""The page that says what is seen of real projects: the bars, the cases, and every difference with its reason.

Not collected by pytest. Pure but for reading the reasons: figures in, Markdown out. Names of tools and places are said,
never a text of somebody's code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from surface_cases import Difference
from writes_cases import Counts

HERE = Path(__file__).resolve().parent
PAGE = HERE / "surface.md"
REASONS = HERE / "surface_reasons.toml"

WORDS = {
    "missed": "missed",
    "extra": "found and not in the truth",
    "text": "another description",
    "no text": "no description read",
    "labelled": "labelled read-only, with evidence of a write",
    "quiet": "labelled mutating, without evidence",
}


@dataclass(frozen=True, slots=True)
class Bar:
    what: str
    figure: str
    asked: str
    reached: bool

    @classmethod
    def least(cls, what: str, part: int, whole: int, least: float) -> Bar:
        share = part / whole if whole else 1.0
        return cls(what, f"{share:.4f} ({part}/{whole})", f"at least {least:g}", reached=share >= least)

    @classmethod
    def most(cls, what: str, part: int, whole: int, most: float) -> Bar:
        share = part / whole if whole else 0.0
        return cls(what, f"{share:.4f} ({part}/{whole})", f"at most {most:g}", reached=share <= most)


@dataclass(frozen=True, slots=True)
class Told:
    """A labelled tool whose evidence says otherwise; `what` is labelled or quiet."""

    name: str
    what: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One case, scored."""

    case: str
    kind: str
    static: bool
    names: int
    found: int
    predicted: int
    files: tuple[int, int]
    texts: tuple[int, int]
    open: int
    differences: tuple[Difference, ...]
    told: tuple[Told, ...]
    errors: tuple[str, ...] = ()

    @property
    def entries(self) -> Iterator[tuple[str, str, str]]:
        """What, name and place of everything that wants a reason."""
        for one in self.differences:
            yield one.what, one.name, one.place + (" (in silence)" if one.silent else "")
        for label in self.told:
            yield label.what, label.name, label.place


@dataclass(frozen=True, slots=True)
class Reason:
    case: str
    what: str
    names: tuple[str, ...]
    why: str

    def speaks_of(self, case: str, what: str, name: str) -> bool:
        return self.case == case and self.what == what and any(fnmatchcase(name, glob) for glob in self.names)


def read_reasons(path: Path) -> tuple[Reason, ...]:
    found = tomllib.loads(path.read_text())["reason"]
    return tuple(Reason(one["case"], one["what"], tuple(one["names"]), one["why"]) for one in found)


def reason_for(reasons: Iterable[Reason], case: str, what: str, name: str) -> str:
    return next((reason.why for reason in reasons if reason.speaks_of(case, what, name)), "")


def unexplained(every: Iterable[Scored], reasons: tuple[Reason, ...]) -> list[str]:
    """What has no reason, and reasons that speak of nothing any more."""
    there = [(case.case, what, name, place) for case in every for what, name, place in case.entries]
    left = [
        f"{case}: {WORDS[what]}: {name}  {place}"
        for case, what, name, place in there
        if not reason_for(reasons, case, what, name)
    ]
    idle = [r for r in reasons if not any(r.speaks_of(case, what, name) for case, what, name, _ in there)]
    return left + [f"nothing, and yet a reason is given: {r.case}, {r.what}, {', '.join(r.names)}" for r in idle]


def render(bars: list[Bar], every: list[Scored], writes: Counts, reasons: tuple[Reason, ...]) -> str:
    return (
        "\n".join([*_head(bars), *_cases(every), *_differences(every, reasons), *_writes(writes, every, reasons)])
        + "\n"
    )


def _head(bars: list[Bar]) -> Iterator[str]:
    yield "# What is seen of real projects"
    yield ""
    yield "Made by `python tests/benchmarks/surface.py BENCHMARK CACHE --write`; do not edit. The truth was taken by"
    yield "running each project; the source is read without its environment. Reasons stand in `surface_reasons.toml`."
    yield ""
    yield "| bar | figure | asked | |"
    yield "| --- | --- | --- | --- |"
    for bar in bars:
        yield f"| {bar.what} | {bar.figure} | {bar.asked} | {'reached' if bar.reached else '**short**'} |"
    yield ""


def _cases(every: list[Scored]) -> Iterator[str]:
    yield "## Cases"
    yield ""
    yield "`open` counts the places that the surface itself says it cannot read."
    yield ""
    yield "| case | kind | tools | found | missed | extra | file right | description right | open |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for one in every:
        extra = one.predicted - one.found
        yield (
            f"| {one.case}{'' if one.static else ' (downloads a document)'} | {one.kind} | {one.names} | {one.found} | "
            f"{one.names - one.found} | {extra} | {_of(one.files)} | {_of(one.texts)} | {one.open} |"
        )
    yield ""


def _of(share: tuple[int, int]) -> str:
    return f"{share[0]}/{share[1]}" if share[1] else ""


def _differences(every: list[Scored], reasons: tuple[Reason, ...]) -> Iterator[str]:
    yield "## Every difference, and why"
    yield ""
    for one in every:
        yield from _explained(one, ("missed", "extra", "text", "no text"), reasons)


def _writes(writes: Counts, every: list[Scored], reasons: tuple[Reason, ...]) -> Iterator[str]:
    yield "## Writes"
    yield ""
    yield f"{writes.read_only} tools are labelled read-only, {writes.read_only_found} of them have evidence of a write;"
    yield f"{writes.mutating} are labelled mutating and have a body here: {writes.mutating_found} have evidence."
    yield f"A bound stopped the search for {writes.stopped}."
    yield ""
    for one in every:
        yield from _explained(one, ("labelled", "quiet"), reasons)


def _explained(one: Scored, kinds: tuple[str, ...], reasons: tuple[Reason, ...]) -> Iterator[str]:
    """One list a case; names that share a reason stand together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for what, name, place in one.entries:
        if what in kinds:
            why = reason_for(reasons, one.case, what, name)
            groups.setdefault((what, why), []).append(f"`{name}`" + (f" ({place})" if place else ""))
    if not groups:
        return
    yield f"**{one.case}**"
    yield ""
    for (what, why), names in groups.items():
        listed = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        yield f"- {WORDS[what]}: {listed}: {why or '**no reason is written down**'}"
    yield ""
