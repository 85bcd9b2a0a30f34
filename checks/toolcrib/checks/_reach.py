"""Which ignore comment speaks of which finding, and which one would hide more than its author saw.

Room: checks, middle. Pure: the comments, the findings and the surfaces in, a `Reach` out. One line may register many
tools (a loop, a list): a comment there hides only those that it names, so that the next one added to the list is seen.
Not here: what a comment says (`ignores`), what else silences a finding (`_check`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolcrib.checks.findings import Finding, RuleCode
from toolcrib.checks.ignores import Ignore
from toolcrib.checks.surface import Surface
from toolcrib.manifest import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class TooWide:
    """What the line of an ignore without names speaks of: `found` are those that have a finding, `spoken_of` all."""

    found: tuple[str, ...]
    spoken_of: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The comments of each file, and those that would hide too much and therefore hide nothing."""

    by_path: Mapping[str, Sequence[Ignore]]
    too_wide: Mapping[tuple[Location, RuleCode], TooWide]

    def comment_on(self, finding: Finding) -> Ignore | None:
        """The comment that hides the finding."""
        for ignore in _covering(finding, self.by_path):
            names = ignore.named(finding.code)
            if finding.subject in names or (not names and (ignore.at, finding.code) not in self.too_wide):
                return ignore
        return None


def reach_of(ignores: Sequence[Ignore], findings: Iterable[Finding], surfaces: Sequence[Surface]) -> Reach:
    """What each of the comments may hide."""
    by_path: defaultdict[str, list[Ignore]] = defaultdict(list)
    for ignore in ignores:
        by_path[ignore.at.path].append(ignore)
    found: defaultdict[tuple[Location, RuleCode], set[str]] = defaultdict(set)
    for finding in findings:
        for ignore in _covering(finding, by_path):
            found[ignore.at, finding.code].add(finding.subject)
    registered = _registered(by_path, surfaces) if found else {}
    wide: dict[tuple[Location, RuleCode], TooWide] = {}
    for ignore in ignores:
        for code in ignore.codes:
            subjects = found.get((ignore.at, code), set())
            beside = registered.get(ignore.at, set())
            spoken_of = subjects | beside if subjects & beside else subjects
            if len(spoken_of) > 1 and not ignore.named(code):
                wide[ignore.at, code] = TooWide(found=tuple(sorted(subjects)), spoken_of=tuple(sorted(spoken_of)))
    return Reach(by_path=by_path, too_wide=wide)


def _covering(finding: Finding, by_path: Mapping[str, Sequence[Ignore]]) -> Iterator[Ignore]:
    for path in sorted({finding.at.path, *(place.path for place in finding.covers)}):
        for ignore in by_path.get(path, ()):
            if ignore.covers_code(finding.code) and finding.covers_line(path, ignore.covers):
                yield ignore


def _registered(by_path: Mapping[str, Sequence[Ignore]], surfaces: Sequence[Surface]) -> dict[Location, set[str]]:
    """The tools that the line of each comment declares, with a finding or without one."""
    names: dict[Location, set[str]] = {}
    for tool in (tool for surface in surfaces for tool in surface.tools):
        for place in (tool.at, tool.site):
            for ignore in by_path.get(place.path, ()):
                if place.line <= ignore.covers <= max(place.line, place.end_line):
                    names.setdefault(ignore.at, set()).add(tool.name)
    return names
