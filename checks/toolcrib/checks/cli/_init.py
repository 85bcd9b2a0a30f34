"""`toolcrib init`: draft the manifest of a repository, or answer what is still open in one.

Room: checks, edge. Reads the source, asks on a terminal, writes new files only; where a manifest stands, nothing but
its open questions is touched.
"""

from __future__ import annotations

import tomllib
from argparse import Namespace
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from toolcrib.checks.cli._prompts import ask_all
from toolcrib.checks.cli._resume import resume
from toolcrib.checks.cli._root import chosen_root, from_root
from toolcrib.checks.cli._source import surface_of, writes_of
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.config import load_config
from toolcrib.checks.fix import diff
from toolcrib.checks.init import (
    CLIENTS,
    Answer,
    AnswerError,
    AnswerProblems,
    Answers,
    Draft,
    InitError,
    Question,
    Sharing,
    Subject,
    Written,
    draft,
    draft_of,
    left_open,
    merged,
    parse_answer,
    plan_files,
    questions_of,
    reads_the_same,
    subject_of,
    unused_answers,
    with_evidence,
)
from toolcrib.checks.reports._plain import plain
from toolcrib.checks.surface import Declaration, Surface
from toolcrib.manifest import FileChange, refuse_tool_name, write_changes


def run(options: Namespace, terminal: Terminal) -> int:
    here = Path.cwd()
    root = chosen_root(options.root, here, configured_first=False)
    answers = parse_answers(options)
    source = from_root(root, here, options.source)
    config = load_config(root)
    standing = [one for one in config.manifests if _stands(root / one.manifest)]
    missing = [one for one in config.manifests if one.name and one not in standing]
    with terminal.working("reading the source"):
        surface = surface_of(root, source=source)
    asks = terminal.can_ask and not options.no_input
    if standing and not missing:
        writes = writes_of(root, surface)
        return resume(root, standing, surface, answers, writes, asks=asks, dry_run=options.dry_run, terminal=terminal)
    if not surface.tools and not surface.unresolved:
        raise _no_tools(surface)
    parts = {one.name: surface_of(root, source=one.source, exclude=one.exclude) for one in missing}
    projects = project_names(root, surface)
    writes = writes_of(root, surface)

    def drafted_with(more: Iterable[Answer], sharing: Sharing) -> Draft:
        given = answers.plus(more)
        if missing:  # what is served together is configured already
            one = merged(draft_of(parts[name], given, projects=projects, name=name) for name in parts)
        else:
            one = draft(surface, given, projects=projects, source=source, sharing=sharing)
        return with_evidence(one, surface.tools, writes)

    with terminal.working("reading each server's source"):
        sharing = next(one for one in Sharing if missing or _can_be_read_apart(root, drafted_with((), one)))
    drafted = drafted_with((), sharing)
    refuse_unused(answers, surface.tools, drafted)
    if asks:
        given = ask_all(lambda more: questions_of(drafted_with(more, sharing)), terminal.ask, terminal.say)
        drafted = drafted_with(given, sharing)
    written = _plan(root, drafted, config.foreign)
    changes = [
        FileChange(path=one.path, before=None if one.before is None else one.before.encode(), after=one.after.encode())
        for one in written
    ]
    if options.dry_run:
        terminal.write(diff(changes, color=terminal.color))
    else:
        write_changes(changes, root)
    _tell(drafted, written, surface, terminal, dry_run=options.dry_run)
    return 0


def _stands(manifest: Path) -> bool:
    """Whether there is a manifest; a folder without a file in it is none yet."""
    if manifest.is_dir():
        return any(path.suffix in (".yaml", ".yml") for path in manifest.iterdir())
    return manifest.exists()


def _can_be_read_apart(root: Path, drafted: Draft) -> bool:
    """Whether each server's source alone shows its tools; code that servers share may be what names them."""
    if len(drafted.manifests) < 2:
        return True
    return all(reads_the_same(one, surface_of(root, source=one.source)) for one in drafted.manifests)


FLAGS = tuple(Question)


def parse_answers(options: Namespace) -> Answers:
    """All answers given as flags; everything that cannot be understood at once."""
    given: list[Answer] = []
    problems: list[AnswerError] = []
    for question in FLAGS:
        for text in getattr(options, question.value.removeprefix("--").replace("-", "_")):
            try:
                given.append(parse_answer(question, text))
            except AnswerError as error:
                problems.append(error)
    if problems:
        raise AnswerProblems("the answers cannot be used", problems)
    return Answers(tuple(given))


def refuse_unused(answers: Answers, tools: Iterable[Declaration], drafted: Draft) -> None:
    """An answer that speaks of nothing is a typo, and its question would stay open unseen."""
    by_name: dict[str, list[Declaration]] = {}
    for tool in tools:
        by_name.setdefault(tool.name, []).append(tool)
    capabilities = [one.name for manifest in drafted.manifests for one in manifest.capabilities]
    agents = [one.name for manifest in drafted.manifests for one in manifest.agents]
    subjects = [subject_of(found) for found in by_name.values()]
    subjects += [Subject(name=name, capability=True) for name in capabilities]
    problems = unused_answers(answers, subjects, [Subject(name=name) for name in (*capabilities, *agents)])
    if problems:
        raise AnswerProblems("the answers cannot be used", list(problems))


