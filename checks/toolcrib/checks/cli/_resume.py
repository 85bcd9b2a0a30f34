"""`toolcrib init` where a manifest stands already: answer what is open in it, touch nothing else.

Room: checks, edge. Reads and writes the manifests' files; the answers and edits are pure (`toolcrib.checks.init`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from toolcrib.checks.cli._prompts import ask_all
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.config import ManifestConfig
from toolcrib.checks.fix import diff
from toolcrib.checks.init import (
    Answer,
    AnswerProblems,
    Answers,
    InitError,
    InitProblems,
    OpenQuestion,
    Question,
    Standing,
    Subject,
    edits_for,
    hints_for,
    left_open,
    questions_in,
    subject_of,
    unused_answers,
    without_answered_questions,
)
from toolcrib.checks.reports._plain import plain
from toolcrib.checks.surface import Declaration, Surface
from toolcrib.checks.writes import Writes
from toolcrib.manifest import FileChange, Location, Sources, apply_edits, declare, read_sources, write_changes


def resume(
    root: Path,
    standing: Sequence[ManifestConfig],
    surface: Surface,
    answers: Answers,
    writes: Writes,
    *,
    asks: bool,
    dry_run: bool,
    terminal: Terminal,
) -> int:
    changes: list[FileChange] = []
    left: list[OpenQuestion] = []
    any_open = False
    known: list[Standing] = []
    subjects = _subjects(surface.tools)
    hints: Mapping[str, str] = {}
    for one in standing:
        sources = read_sources(root / one.manifest, pins=root / one.pins if one.pins else None, root=root)
        first = questions_in(_standing(sources, subjects))
        any_open = any_open or bool(first)
        if not first:
            known.append(_standing(sources, subjects))
            continue
        given = answers
        if asks:
            hints = hints or _hints(first, surface.tools, writes)

            def still_open(
                more: Sequence[Answer], sources: Sources = sources, hints: Mapping[str, str] = hints
            ) -> Sequence[OpenQuestion]:
                after, _ = _answered(sources, answers.plus(more), subjects)
                return questions_in(replace(_standing(after, subjects), hints=hints))

            given = answers.plus(ask_all(still_open, terminal.ask, terminal.say))
        after, changed = _answered(sources, given, subjects)
        changes += changed
        known.append(_standing(after, subjects))
        left += questions_in(_standing(after, subjects))
    _refuse_unused(answers, known)
    if not changes:
        raise _stands(standing, left, any_open=any_open, given=bool(answers.given))
    if dry_run:
        terminal.write(diff(changes, color=terminal.color))
    else:
        write_changes(changes, root)
    verb = "would answer" if dry_run else "answered"
    rest = "1 question is still open" if len(left) == 1 else f"{len(left)} questions are still open"
    terminal.say(f"{verb} in {', '.join(change.path for change in changes)}; {rest}{':' if left else ''}")
    for line in left_open(left):
        terminal.say(plain(line))
    return 0


def _hints(open_ones: Iterable[OpenQuestion], tools: Iterable[Declaration], writes: Writes) -> Mapping[str, str]:
    """What the code is seen to write, for the open questions about that."""
    asked = {one.name for one in open_ones if one.question is Question.MUTATES}
    return hints_for([tool for tool in tools if tool.name in asked], writes)


def _answered(
    sources: Sources, answers: Answers, subjects: Mapping[str, Subject]
) -> tuple[Sources, tuple[FileChange, ...]]:
    """The files with the answers in them. An answer may raise the next question (a writer, a reason), so: again."""
    files = dict(sources.files)
    while True:
        current = replace(sources, files=files)
        edits = edits_for(_standing(current, subjects), answers)
        changed = apply_edits(current, edits) if edits else ()
        if not changed:
            break
        files.update((change.path, change.after) for change in changed)
    if files != dict(sources.files):
        # Also where a person answered by hand: the comment that asked would look like part of the answer.
        files = {path: _tidied(path, content) for path, content in files.items()}
    return replace(sources, files=files), tuple(
        FileChange(path=path, before=sources.files.get(path), after=content)
        for path, content in files.items()
        if content != sources.files.get(path)
    )


def _tidied(path: str, content: bytes) -> bytes:
    return content if path.endswith(".py") else without_answered_questions(content.decode("utf-8")).encode("utf-8")


def _subjects(tools: Iterable[Declaration]) -> dict[str, Subject]:
    by_name: dict[str, list[Declaration]] = {}
    for tool in tools:
        by_name.setdefault(tool.name, []).append(tool)
    return {name: subject_of(found) for name, found in by_name.items()}


def _standing(sources: Sources, subjects: Mapping[str, Subject]) -> Standing:
    manifest: dict[str, dict[str, object]] = {}
    for path in sources.manifest_files:
        for section, entries in _plain(sources, path).items():
            manifest.setdefault(section, {}).update(entries)
    return Standing(manifest=manifest, pins=_plain(sources, sources.pins_path), subjects=subjects)


def _plain(sources: Sources, path: str) -> dict[str, dict[str, object]]:
    """A file's sections as plain values. Whether they make sense is `check`'s business."""
    content = sources.files.get(path, b"")
    if path.endswith(".py"):
        return {}
    try:
        loaded = YAML(typ="safe", pure=True).load(content.decode("utf-8"))
    except (YAMLError, UnicodeDecodeError):
        declare(sources)  # says what is wrong, where, in its own words
        raise
    if not isinstance(loaded, dict):
        return {}
    return {str(key): dict(value) for key, value in loaded.items() if isinstance(value, dict)}


def _refuse_unused(answers: Answers, known: Sequence[Standing]) -> None:
    """An answer that speaks of nothing is a typo, and its question would stay open unseen."""
    tools = [one.subject(name) for one in known for name in one.entries("tools")]
    capabilities = [name for one in known for name in one.entries("capabilities")]
    agents = [name for one in known for name in one.entries("agents")]
    subjects = [*tools, *(Subject(name=name, capability=True) for name in capabilities)]
    problems = unused_answers(answers, subjects, [Subject(name=name) for name in (*capabilities, *agents)])
    if problems:
        raise AnswerProblems("the answers cannot be used", list(problems))


def _stands(
    standing: Sequence[ManifestConfig], left: Sequence[OpenQuestion], *, any_open: bool, given: bool
) -> InitProblems:
    """Why nothing was done, and what does the thing that was probably wanted."""
    if any_open:
        what = "and none of the answers settles an open question in it" if given else "with open questions in it"
        hint = "answer what is ??? in the file, or with the flags of `toolcrib init`:\n" + "\n".join(left_open(left))
    else:
        what = "with no open question, and init overwrites nothing"
        hint = "`toolcrib fix` adds rows that are missing; to draft anew, move the files away first"
    return InitProblems(
        "init writes nothing",
        [InitError(f"{one.manifest} stands already, {what}", at=Location(one.manifest), hint=hint) for one in standing],
    )
