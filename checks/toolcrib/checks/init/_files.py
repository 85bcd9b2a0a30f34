"""Where a draft goes: the files it becomes, and the lines that point at them.

Room: checks, middle. Pure: a draft and what stands already in, the texts to write out. Nothing that stands is
overwritten: a file in the way is an error, and configuration is only ever added at the end.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from toolcrib.checks._snippets import OWN_CONFIG, PYPROJECT, acknowledgement, header, quoted, where
from toolcrib.checks.init._text import manifest_text, pins_text
from toolcrib.checks.init._types import Draft, DraftAcknowledgement, DraftManifest
from toolcrib.manifest import Location, ToolcribError


class InitError(ToolcribError):
    """`init` cannot write the draft."""

    code = "init"


class InitProblems(ExceptionGroup[ToolcribError]):
    """Everything that stands in the way, at once."""

    def derive(self, excs: Sequence[ToolcribError], /) -> InitProblems:  # type: ignore[override]  # narrower on purpose
        return InitProblems(self.message, list(excs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One file: `before` is None when it is new."""

    path: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A manifest's draft and the two files it goes to."""

    draft: DraftManifest
    path: str
    pins_path: str


def place(draft: Draft, tables: Mapping[str, object]) -> tuple[Placed, ...]:
    """A path for each manifest. `tables` is what `[tool.toolcrib]` says already: its paths are kept to."""
    named = _named(tables)
    if named:
        return tuple(
            _placed(one, _text(named[one.name].get("manifest")), _text(named[one.name].get("pins")))
            for one in draft.manifests
            if one.name in named
        )
    if len(draft.manifests) == 1:
        path = _text(tables.get("manifest")) or "manifest/tools.yaml"
        return (_placed(draft.manifests[0], path, _text(tables.get("pins"))),)
    return tuple(
        Placed(draft=one, path=f"manifest/{one.name}/tools.yaml", pins_path=f"manifest/{one.name}/pins.yaml")
        for one in draft.manifests
    )


