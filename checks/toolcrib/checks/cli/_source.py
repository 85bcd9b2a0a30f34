"""Read the whole surface of a project, whichever manifests it has.

Room: checks, edge. Reads the configuration and the source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from toolcrib.checks._patterns import notes_on
from toolcrib.checks.config import Config, load_config
from toolcrib.checks.facts_cache import cache_for
from toolcrib.checks.files import Selection, list_sources, read_files, select, summarise
from toolcrib.checks.surface import Surface, read_surface
from toolcrib.checks.workers import workers
from toolcrib.checks.writes import Writes


def surface_of(
    root: Path,
    *,
    paths: Sequence[str] = (),
    source: Sequence[str] = (),
    exclude: Sequence[str] = (),
    look: bool = True,
    seen: Callable[[int, int], None] | None = None,
) -> Surface:
    """What the project's source shows. `paths`, else `source`, else what is configured, says which files count."""
    config = load_config(root)
    words = Selection(
        paths=tuple(paths),
        source=tuple(source) or _configured(config),
        exclude=(*config.exclude, *exclude),
        include=config.include,
    )
    listing = list_sources(root)
    wanted, left_out = select(listing, words, root=root)
    not_read = summarise(left_out, read=wanted, closed=listing.closed)
    cache = cache_for(root, by_git=listing.by_git)
    surface = read_surface(
        read_files(root, wanted), not_read=not_read, cache=cache, look=look, seen=seen, workers=workers()
    )
    if paths or source:  # then the configuration says little about what is read
        return surface
    notes = {*surface.notes, *notes_on(config, listing, root)}
    return replace(surface, notes=tuple(sorted(notes, key=lambda note: (note.at, note.text))))


def writes_of(root: Path, surface: Surface) -> Writes:
    """What the code of that surface's tools writes, read when it is asked."""
    return Writes(read_files(root, surface.files), cache_for(root, by_git=list_sources(root).by_git))


def _configured(config: Config) -> tuple[str, ...]:
    """The sources of all manifests together; everything when one of them does not say."""
    if not config.manifests or any(not one.source for one in config.manifests):
        return ()
    return tuple(dict.fromkeys(source for one in config.manifests for source in one.source))
