"""The manifests of a project, for the commands that look at them without judging.

Room: checks, edge. Reads the configuration and the manifests, no source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from toolcrib.checks.config import Config, ManifestConfig, load_config
from toolcrib.manifest import Declared, ToolcribError, load, nearest


class UnknownManifestError(ToolcribError):
    """No manifest is called that."""

    code = "unknown-manifest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    config: ManifestConfig
    declared: Declared


def configured(root: Path) -> Config:
    """The configuration, which names at least one manifest."""
    config = load_config(root)
    if not config.manifests:
        raise config.nothing
    return config


def declared_manifests(root: Path) -> tuple[Loaded, ...]:
    """Every manifest of the project, in order of configuration; all problems of all of them at once."""
    found: list[Loaded] = []
    problems: list[Exception] = []
    for one in configured(root).manifests:
        try:
            declared = load(root / one.manifest, pins=root / one.pins if one.pins else None, root=root)
        except* ToolcribError as group:
            problems += group.exceptions
        else:
            found.append(Loaded(config=one, declared=declared))
    if problems:
        raise ExceptionGroup("the manifest cannot be used", problems)
    return tuple(found)


def only(loaded: Sequence[Loaded], name: str | None) -> tuple[Loaded, ...]:
    """The manifest of that name; all of them when no name is given."""
    if name is None:
        return tuple(loaded)
    names = [one.config.name or one.config.manifest for one in loaded]
    if name not in names:
        close = nearest(name, names)
        hint = f"Nearest: {', '.join(close)}." if close else f"Configured: {', '.join(names)}."
        raise UnknownManifestError(f"no manifest is called `{name}`", hint=hint)
    return tuple(one for one, known in zip(loaded, names, strict=True) if known == name)