def _named(tables: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    """The manifests that the configuration names, where there are several."""
    found = tables.get("manifests")
    entries = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return {_text(one.get("name")): one for one in entries}


def _placed(draft: DraftManifest, path: str, pins: str) -> Placed:
    if path.endswith(".py"):
        raise InitError(
            f"the configuration names {path}, and init drafts YAML",
            at=Location(path),
            hint="name a .yaml file, or write the Python manifest by hand (see `toolcrib surface`)",
        )
    if not path.endswith((".yaml", ".yml")):
        path = f"{path.rstrip('/')}/tools.yaml"  # a folder: its files are the manifest
    return Placed(draft=draft, path=path, pins_path=pins or _beside(path))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _beside(path: str) -> str:
    folder, slash, _ = path.rpartition("/")
    return f"{folder}{slash}pins.yaml"


def configured(pyproject: str | None, own: str | None) -> Mapping[str, object]:
    """What `[tool.toolcrib]`, or toolcrib.toml, says already."""
    if own is not None:
        return _loads(own, OWN_CONFIG)
    tool = _loads(pyproject or "", PYPROJECT).get("tool", {})
    table = tool.get("toolcrib", {}) if isinstance(tool, dict) else {}
    return table if isinstance(table, dict) else {}


def _target(pyproject: str | None, own: str | None) -> str:
    """The configuration file that is in use, or that would be made."""
    return PYPROJECT if own is None and pyproject is not None else OWN_CONFIG


def _loads(text: str, path: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InitError(f"{path} is not valid TOML: {error}", at=Location(path)) from error


def plan_files(
    draft: Draft,
    *,
    pyproject: str | None,
    own: str | None,
    standing: Collection[str],
    foreign: Collection[str] = (),
) -> tuple[Written, ...]:
    """The texts of all files. `pyproject` and `own` are the two configuration files as they stand (None: absent).

    `standing` are the paths that are taken, `foreign` those among them that are another program's.
    """
    tables = configured(pyproject, own)
    placed = place(draft, tables)
    problems: list[ToolcribError] = [
        InitError(
            f"{path} stands already, and init overwrites nothing",
            at=Location(path),
            hint=_foreign_hint(pyproject, own) if path in foreign else _standing_hint(one, path, standing),
        )
        for one in placed
        for path in (one.path, one.pins_path)
        if path in standing
    ]
    if len(placed) > 1 and "manifest" in tables:
        told = InitError(
            f"the configuration names one manifest, and {len(placed)} servers would get one each",
            hint="take `manifest` out of the configuration, or init one of them with its folder as `source`",
        )
        problems.append(told)
    if problems:
        raise InitProblems("init writes nothing", problems)
    new = [Written(path=one.path, before=None, after=manifest_text(one.draft)) for one in placed]
    new += [Written(path=one.pins_path, before=None, after=pins_text(one.draft)) for one in placed]
    target = _target(pyproject, own)
    before = pyproject if target == PYPROJECT else own
    after = with_config(before, config_text(draft, placed, tables, config=target), target)
    return (*new, Written(path=target, before=before, after=after)) if after != (before or "") else tuple(new)


def _foreign_hint(pyproject: str | None, own: str | None) -> str:
    return (
        "it looks like another program's file: name a place of your own first, such as\n"
        f'manifest = "agents/tools.yaml" {where(_target(pyproject, own))}'
    )


def _standing_hint(one: Placed, path: str, standing: Collection[str]) -> str:
    if path == one.pins_path and one.path not in standing:
        return (
            f"{one.path} is gone: bring it back, or move the pins away and take their reasons over into the new draft"
        )
    return "`toolcrib fix` adds the rows that are missing; to draft anew, move the file away first"


def config_text(draft: Draft, placed: tuple[Placed, ...], tables: Mapping[str, object], *, config: str) -> str:
    """The lines to add to the configuration; "" when it says everything already."""
    blocks: list[str] = []
    if len(placed) == 1 and not tables:
        head = "" if config == OWN_CONFIG else "[tool.toolcrib]\n"
        source = placed[0].draft.source
        blocks.append(
            f"{head}manifest = {quoted(placed[0].path)}\npins = {quoted(placed[0].pins_path)}\n"
            + (f"source = [{', '.join(map(quoted, source))}]\n" if source else "")
        )
    elif len(placed) > 1 and not _named(tables):
        blocks += [
            f"{header('manifests', config)}\nname = {quoted(one.draft.name)}\nmanifest = {quoted(one.path)}\n"
            f"pins = {quoted(one.pins_path)}\nsource = [{', '.join(map(quoted, one.draft.source))}]\n"
            for one in placed
        ]
    if draft.acknowledgements and "acknowledge" not in tables:
        blocks.append(_acknowledgements(draft.acknowledgements, config))
    return "\n".join(blocks)


def _acknowledgements(open_ones: tuple[DraftAcknowledgement, ...], config: str) -> str:
    """Questions, commented out: as long as they are, each of these registrations fails the check."""
    lines = [
        "# These registrations cannot be read without running the code. Make them readable, or take the comment marks",
        "# away and say which tools they register and why it may stay so:",
    ]
    for one in open_ones:
        lines.append("#")
        lines.append(f"# {_comment(one.file)}:{one.line}: {_comment(one.reason)}")
        if one.settle:
            lines.append(f"# readable with: {_comment(one.settle)}")
        block = acknowledgement(
            one.file, one.anchor, dynamic=one.dynamic, maybe_nothing=one.maybe_nothing, config=config
        )
        lines += [f"# {line}" for line in block]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def with_config(before: str | None, addition: str, path: str) -> str:
    """The configuration file with the addition at its end; what stood there stays byte for byte."""
    if not addition:
        return before or ""
    if not before:
        return addition
    newline = "\r\n" if "\r\n" in before else "\n"
    gap = newline if before.endswith("\n") else newline * 2
    after = before + gap + addition.replace("\n", newline)
    try:
        tomllib.loads(after)
    except tomllib.TOMLDecodeError as error:
        raise InitError(
            f"[tool.toolcrib] cannot be added to {path}: {error}",
            at=Location(path),
            hint=f"write the configuration to {OWN_CONFIG} by hand",
        ) from error
    return after
