"""The comparison of `toolcrib check`, and of `toolcrib oracle`, for people's own tests.

Room: checks, edge. Reads the source that it is pointed at and imports none of it; a live object, which the test has
made, is asked for its tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from toolcrib.checks._check import check
from toolcrib.checks.config import ConfigError, ConfigProblems, expand_codes
from toolcrib.checks.facts_cache import cache_for
from toolcrib.checks.files import find_sources
from toolcrib.checks.findings import RuleCode
from toolcrib.checks.oracle import Listing, Selection, oracle_text
from toolcrib.checks.oracle._shown import surface_of_listing
from toolcrib.checks.reports import render_text
from toolcrib.checks.rules import METAS
from toolcrib.checks.settings import Acknowledgement, Settings
from toolcrib.checks.surface import Surface, read_surface
from toolcrib.manifest import Declared, Manifest, Sources, load


def assert_surface_matches(
    surface: object,
    manifest: Manifest | Declared | str | PathLike[str] | None = None,
    /,
    *,
    root: str | PathLike[str] = ".",
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    acknowledged: Sequence[Acknowledgement] = (),
    server: Sequence[str] = (),
    agent: Sequence[str] = (),
    path: Sequence[str] = (),
) -> None:
    """Fail, with the findings of `toolcrib check`, where the tools of `surface` are not those of `manifest`.

    `surface` is a file or folder below `root` whose source is read, or a surface that was read already, or something
    live: a server, an agent, a list of tools, whatever `toolcrib oracle --import` takes. `manifest` is a manifest, or
    the place of one. `select` and `ignore` are rule codes or beginnings of them.

    Something live without a manifest is held against the source of the project `root`, as `toolcrib oracle` does, and
    then `server`, `agent` and `path` say which part of the source counts. Raises `AssertionError` for findings and
    differences, and what the command reports as an error where the two cannot be compared.
    """
    base = Path(root)
    if manifest is None:
        _against_source(surface, base, Selection(servers=tuple(server), agents=tuple(agent), paths=tuple(path)))
        return
    if server or agent or path:
        raise TypeError("server, agent and path choose a part of the source: they go with something live, no manifest")
    declared = _declared(manifest, base)
    report = check(declared, _surface(surface, base), _settings(select, ignore, acknowledged))
    if report.exit_code:
        raise AssertionError("\n" + render_text(replace(report, not_read=(), rules_left_out=())).rstrip("\n"))


def _against_source(live: object, base: Path, selection: Selection) -> None:
    if isinstance(live, Surface | str | PathLike):
        raise TypeError("assert_surface_matches holds source against a manifest: give it one as the second argument")
    from toolcrib.checks.oracle._held import read_held  # only where something live is asked

    outcome = read_held(base).against(_listing(live), selection)
    if outcome.exit_code():
        raise AssertionError("\n" + oracle_text(outcome).rstrip("\n"))


def _listing(live: object) -> Listing:
    if isinstance(live, Listing):
        return live
    from toolcrib.checks.oracle._imported import listing_of
    from toolcrib.checks.oracle._inside import Unlistable, listed

    try:
        return listing_of(listed(live), target=type(live).__qualname__)
    except Unlistable as error:
        raise TypeError(f"assert_surface_matches cannot ask this for its tools: {error}") from None


def _surface(surface: object, base: Path) -> Surface:
    if isinstance(surface, Surface):
        return surface
    if isinstance(surface, str | PathLike):
        path = Path(surface)
        inside = path.relative_to(base.absolute()) if path.is_absolute() else path
        found = find_sources(base, paths=[inside.as_posix()])
        return read_surface(found.files, not_read=found.not_read, cache=cache_for(base, by_git=found.by_git))
    return surface_of_listing(_listing(surface))


def _declared(manifest: object, base: Path) -> Declared:
    if isinstance(manifest, Declared):
        return manifest
    if isinstance(manifest, Manifest):
        here, pins = "TOOL_MANIFEST", "TOOL_MANIFEST pins"
        sources = Sources(path=here, pins_path=pins, files={})
        return Declared(manifest=manifest, path=here, pins_path=pins, files=(), places={}, sources=sources)
    if isinstance(manifest, str | PathLike):
        return load(base / Path(manifest), root=base)
    raise TypeError(f"a manifest is a Manifest or the path of one, not a {type(manifest).__name__}")


def _settings(select: Sequence[str], ignore: Sequence[str], acknowledged: Sequence[Acknowledgement]) -> Settings:
    wanted, wrong = expand_codes(select)
    unwanted, more = expand_codes(ignore)
    if wrong or more:
        raise ConfigProblems("the options make no sense", [ConfigError(text) for text in (*wrong, *more)])
    every = frozenset(RuleCode(code) for code in METAS)
    return Settings(
        left_out=(every - wanted if select else frozenset()) | unwanted, acknowledgements=tuple(acknowledged)
    )
