"""Compare what is declared with what the source shows: the one way to run the rules.

Room: checks, middle. Pure: manifests with their surfaces and the settings in, a report out.
Touch it when something new can silence a finding. What is silenced is kept and counted, and what silences nothing is
itself a finding (TC108), so both are decided here, after the rules have spoken.
Not here: reading anything (`run`), a rule's own question (`rules`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from toolcrib.checks._documents import Documents
from toolcrib.checks._reach import Reach, reach_of
from toolcrib.checks.baseline import BaselineEntry
from toolcrib.checks.findings import Checked, Finding, Hidden, HiddenBy, Report, RuleCode, with_fingerprints
from toolcrib.checks.ignores import Ignore, Written, can_be_named, read_ignores, with_names
from toolcrib.checks.rules import METAS, RULES, Comparison, Stale, idle, pair, tc108_stale_acknowledgement
from toolcrib.checks.rules._words import name_list
from toolcrib.checks.settings import Settings
from toolcrib.checks.surface import Note, NotRead, Surface
from toolcrib.checks.writes import Writes
from toolcrib.manifest import Declared, Location

DEFAULTS = Settings()
_STALE = tc108_stale_acknowledgement.META.code


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One manifest and the surface it is held against; `name` is its configured name, "" when there is only one.

    `writes` answers what a tool's code writes; nothing is read for it unless a rule that runs asks.
    """

    declared: Declared
    surface: Surface
    name: str = ""
    writes: Writes = field(default_factory=Writes, compare=False)
    documents: Documents = field(default_factory=Documents)


def check(declared: Declared, surface: Surface, settings: Settings = DEFAULTS) -> Report:
    """The report on one manifest."""
    return check_all((Side(declared=declared, surface=surface),), settings)


def check_all(sides: Sequence[Side], settings: Settings = DEFAULTS) -> Report:
    """One report on all manifests. A comment or a baseline entry counts as used when any of them needed it."""
    compared = _compare(sides, settings)
    without = idle(RULES, compared) - settings.left_out
    settings = replace(settings, left_out=settings.left_out | without)
    raw: list[Finding] = []
    for side, comparison in zip(sides, compared, strict=True):
        for rule in RULES:
            if rule.META.code not in settings.left_out and rule.META.code != _STALE:
                raw += (replace(finding, manifest=side.name) for finding in rule.check(comparison))
    ignores = _ignores(sides)
    marked = with_fingerprints(raw)
    reach = reach_of(ignores, marked, [side.surface for side in sides])
    shown, hidden, used = _silence(marked, reach, settings)
    if _STALE not in settings.left_out:
        stale = _by_side(
            sides,
            (
                *_stale_ignores(ignores, reach, used, settings),
                *_stale_entries(used, settings),
                *_stale_rules(hidden, settings),
            ),
        )
        late: list[Finding] = []
        for side, comparison, more in zip(sides, compared, stale, strict=True):
            told = replace(comparison, stale=(*comparison.stale, *more))
            late += (replace(f, manifest=side.name) for f in tc108_stale_acknowledgement.check(told))
        shown = (*shown, *with_fingerprints(late))
    codes = [meta.code for meta in METAS.values()]
    off = settings.left_out | {silenced.code for silenced in settings.silenced}
    return Report(
        findings=tuple(sorted(shown, key=Finding.sort_key)),
        hidden=tuple(sorted(hidden, key=lambda h: (h.finding.sort_key(), h.by))),
        checked=tuple(_checked(*both) for both in zip(sides, compared, strict=True)),
        rules_run=tuple(code for code in codes if code not in off),
        rules_left_out=tuple(code for code in codes if code in off - without),
        not_read=_not_read(sides),
        notes=tuple(
            sorted(
                {note for side in sides for note in side.surface.notes}
                | {note for side in sides for note in _unfinished(side)},
                key=_note_key,
            )
        ),
        fail_on=settings.fail_on,
    )


