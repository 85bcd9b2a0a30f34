"""What loading gives: the manifest, and where everything in it stands.

Room: manifest, middle. Values only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from toolcrib.manifest._location import Location
from toolcrib.manifest._rows import Manifest


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The files that one manifest is made of, as they stand on disk.

    Paths are relative to the project's root and use `/`. `files` holds the bytes of the manifest's files and, when
    there is one, of the pins file; `pins_path` is where pins are, or would be written.
    """

    path: str
    pins_path: str
    files: Mapping[str, bytes]

    @property
    def manifest_files(self) -> tuple[str, ...]:
        return tuple(path for path in self.files if path != self.pins_path)


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestComment:
    """A `# toolcrib: …` comment of a manifest's or pins file; `text` starts after `toolcrib:`.

    `covers_line` is the line it speaks of: its own, or the next line that holds something when it stands alone.
    """

    at: Location
    text: str
    covers_line: int


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A manifest that holds together, and the place of every key in it.

    `places` has the place of the key at a path of keys: `("tools", "list_schedules", "mutates")`; for a name in a list
    the name is the last part: `("tools", "list_schedules", "agents", "chat")`.
    """

    manifest: Manifest
    path: str
    pins_path: str
    files: tuple[str, ...]
    places: Mapping[tuple[str, ...], Location]
    comments: tuple[ManifestComment, ...] = ()
    sources: Sources = field(repr=False)

    def at(self, *path: str) -> Location:
        """The place of the key at `path`, or of the nearest key above it that stands somewhere."""
        for length in range(len(path), 0, -1):
            if found := self.places.get(path[:length]):
                return found
        if path[:1] == ("pins",):
            return Location(self.pins_path)
        return Location(self.files[0] if self.files else self.path)
