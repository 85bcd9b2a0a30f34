"""Plan a fix: every change whose answer is certain, and a list of what is not.

Room: checks, middle. Pure: both sides, the report on them and the bytes of the source in, new bytes out. A change in
code is read again with the reader it is given, and is dropped when the row's text does not come out of it.
Touch it when a rule gains a fix. Not here: writing (`toolcrib.checks.cli`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from toolcrib.checks._check import Side
from toolcrib.checks.findings import Finding, Report
from toolcrib.checks.fix._code import texts_for_code, texts_for_rows
from toolcrib.checks.fix._descriptions import Wanted, rewrite
from toolcrib.checks.fix._manifest import ManifestEdits, left, plan_manifest
from toolcrib.checks.fix._types import FixPlan, Undecided
from toolcrib.checks.init import without_answered_questions
from toolcrib.checks.rules._renames import Renamed, renames
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Declaration, Surface
from toolcrib.manifest import OPEN_QUESTION, Edit, EditError, FileChange, Location, apply_edits

MENDED = frozenset({"TC101", "TC102", "TC105", "TC201", "TC202", "TC301", "TC302"})

Reader = Callable[[Mapping[str, bytes]], Surface]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the person asked for. `codes` empty: every rule that has a fix."""

    from_code: bool = False
    codes: frozenset[str] = frozenset()
    until: date | None = None  # the last day on which the old name of a renamed tool is understood


def plan_fix(
    sides: Sequence[Side],
    files: Mapping[str, bytes],
    report: Report,
    *,
    read: Reader,
    acknowledged: Sequence[Acknowledgement] = (),
    wishes: Wishes,
) -> FixPlan:
    """`report` is the check of these sides; what it hides (ignores, the baseline) is left alone."""
    concerned = [f for f in report.findings if not wishes.codes or f.code in wishes.codes]
    undecided = [left(finding) for finding in concerned if finding.code not in MENDED]
    mine = [(side, [f for f in concerned if f.manifest == side.name]) for side in sides]
    changes: list[FileChange] = []
    done: list[str] = []
    questions = 0
    for side, findings in mine:
        plan = plan_manifest(
            side,
            findings,
            maybe_elsewhere=_maybe_elsewhere(side, acknowledged),
            pairs=_renamed(side, report),
            until=wishes.until,
        )
        if wishes.from_code:
            texts_for_rows(side, findings, plan)
        made = _made(side, plan)
        if not wishes.codes:
            made = _tidied(side, made)
        changes += made.changes
        done += made.done
        questions += made.questions
        undecided += made.undecided
    if not wishes.from_code:
        wanted, conflicts = texts_for_code(mine)
        written = _in_code(wanted, sides, files, read)
        changes += written.changes
        done += written.done
        undecided += (*conflicts, *written.undecided)
    return FixPlan(
        changes=tuple(sorted(changes, key=lambda change: change.path)),
        done=tuple(done),
        undecided=tuple(sorted(set(undecided))),
        questions=questions,
    )


def _renamed(side: Side, report: Report) -> tuple[Renamed, ...]:
    """The tools that are in the manifest under another name, whatever was selected."""
    by_code: dict[str, list[str]] = {"TC101": [], "TC102": []}
    for finding in report.findings:
        if finding.code in by_code and finding.manifest == side.name:
            by_code[finding.code].append(finding.subject)
    by_name: defaultdict[str, list[Declaration]] = defaultdict(list)
    for declaration in side.surface.tools:
        by_name[declaration.name].append(declaration)
    return renames(by_code["TC101"], by_code["TC102"], by_name, side.declared.manifest)


def _maybe_elsewhere(side: Side, acknowledged: Sequence[Acknowledgement]) -> bool:
    """Whether a registration whose names are unknown might register a row that the source does not show."""
    said = {(word.file, word.anchor): word.tools for word in acknowledged if not word.dynamic}
    return any(
        not said.get((one.at.path, one.anchor)) and not (one.maybe_nothing and (one.at.path, one.anchor) in said)
        for one in side.surface.unresolved
    )


