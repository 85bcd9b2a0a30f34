"""The comparison of `toolcrib check` for people's own tests.

Room: checks, edge. Reads the source that it is pointed at; imports and runs none of it.
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
from toolcrib.checks.reports import render_text
from toolcrib.checks.rules import METAS
from toolcrib.checks.settings import Acknowledgement, Settings
from toolcrib.checks.surface import Surface, read_surface
from toolcrib.manifest import Declared, Manifest, Sources, load


def assert_surface_matches(
    surface: Surface | str | PathLike[str],
    manifest: Manifest | Declared | str | PathLike[str],
    /,
    *,
    root: str | PathLike[str] = ".",
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    acknowledged: Sequence[Acknowledgement] = (),
) -> None:
    """Fail, with the findings of `toolcrib check`, where the tools of `surface` are not those of `manifest`.

    `surface` is a file or folder below `root` whose source is read, or a surface that was read already. `manifest` is a
    manifest, or the place of one. `select` and `ignore` are rule codes or beginnings of them. Raises `AssertionError`
    for findings, and what `toolcrib check` reports as an error where the two cannot be compared.
    """
    base = Path(root)
    declared = _declared(manifest, base)
    report = check(declared, _surface(surface, base), _settings(select, ignore, acknowledged))
    if report.exit_code:
        raise AssertionError("\n" + render_text(replace(report, not_read=(), rules_left_out=())).rstrip("\n"))


def _surface(surface: object, base: Path) -> Surface:
    if isinstance(surface, Surface):
        return surface
    if isinstance(surface, str | PathLike):
        path = Path(surface)
        inside = path.relative_to(base.absolute()) if path.is_absolute() else path
        found = find_sources(base, paths=[inside.as_posix()])
        return read_surface(found.files, not_read=found.not_read, cache=cache_for(base))
    raise TypeError(f"assert_surface_matches reads source: give it a file or a folder, not a {type(surface).__name__}")


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
