"""Run the check on a project: the one edge that the command, the hook and the pytest plugin all call.

Room: checks, edge. In: the project root and its configuration. Out: the report. Reads the manifests, the source files
and the baseline; writes nothing but its own cache, imports nothing of the project, starts nothing but `git ls-files`.
Not here: what is compared and how (`_check`), how it is shown (`reports`).
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from toolcrib.checks import _disk
from toolcrib.checks._check import Side, check_all
from toolcrib.checks._documents import read_documents
from toolcrib.checks._git import repository_prefix
from toolcrib.checks._ignored import imported_but_ignored
from toolcrib.checks._lending import only, plus
from toolcrib.checks._manifest_disk import ManifestDisk
from toolcrib.checks._patterns import notes_on, refuse_emptiness
from toolcrib.checks._sides import SourceOf, read_sides
from toolcrib.checks._snippets import OWN_CONFIG, PYPROJECT
from toolcrib.checks.baseline import Baseline, read_baseline
from toolcrib.checks.catalogue import Catalogue, CatalogueError, read_catalogue
from toolcrib.checks.config import Config, ConfigError, ConfigProblems, ManifestConfig, expand_codes, refuse_silencing
from toolcrib.checks.facts_cache import cache_for
from toolcrib.checks.files import (
    BY_DEFAULT_WORDS,
    OUTSIDE_WORDS,
    Selection,
    list_sources,
    read_files,
    select,
    summarise,
)
from toolcrib.checks.findings import Finding, Report, RuleCode, Severity, SourceLine, lies_in
from toolcrib.checks.rules import METAS
from toolcrib.checks.settings import Settings, SilencedRule
from toolcrib.checks.surface import Note
from toolcrib.checks.workers import workers
from toolcrib.manifest import Location, ToolcribError, load

_BY_COMMAND = "asked for on the command line"
_LONGEST_LINE = 400
_WRITES = RuleCode("TC203")  # the rule that asks what every tool writes


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Everything that a check looks at: a side for each manifest, and the bytes of every file, manifests too.

    `notes` are about the configuration; what is true of the source stands in the surfaces.
    """

    sides: tuple[Side, ...]
    files: Mapping[str, bytes]
    notes: tuple[Note, ...] = ()


def run_check(
    root: Path,
    config: Config,
    *,
    paths: Sequence[str] = (),
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    baseline: str = "",
    fail_on: Severity = Severity.WARNING,
    today: date | None = None,
    look: bool = True,
    seen: Callable[[int, int], None] | None = None,
) -> Report:
    """One report on all manifests of the project.

    `paths` narrow what is reported; the whole source is read all the same, since only the whole can tell that a row
    has no declaration. A path that is left out by default is read as well. `select` and `ignore` are rule codes, or
    beginnings of them, and stand over the configuration; `baseline` is a file relative to `root`. `look` and `seen` are
    those of `read_surface`.
    """
    settings = make_settings(
        root, config, select=select, ignore=ignore, baseline=baseline, fail_on=fail_on, today=today or date.today()
    )
    gathered = gather(root, config, paths=paths, look=look, seen=seen, ahead=_WRITES not in settings.left_out)
    report = check_all(gathered.sides, settings)
    for side in gathered.sides:
        side.writes.say_what_was_taken()
    report = replace(report, notes=tuple(sorted({*report.notes, *gathered.notes}, key=lambda n: (n.at, n.text))))
    narrowed = narrow(replace(report, repository_prefix=repository_prefix(root)), paths)
    return with_lines(narrowed, gathered.files)


def gather(
    root: Path,
    config: Config,
    *,
    paths: Sequence[str] = (),
    look: bool = True,
    seen: Callable[[int, int], None] | None = None,
    ahead: bool = False,
) -> Gathered:
    """The manifests and surfaces of the project; raises when any of it cannot be read.

    `ahead`: what the tools write will be asked, so it may be found out together with the surfaces.
    """
    if not config.manifests:
        raise ConfigProblems("nothing to check", [config.nothing])
    declared = {}
    problems: list[Exception] = []
    for one in config.manifests:
        try:
            declared[one.name] = load(one.manifest, pins=one.pins or None, root=root, disk=ManifestDisk())
        except* ToolcribError as group:
            problems += group.exceptions
    if problems:
        raise ExceptionGroup("the manifest cannot be used", problems)
    listing = list_sources(root)
    chosen = {one.name: select(listing, _selection(one, config), root=root) for one in config.manifests}
    refuse_emptiness(config, {name: wanted for name, (wanted, _) in chosen.items()}, listing)
    sources = [path for path in paths if path.endswith(".py") or not _disk.is_file(root / path)]
    asked = select(listing, Selection(paths=tuple(sources)), root=root)[0] if sources else ()
    read_by_any = {file for wanted, _ in chosen.values() for file in wanted} | set(asked)
    files = read_files(root, sorted(read_by_any))
    unread = _unread([left_out for _, left_out in chosen.values()], read_by_any)
    not_read = summarise(unread, read=read_by_any, closed=listing.closed)
    not_read = (*not_read, *imported_but_ignored(root, files, listing.files))
    cache = cache_for(root, by_git=listing.by_git)
    mine = {
        name: only(files, sorted({*wanted, *(f for f in asked if left_out.get(f) == BY_DEFAULT_WORDS)}))
        for name, (wanted, left_out) in chosen.items()
    }
    sources_of = [SourceOf(declared[name], mine[name], ahead=ahead) for name in declared]
    read = read_sides(sources_of, not_read=not_read, cache=cache, look=look, seen=seen, workers=workers())
    sides = [
        Side(declared=declared[name], surface=surface, name=name, writes=writes)
        for name, (surface, writes) in zip(declared, read, strict=True)
    ]
    if listing.documents:
        documents = read_documents(root, listing.documents, config, [side.declared.manifest for side in sides])
        sides = [replace(side, documents=of_side) for side, of_side in zip(sides, documents, strict=True)]
    for side in sides:
        files = plus(files, {**side.declared.sources.files, **side.documents.files})
    return Gathered(sides=tuple(sides), files=files, notes=notes_on(config, listing, root))