def _made(side: Side, plan: ManifestEdits) -> FixPlan:
    """The planned edits as file changes; an edit that cannot be made is left to a person, and the others are made."""
    try:
        changes = apply_edits(side.declared, [edit for edit, _, _ in plan.edits])
        kept = plan.edits
        undecided = list(plan.undecided)
    except EditError:
        kept, undecided = _one_by_one(side, plan)
        changes = apply_edits(side.declared, [edit for edit, _, _ in kept])
    questions = sum(
        change.after.count(OPEN_QUESTION.encode()) - (change.before or b"").count(OPEN_QUESTION.encode())
        for change in changes
    )
    return FixPlan(
        changes=changes, done=tuple(words for _, _, words in kept), undecided=tuple(undecided), questions=questions
    )


def _tidied(side: Side, made: FixPlan) -> FixPlan:
    """Also without the comments that asked what has been answered since: they would look like part of the answer."""
    after = {change.path: change.after for change in made.changes}
    changes, words = list(made.changes), []
    for path, before in side.declared.sources.files.items():
        text = after.get(path, before).decode("utf-8", "replace")
        tidy = text if path.endswith(".py") else without_answered_questions(text)
        if tidy != text:
            changes = [change for change in changes if change.path != path]
            changes.append(FileChange(path=path, before=before, after=tidy.encode("utf-8")))
            words.append(f"{path} keeps no comment that asks what is answered")
    return replace(made, changes=tuple(changes), done=(*made.done, *words))


def _one_by_one(side: Side, plan: ManifestEdits) -> tuple[list[tuple[Edit, Finding, str]], list[Undecided]]:
    kept: list[tuple[Edit, Finding, str]] = []
    undecided = list(plan.undecided)
    for planned in plan.edits:
        try:
            apply_edits(side.declared, [edit for edit, _, _ in (*kept, planned)])
        except EditError as error:
            undecided.append(left(planned[1], f"{planned[2]}, but {error.message}", error.hint))
        else:
            kept.append(planned)
    return kept, undecided


def _in_code(
    wanted: Mapping[Location, tuple[Wanted, Finding]], sides: Sequence[Side], files: Mapping[str, bytes], read: Reader
) -> FixPlan:
    by_file: defaultdict[str, dict[Location, tuple[Wanted, Finding]]] = defaultdict(dict)
    for at, pair in wanted.items():
        by_file[at.path][at] = pair
    undecided: list[Undecided] = []
    after: dict[str, bytes] = {}
    written: list[tuple[str, Wanted, Finding]] = []
    for path, texts in sorted(by_file.items()):
        result = rewrite(files[path], {at: text for at, (text, _) in texts.items()})
        refused = dict(result.refused)
        undecided += (
            left(texts[at][1], f"`{texts[at][1].subject}`: {why}", "write the row's text there, or fix --from-code")
            for at, why in refused.items()
        )
        if result.source != files[path]:
            after[path] = result.source
            written += ((path, text, finding) for at, (text, finding) in texts.items() if at not in refused)
    unsaid = _unsaid(written, sides, {**files, **after}, read) if after else []
    spoiled = {path for path, _, _ in unsaid}
    undecided += (
        left(
            finding,
            f"the text of `{finding.subject}` is put together in code, so a rewritten literal would not give the row's",
            "write it by hand, or fix --from-code",
        )
        for path, _, finding in unsaid
    )
    undecided += (
        left(finding, f"`{finding.subject}` stands in the same file and waits for it")
        for path, _, finding in written
        if path in spoiled and not any(finding is other for _, _, other in unsaid)
    )
    return FixPlan(
        changes=tuple(
            FileChange(path=path, before=files[path], after=source)
            for path, source in after.items()
            if path not in spoiled
        ),
        done=tuple(
            f"the code of `{finding.subject}` has the row's description"
            for path, _, finding in written
            if path not in spoiled
        ),
        undecided=tuple(undecided),
    )


def _unsaid(
    written: Sequence[tuple[str, Wanted, Finding]], sides: Sequence[Side], files: Mapping[str, bytes], read: Reader
) -> list[tuple[str, Wanted, Finding]]:
    """The texts that the changed source does not say when it is read again."""
    said: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    touched = {path for path, _, _ in written}
    for side in sides:
        if touched.isdisjoint(side.surface.files):
            continue
        for declaration in read({path: files[path] for path in side.surface.files}).tools:
            texts = (*declaration.description.accepted, declaration.description.sent or "")
            said[(declaration.name, declaration.description.at.path)].update(" ".join(text.split()) for text in texts)
    return [
        (path, text, finding)
        for path, text, finding in written
        if " ".join(text.text.split()) not in said[(finding.subject, path)]
    ]