def _compare(sides: Sequence[Side], settings: Settings) -> list[Comparison]:
    """Both sides of each manifest. An acknowledgement goes to every manifest whose source holds its file."""
    words = settings.acknowledgements
    homeless = [word for word in words if not any(_holds(side.surface, word.file) for side in sides)]
    compared = []
    for index, side in enumerate(sides):
        mine = [word for word in words if _holds(side.surface, word.file)]
        acknowledged, stale = pair(side.surface, (*mine, *homeless) if index == 0 else mine)
        compared.append(
            Comparison(
                declared=side.declared,
                surface=side.surface,
                acknowledged=acknowledged,
                stale=stale,
                catalogue=settings.catalogue,
                scoped=settings.scoped,
                config=settings.config,
                writes=side.writes,
                documents=side.documents,
            )
        )
    return compared


def _holds(surface: Surface, path: str) -> bool:
    return path in surface.files or any(u.at.path == path for u in surface.unresolved)


def _ignores(sides: Sequence[Side]) -> tuple[Ignore, ...]:
    """Every comment once: a file may be read for several manifests, and a manifest in Python is source as well."""
    written: dict[tuple[str, int], Written] = {}
    for side in sides:
        for of_source in side.surface.comments:
            where = (of_source.at.path, of_source.at.line)
            written[where] = Written(at=of_source.at, text=of_source.text, covers=of_source.covers)
        for of_manifest in side.declared.comments:
            where = (of_manifest.at.path, of_manifest.at.line)
            written.setdefault(where, Written(at=of_manifest.at, text=of_manifest.text, covers=of_manifest.covers_line))
    return read_ignores(tuple(written.values()), METAS)


@dataclass(slots=True)
class _Used:
    """What has hidden something."""

    comments: set[tuple[Location, RuleCode, str]]
    entries: set[str]


def _silence(
    findings: Sequence[Finding], reach: Reach, settings: Settings
) -> tuple[tuple[Finding, ...], list[Hidden], _Used]:
    """The findings that are shown, those that are not, and what hid them."""
    reasons = {silenced.code: silenced.reason for silenced in settings.silenced}
    entries = {entry.fingerprint: entry for entry in settings.baseline.entries if entry.until >= settings.today}
    used = _Used(comments=set(), entries=set())
    shown: list[Finding] = []
    hidden: list[Hidden] = []
    for finding in findings:
        comment = None if METAS[finding.code].settled_by else reach.comment_on(finding)
        entry = entries.get(finding.fingerprint)
        if comment is not None:
            used.comments.add((comment.at, finding.code, finding.subject))
            hidden.append(Hidden(finding=finding, by=HiddenBy.COMMENT, reason=comment.reason))
        elif finding.code in reasons:
            hidden.append(Hidden(finding=finding, by=HiddenBy.CONFIGURATION, reason=reasons[finding.code]))
        elif entry is not None and not METAS[finding.code].settled_by:
            used.entries.add(entry.fingerprint)
            hidden.append(Hidden(finding=finding, by=HiddenBy.BASELINE, reason=entry.reason))
        else:
            shown.append(finding)
    return tuple(shown), hidden, used


def _stale_ignores(ignores: Sequence[Ignore], reach: Reach, used: _Used, settings: Settings) -> Iterable[Stale]:
    for ignore in ignores:
        for problem in ignore.problems:
            subject = f"ignore {problem.message}"
            yield Stale(at=ignore.at, subject=subject, message=problem.message, fix=problem.fix)
        for code in ignore.codes:
            if code not in settings.left_out:
                yield from _stale_code(ignore, code, reach, used)


def _stale_code(ignore: Ignore, code: RuleCode, reach: Reach, used: _Used) -> Iterable[Stale]:
    """What is wrong with one code of an ignore: it would hide too much, or it, or a name in it, hides nothing."""
    rule = f"{code} {METAS[code].name}"
    hidden = {subject for at, of, subject in used.comments if (at, of) == (ignore.at, code)}
    names = ignore.named(code)
    if wide := reach.too_wide.get((ignore.at, code)):
        told = f"write `# toolcrib: {with_names(code, wide.found)} {ignore.reason}`, each name looked at"
        yield Stale(
            at=ignore.at,
            subject=f"ignore {code}",
            message=f"this ignore of {rule} hides nothing: its line speaks of {name_list(wide.spoken_of)}, and it does "
            "not say which of them were looked at; one that is added later would go unseen",
            fix=told if all(map(can_be_named, wide.found)) else "settle each in the manifest: it cannot be named here",
        )
    elif not hidden:
        yield Stale(
            at=ignore.at,
            subject=f"ignore {code}",
            message=f"this ignore of {rule} hides nothing: there is no such finding here"
            + (f" on {name_list(names)}" if names else ""),
            fix="remove the comment" if len(ignore.codes) == 1 else f"remove {code} from the comment",
        )
    else:
        for name in dict.fromkeys(names):
            if name not in hidden:
                yield Stale(
                    at=ignore.at,
                    subject=f"ignore {code} {name}",
                    message=f"this ignore of {rule} names `{name}`, and there is no such finding on it here",
                    fix=f"remove `{name}` from the comment",
                )