def _unread(all_left_out: Sequence[Mapping[str, str]], read: Collection[str]) -> dict[str, str]:
    """The files that no manifest's source holds, each with the reason that says most."""
    unread: dict[str, str] = {}
    for left_out in all_left_out:
        for file, why in left_out.items():
            if file not in read and unread.get(file, OUTSIDE_WORDS) == OUTSIDE_WORDS:
                unread[file] = why
    return unread


def _selection(one: ManifestConfig, config: Config) -> Selection:
    return Selection(source=one.source, exclude=(*config.exclude, *one.exclude), include=config.include)


def make_settings(
    root: Path,
    config: Config,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    baseline: str = "",
    fail_on: Severity = Severity.WARNING,
    today: date = date.min,
) -> Settings:
    """The configuration with the command line's words over it."""
    problems: list[ToolcribError] = []
    selected, wrong = expand_codes(select)
    problems += (ConfigError(f"--select: {complaint}") for complaint in wrong)
    ignored, wrong = expand_codes(ignore)
    problems += (ConfigError(f"--ignore: {complaint}") for complaint in wrong)
    for name in ignore:
        if name in METAS and (why := refuse_silencing(METAS[name].code)):
            problems.append(ConfigError(f"--ignore: {why}"))
    if problems:
        raise ConfigProblems("the options make no sense", problems)
    run = selected if select else config.select
    silenced = {rule.code: rule for rule in config.ignore}
    for code in sorted(ignored):
        if not refuse_silencing(code):
            silenced.setdefault(code, SilencedRule(code=code, reason=_BY_COMMAND))
    return Settings(
        left_out=frozenset(RuleCode(code) for code in METAS if code not in run),
        silenced=tuple(silenced[code] for code in sorted(silenced)),
        acknowledgements=config.acknowledge,
        catalogue=load_catalogue(root, config),
        scoped=config.scoped,
        config=config.path or (PYPROJECT if _disk.exists(root / PYPROJECT) else OWN_CONFIG),
        baseline=load_baseline(root, baseline or config.baseline),
        fail_on=fail_on,
        today=today,
    )


def load_catalogue(root: Path, config: Config) -> Catalogue | None:
    """The permission catalogue that the configuration names; None when it names none."""
    if config.features is None:
        return None
    try:
        return read_catalogue(root, config.features[0], at=config.features[1])
    except CatalogueError as error:
        raise ConfigProblems("the permission catalogue cannot be read", [error]) from error


def load_baseline(root: Path, path: str) -> Baseline:
    """The baseline at `path`, the empty one when no path is given."""
    if not path:
        return Baseline()
    try:
        if _disk.exists(root / path) and not _disk.is_file(root / path):
            raise OSError(errno.EINVAL, "it is no file")
        text = _disk.read(root / path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else (error.strerror or "unknown reason")
        hint = "Write it with: toolcrib check --write-baseline"
        problem = ConfigError(f"the baseline cannot be read: {why}", at=Location(path), hint=hint)
        raise ConfigProblems("the baseline cannot be read", [problem]) from error
    return read_baseline(text, path)


def narrow(report: Report, paths: Sequence[str]) -> Report:
    """Only what touches `paths`; all of it when there are none. The report says what it was narrowed to."""
    if not paths:
        return report
    places = tuple(sorted({Path(path).as_posix() for path in paths}))

    def touches(finding: Finding) -> bool:
        touched = {finding.at.path, *(related.at.path for related in finding.related)}
        return any(lies_in(path, place) for path in touched for place in places)

    return replace(
        report,
        findings=tuple(finding for finding in report.findings if touches(finding)),
        hidden=tuple(hidden for hidden in report.hidden if touches(hidden.finding)),
        only=places,
    )


def with_lines(report: Report, files: Mapping[str, bytes]) -> Report:
    """The report with the text of the source lines that its findings point at."""
    wanted = sorted({(f.at.path, f.at.line) for f in report.findings if f.at.path in files})
    texts: dict[str, list[str]] = {}
    lines = []
    for path, line in wanted:
        if path not in texts:
            texts[path] = files[path].decode("utf-8", "replace").splitlines()
        if line <= len(texts[path]):
            lines.append(SourceLine(path=path, line=line, text=texts[path][line - 1][:_LONGEST_LINE]))
    return replace(report, lines=tuple(lines))
