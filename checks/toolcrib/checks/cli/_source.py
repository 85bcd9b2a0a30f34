"""Read the whole surface of a project, whichever manifests it has.

Room: checks, edge. Reads the configuration and the source.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from toolcrib.checks.config import Config, load_config
from toolcrib.checks.facts_cache import cache_for
from toolcrib.checks.files import find_sources
from toolcrib.checks.surface import Surface, read_surface


def surface_of(root: Path, *, paths: Sequence[str] = (), source: Sequence[str] = ()) -> Surface:
    """What the project's source shows. `paths`, else `source`, else what is configured, says which files count."""
    config = load_config(root)
    found = find_sources(
        root,
        paths=paths,
        source=tuple(source) or _configured(config),
        exclude=config.exclude,
        include=config.include,
    )
    return read_surface(found.files, not_read=found.not_read, cache=cache_for(root))


def _configured(config: Config) -> tuple[str, ...]:
    """The sources of all manifests together; everything when one of them does not say."""
    if not config.manifests or any(not one.source for one in config.manifests):
        return ()
    return tuple(dict.fromkeys(source for one in config.manifests for source in one.source))
