"""What a listing is held against: the project's surface, the words on it, and the rows that code takes texts from.

Room: checks, edge. Reads the configuration, the source and, where code needs them, the manifests. Imports and runs
nothing of the user's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from toolcrib.checks.cli._source import surface_of
from toolcrib.checks.config import Config, load_config
from toolcrib.checks.oracle._compare import compare
from toolcrib.checks.oracle._types import Listing, Outcome, Selection
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Surface, TextSource
from toolcrib.manifest import load


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The static side of one project."""

    surface: Surface
    acknowledged: tuple[Acknowledgement, ...]
    rows: Mapping[str, str]

    def against(self, listing: Listing, selection: Selection) -> Outcome:
        return compare(self.surface, listing, selection, acknowledged=self.acknowledged, rows=self.rows)


def read_held(root: Path) -> Held:
    """Read the static side. Raises what `toolcrib surface` reports as errors."""
    config = load_config(root)
    surface = surface_of(root)
    return Held(surface=surface, acknowledged=config.acknowledge, rows=_rows(root, config, surface))


def _rows(root: Path, config: Config, surface: Surface) -> dict[str, str]:
    if not any(one.description.source is TextSource.MANIFEST for one in surface.tools):
        return {}
    found: dict[str, str] = {}
    for one in config.manifests:
        declared = load(root / one.manifest, pins=root / one.pins if one.pins else None, root=root)
        found |= {name: row.description for name, row in declared.manifest.tools.items()}
    return found