def _stale_entries(used: _Used, settings: Settings) -> Iterable[Stale]:
    silenced = {rule.code for rule in settings.silenced}
    for entry in settings.baseline.entries:
        if entry.fingerprint not in used.entries and entry.code not in settings.left_out | silenced:
            yield Stale(
                at=settings.baseline.at(entry),
                subject=f"baseline {entry.fingerprint}",
                message=_why_stale(entry, settings),
                fix="toolcrib check --write-baseline" if entry.until >= settings.today else "settle what it hid",
            )


def _stale_rules(hidden: Sequence[Hidden], settings: Settings) -> Iterable[Stale]:
    needed = {one.finding.code for one in hidden if one.by is HiddenBy.CONFIGURATION}
    for rule in settings.silenced:
        if rule.at is not None and rule.code not in needed and rule.code not in settings.left_out:
            yield Stale(
                at=rule.at,
                subject=f"configured ignore {rule.code}",
                message=f"the configuration ignores {rule.code} {METAS[rule.code].name}, and there is no such finding",
                fix=f"remove {rule.code} from `ignore`",
            )


def _why_stale(entry: BaselineEntry, settings: Settings) -> str:
    what = f"{entry.code} on `{entry.subject}` in {entry.path}"
    if entry.until < settings.today:
        return f"the baseline entry for {what} ran out on {entry.until.isoformat()} and hides nothing any more"
    if entry.code not in METAS:
        return f"a baseline entry names {entry.code}, which is no rule, and hides nothing"
    return f"the baseline entry for {what} hides nothing any more: the finding is gone"


def _by_side(sides: Sequence[Side], stale: Iterable[Stale]) -> list[list[Stale]]:
    """Each to the first manifest that its file belongs to, so that it is said once."""
    shares: list[list[Stale]] = [[] for _ in sides]
    for one in stale:
        home = next(
            (i for i, s in enumerate(sides) if one.at.path in s.declared.files or one.at.path in s.surface.files), 0
        )
        shares[home].append(one)
    return shares


def _checked(side: Side, comparison: Comparison) -> Checked:
    seen = {declaration.name for declaration in side.surface.tools}
    rows = side.declared.manifest.tools
    runtime = {
        name
        for agent in side.declared.manifest.agents.values()
        if agent.runtime_tools is not None
        for name in agent.runtime_tools.tools
    }
    return Checked(
        manifest=side.name,
        path=side.declared.path,
        rows=len(rows),
        tools=len(seen),
        files=len(side.surface.files),
        acknowledged=len({name for _, word in comparison.acknowledged for name in word.tools} - seen),
        runtime=len(runtime - rows.keys()),
    )


def _not_read(sides: Sequence[Side]) -> tuple[NotRead, ...]:
    return tuple(sorted({n for s in sides for n in s.surface.not_read}, key=lambda n: (n.why, n.path, n.files)))


def _unfinished(side: Side) -> Iterable[Note]:
    """One note on the tools whose calls are not followed to the end: what lies behind the bound is not seen."""
    tools = side.writes.unfinished()
    if tools:
        names = ", ".join(f"`{name}`" for name, _, _ in tools[:5]) + (
            f" and {len(tools) - 5} more" if tools[5:] else ""
        )
        reasons = "; ".join(sorted({why for _, _, why in tools}))
        yield Note(
            at=tools[0][1],
            text=f"not every call of {names} is followed ({reasons}): a write behind it is not seen, so the row's "
            "`mutates: false` rests on whoever read the code",
        )


def _note_key(note: Note) -> tuple[Location, str]:
    return (note.at, note.text)
