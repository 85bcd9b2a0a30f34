"""Say which words of the configuration choose nothing: a pattern that matches no file, a source without Python.

Room: checks, edge. In: the listing of the project and its configuration. Out: notes for the report. Looks whether a
name is there on disk; reads nothing. Where the configuration leaves nothing to read at all, that is an error: an empty
surface would pass for one without tools.
Not here: which files are read (`files`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from toolcrib.checks import _disk
from toolcrib.checks._globs import Globs
from toolcrib.checks.config import Config, ManifestConfig
from toolcrib.checks.files import Listing, SourceError, SourceProblems
from toolcrib.checks.surface import Note
from toolcrib.manifest import Location, ToolcribError, nearest

_MOST_FOLDERS = 2_000  # to look for a near name in


def notes_on(config: Config, listing: Listing, root: Path) -> tuple[Note, ...]:
    """One note for each pattern, and each source, of the configuration that chooses no Python file."""
    return tuple(dict.fromkeys(_notes(config, listing, root)))


def _notes(config: Config, listing: Listing, root: Path) -> Iterator[Note]:
    known = (*listing.files, *(entry.path.rstrip("/") for entry in listing.closed))
    patterns = [("exclude", config.at("exclude"), pattern) for pattern in config.exclude]
    patterns += [("include", config.at("include"), pattern) for pattern in config.include]
    patterns += [("exclude", one.at, pattern) for one in config.manifests for pattern in one.exclude]
    for key, at, pattern in patterns:
        globs = Globs((pattern,))
        if not any(globs.match(path) for path in known) and not _stands(root, pattern):
            yield Note(at=at, text=f"`{key}` names `{pattern}`, which matches nothing{_meant(pattern, known)}")
    for one in config.manifests:
        for place in one.source:
            if place != "." and not any(file == place or file.startswith(f"{place}/") for file in listing.files):
                yield Note(at=one.at, text=f"`source` names `{place}`, where no Python file lies")


def _stands(root: Path, pattern: str) -> bool:
    """Whether it names a thing that is there, if no Python file: leaving it out is no slip."""
    return not set(pattern) & set("*?") and _disk.exists(root / pattern.strip("/"))


def _meant(pattern: str, known: Sequence[str]) -> str:
    names = {part for path in known for part in path.split("/")}
    if "/" in pattern:
        names = {"/".join(parts[:end]) for parts in (p.split("/") for p in known) for end in range(2, len(parts) + 1)}
    close = nearest(pattern.strip("/"), names) if len(names) <= _MOST_FOLDERS else ()
    return f"; did you mean `{close[0]}`?" if close else ""


def refuse_emptiness(config: Config, chosen: Mapping[str, Sequence[str]], listing: Listing) -> None:
    """Raise where `source` and `exclude` leave a manifest none of the Python files there are."""
    empty = [one for one in config.manifests if listing.files and not chosen[one.name] and _narrows(one, config)]
    if empty:
        raise SourceProblems("nothing is left to read", [_nothing_left(one, config, listing) for one in empty])


def _narrows(one: ManifestConfig, config: Config) -> bool:
    return bool(one.source or one.exclude or config.exclude)


def _nothing_left(one: ManifestConfig, config: Config, listing: Listing) -> ToolcribError:
    at: Location = one.at if one.source or one.exclude else config.at("exclude")
    count = "the one Python file" if len(listing.files) == 1 else f"any of the {len(listing.files)} Python files"
    return SourceError(
        f"nothing is left to read for {one.manifest}: its `source`, what `exclude` names and what is left out by "
        f"default do not leave {count} of the project",
        at=at,
        hint="Correct `source` or `exclude`, or name what is left out by default in `include`.",
    )