def project_names(root: Path, surface: Surface) -> Mapping[str, str]:
    """The repository's name under "", and the name of every project inside it that declares tools."""
    paths = [*(one.at.path for one in surface.tools), *(one.at.path for one in surface.unresolved)]
    folders = {str(folder) for path in paths for folder in PurePosixPath(path).parents if str(folder) != "."}
    names = {folder: _project_name(root / folder) for folder in sorted(folders)}
    own = _project_name(root) or root.resolve().name
    return {"": own, **{folder: name for folder, name in names.items() if name}}


def _project_name(folder: Path) -> str:
    """The name in a folder's pyproject.toml, or "" when it is no project."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8")).get("project", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return ""
    name = project.get("name") if isinstance(project, dict) else None
    return name if isinstance(name, str) else ""


def _plan(root: Path, drafted: Draft, foreign: Collection[str]) -> tuple[Written, ...]:
    pyproject, own = _text(root / "pyproject.toml"), _text(root / "toolcrib.toml")
    places = [one for one in ("manifest/tools.yaml", "manifest/pins.yaml") if (root / one).exists()]
    wanted = [written.path for written in plan_files(drafted, pyproject=pyproject, own=own, standing=())]
    standing = {path for path in wanted if (root / path).exists() and path not in ("pyproject.toml", "toolcrib.toml")}
    return plan_files(drafted, pyproject=pyproject, own=own, standing={*standing, *places}, foreign=foreign)


def _text(file: Path) -> str | None:
    try:
        # Bytes first: reading as text would turn its line endings into ours.
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise InitError(f"{file.name} cannot be read: {error}") from error


def _no_tools(surface: Surface) -> InitError:
    if not surface.files and not surface.not_read:
        return InitError(
            "there is no Python file here, and init drafts the manifest from Python source",
            hint="Run it in the project's folder, or name that with --root. What git ignores is not looked at.",
        )
    left_out = ", ".join(f"{one.path} ({one.why})" for one in surface.not_read) or "nothing"
    return InitError(
        f"no tool is declared in {_read(len(surface.files))}, so there is nothing to draft",
        hint=f"Not read: {left_out}. `--source PATH` reads other folders.\nA tool is known by the framework that it "
        "is registered with: `toolcrib explain TC101`, and the table of frameworks in the README.",
    )


def _read(files: int) -> str:
    return "the one Python file that was read" if files == 1 else f"the {files} Python files that were read"


def _tell(drafted: Draft, written: Sequence[Written], surface: Surface, terminal: Terminal, *, dry_run: bool) -> None:
    """What there is now and what comes next."""
    rows = sum(len(manifest.rows) for manifest in drafted.manifests)
    verb = "would write" if dry_run else "wrote"
    said = f"{_count(rows, 'row')}, {_count(drafted.questions, 'open question')}"
    terminal.say(f"{verb} {', '.join(one.path for one in written)}: {said}")
    for remark in (*_taken_for_granted(drafted), *drafted.remarks):
        terminal.say(remark)
    for one in surface.not_read:
        terminal.say(plain(f"not read: {one.path} ({_count(one.files, 'file')}), {one.why}"))
    for row in (row for manifest in drafted.manifests for row in manifest.rows):
        if why := refuse_tool_name(row.name):
            terminal.say(plain(f"{row.place}: the tool `{row.name}` {why}: rename it in code, `check` refuses its row"))
    steps = next_steps(drafted)
    for number, step in enumerate(steps, 1):
        terminal.say(f"{number}. {step}")
        if number == 1:
            for line in left_open(questions_of(drafted)):
                terminal.say(plain(f" {line}"))


def _taken_for_granted(drafted: Draft) -> Iterator[str]:
    """What the draft decides without asking, for a person who may know better."""
    names = [manifest.name for manifest in drafted.manifests]
    if any(manifest.source for manifest in drafted.manifests) and len(names) > 1:
        yield f"{len(names)} servers share no tools, so each has a manifest: {', '.join(names)}"
    if any(agent.name == CLIENTS for manifest in drafted.manifests for agent in manifest.agents):
        ungated = [one.name for manifest in drafted.manifests for one in manifest.capabilities if one.feature is None]
        open_to_all = f"; ungated, and pinned as such: {', '.join(ungated)}" if ungated else ""
        yield f"what is served is held by one agent, `{CLIENTS}` (whoever connects){open_to_all}"


def _count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def next_steps(drafted: Draft) -> tuple[str, ...]:
    """Three lines at most: what to do now."""
    steps = []
    if drafted.questions:
        steps.append("answer every ??? in the manifest and its pins, by hand or with these flags of `toolcrib init`:")
    if drafted.acknowledgements:
        count = len(drafted.acknowledgements)
        what = "one registration" if count == 1 else f"{count} registrations"
        steps.append(f"{what} cannot be read: see the comments in the configuration, or `toolcrib surface`")
    steps.append("run `toolcrib check`, then let CI run it: pytest does so by itself, pre-commit with toolcrib-check")
    return tuple(steps)
