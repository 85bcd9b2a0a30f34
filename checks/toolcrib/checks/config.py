"""Read the configuration: `[tool.toolcrib]` in pyproject.toml, else toolcrib.toml.

Room: checks, edge. In: the project root. Out: a frozen `Config`. Reads those two files and looks whether the default
manifest is there; writes nothing. Every problem is named at once, with file, line and the nearest right word.
The page beside it (config.md) describes every key. Not here: what the words do (`settings`, `files`, `run`).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from toolcrib.checks import _disk
from toolcrib.checks._config_tables import ManifestTable, Tables
from toolcrib.checks._snippets import OWN_CONFIG as _OWN
from toolcrib.checks._snippets import PYPROJECT as _PYPROJECT
from toolcrib.checks._snippets import where
from toolcrib.checks._toml_places import KeyPath, key_lines, line_of
from toolcrib.checks.findings import RuleCode
from toolcrib.checks.ignores import is_reason
from toolcrib.checks.plugin._configured import (
    DEFAULT_MANIFESTS,
    is_mistyped_table,
    looks_like_manifest,
    misnamed_files,
)
from toolcrib.checks.rules import METAS
from toolcrib.checks.settings import Acknowledgement, SilencedRule
from toolcrib.manifest import OPEN_QUESTION, Location, ToolcribError, nearest

_LISTS_OF_ONE = ("source", "exclude", "include", "select", "scoped")


class ConfigError(ToolcribError):
    """An option makes no sense."""

    code = "config"


class ConfigProblems(ExceptionGroup[ToolcribError]):
    """Everything that is wrong with the configuration."""

    def derive(self, excs: Sequence[ToolcribError], /) -> ConfigProblems:  # type: ignore[override]  # narrower on purpose
        return ConfigProblems(self.message, list(excs))


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestConfig:
    """One manifest and the source that it speaks for. `pins` is "" when it stands beside the manifest."""

    name: str
    manifest: str
    pins: str = ""
    source: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    at: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What the project is told to check. `path` is the file that says so, "" when none does.

    `manifests` is empty when nothing is configured and no default manifest is there: nothing can be checked then.
    `foreign` are files in the default places that are no manifests: other products have a tools.yaml as well.
    `places` says where the top-level keys stand.
    """

    path: str = ""
    manifests: tuple[ManifestConfig, ...] = ()
    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    select: frozenset[RuleCode] = frozenset()
    ignore: tuple[SilencedRule, ...] = ()
    baseline: str = ""
    acknowledge: tuple[Acknowledgement, ...] = ()
    foreign: tuple[str, ...] = ()
    features: tuple[str, Location] | None = None  # where the permission catalogue is, and where that is said
    scoped: tuple[str, ...] = ()
    places: tuple[tuple[str, Location], ...] = ()

    def at(self, key: str) -> Location:
        """Where a top-level key stands; the file when it stands nowhere."""
        return dict(self.places).get(key, Location(self.path or _PYPROJECT))

    @property
    def nothing(self) -> ConfigError:
        """Why there is nothing to check, for those who need a manifest and find `manifests` empty."""
        if not self.foreign:
            text = "no manifest is configured here: `toolcrib init` drafts one from the source"
            return ConfigError(text, code="nothing-configured")
        one = self.foreign[0]
        return ConfigError(
            "it does not look like a toolcrib manifest: it has neither `agents` nor `capabilities` at its top level. "
            "It is taken for another program's file, and no manifest is configured here",
            at=Location(one),
            hint="`toolcrib init` drafts a manifest from the source. If this file is the manifest after all, write\n"
            f'manifest = "{one}" {where(self.path or _PYPROJECT)}.',
            code="nothing-configured",
        )


def load_config(root: Path) -> Config:
    """The configuration of the project at `root`; raises `ConfigProblems`."""
    pyproject, own = _read(root, _PYPROJECT), _read(root, _OWN)
    table = _table_of(pyproject, _PYPROJECT)
    if misnamed := list(misnamed_files(root)):
        text = f"the file is not read: toolcrib's configuration is called {_OWN}"
        raise _problems([ConfigError(text, at=Location(name), hint=f"mv {name} {_OWN}") for name in misnamed])
    if table is not None and own is not None:
        text = f"there are two configurations, [tool.toolcrib] in {_PYPROJECT} and {_OWN}"
        raise _problems([ConfigError(text, at=Location(_OWN), hint="Keep one of them.")])
    if table is not None and pyproject is not None:
        return parse_config(table, pyproject, path=_PYPROJECT, prefix=("tool", "toolcrib"), root=root)
    if own is not None:
        return parse_config(_parsed(own, _OWN), own, path=_OWN, prefix=(), root=root)
    found, foreign = _default_manifests(root)
    if len(found) > 1:
        raise _problems([_ambiguous(found, Location(found[1]))])
    manifests = tuple(ManifestConfig(name="", manifest=name, at=Location(_PYPROJECT)) for name in found)
    return Config(manifests=manifests, select=frozenset(_all_codes()), foreign=foreign)


def parse_config(table: Mapping[str, object], text: str, *, path: str, prefix: KeyPath, root: Path) -> Config:
    """The configuration in a table that was read from `text`."""
    return _Reader(text, path=path, prefix=prefix).config(table, root)


def expand_codes(names: Iterable[str]) -> tuple[frozenset[RuleCode], tuple[str, ...]]:
    """The rules that codes or beginnings of codes (`TC2`) name, and a complaint for each that names none."""
    codes: set[RuleCode] = set()
    wrong: list[str] = []
    for name in names:
        found = [meta.code for code, meta in METAS.items() if code.startswith(name)] if len(name) > 2 else []
        codes.update(found)
        if not found:
            likely = [meta.code for meta in METAS.values() if meta.name == name] or nearest(name, METAS)
            wrong.append(f"`{name}` is no rule" + (f"; did you mean {' or '.join(likely)}?" if likely else ""))
    return frozenset(codes), tuple(wrong)


def refuse_silencing(code: RuleCode) -> str:
    """Why a rule cannot be turned off, or ""."""
    meta = METAS[code]
    return f"{code} {meta.name} cannot be ignored: {meta.settled_by}" if meta.settled_by else ""


def _all_codes() -> Iterable[RuleCode]:
    return (meta.code for meta in METAS.values())


class _Reader:
    """Turns one table into a `Config`, collecting everything that is wrong on the way."""

    def __init__(self, text: str, *, path: str, prefix: KeyPath) -> None:
        self._lines = key_lines(text)
        self._path, self._prefix = path, prefix
        self._problems: list[ToolcribError] = []

    def config(self, table: Mapping[str, object], root: Path) -> Config:
        try:
            # JSON mode: strict, and a list is right where a tuple is wanted. A date is no value of any key.
            tables = Tables.model_validate_json(json.dumps(table, default=str))
        except ValidationError as error:
            for found in error.errors(include_url=False):
                self._explain(found["type"], tuple(found["loc"]), found["msg"], found.get("ctx", {}))
            raise _problems(self._problems) from None
        config = Config(
            path=self._path,
            manifests=self._manifests(tables, root),
            exclude=self._patterns(tables.exclude, ("exclude",)),
            include=self._patterns(tables.include, ("include",)),
            select=self._select(tables),
            ignore=self._ignore(tables),
            baseline=self._relative(tables.baseline, ("baseline",)),
            acknowledge=self._acknowledge(tables),
            foreign=() if tables.manifest or tables.manifests else _default_manifests(root)[1],
            places=tuple((key, self._at((key,))) for key in table),
            features=(tables.features, self._at(("features",))) if tables.features else None,
            scoped=self._scoped(tables),
        )
        if self._problems:
            raise _problems(self._problems)
        return config

    def _at(self, path: KeyPath) -> Location:
        return Location(self._path, line_of(self._lines, (*self._prefix, *path)))

    def _wrong(self, path: KeyPath, message: str, hint: str = "") -> None:
        keys = ".".join(str(part) for part in path)
        self._problems.append(
            ConfigError(f"{keys}: {message}" if keys else message, at=self._at(path), hint=hint, code="config")
        )

    def _explain(self, kind: str, path: KeyPath, message: str, context: Mapping[str, object]) -> None:
        if kind == "extra_forbidden":
            known = Tables.keys_at(path[:-1])
            likely = nearest(str(path[-1]), known)
            hint = f"Did you mean {' or '.join(f'`{k}`' for k in likely)}?" if likely else f"Known: {', '.join(known)}."
            if not self._prefix and path in (("tool",), ("toolcrib",)):
                hint = f"In {_OWN} the keys stand at the top level, under no table."
            self._wrong(path, "unknown key", hint)
        elif kind == "missing":
            self._wrong(path[:-1], f"`{path[-1]}` is missing")
        elif kind == "tuple_type" and path[-1] in _LISTS_OF_ONE:
            self._wrong(path, "must be a list", f'Write {path[-1]} = ["…"].')
        elif kind == "too_short":
            self._wrong(path, "is empty", "Leave the key out, or name at least one.")
        elif kind == "value_error":
            self._wrong(path, str(context.get("error", message)))
        else:
            self._wrong(path, message[:1].lower() + message[1:])

    def _manifests(self, tables: Tables, root: Path) -> tuple[ManifestConfig, ...]:
        if not tables.manifests:
            defaults = () if tables.manifest else _default_manifests(root)[0]
            if len(defaults) > 1:
                self._problems.append(_ambiguous(defaults, self._at(()), self._path))
            found = tables.manifest or next(iter(defaults), "")
            alone = ManifestTable.model_construct(
                name="", manifest=found, pins=tables.pins, source=tables.source, exclude=()
            )
            return (self._manifest(alone, ("manifest",)),) if found else ()
        for key in ("manifest", "pins", "source"):
            if getattr(tables, key):
                self._wrong((key,), "belongs to each of `manifests`", f"Move it into [[{'.'.join(self._header())}]].")
        names = [table.name for table in tables.manifests]
        for index, name in enumerate(names):
            if name in names[:index]:
                self._wrong(("manifests", index, "name"), f"`{name}` names another manifest already")
        return tuple(self._manifest(table, ("manifests", i)) for i, table in enumerate(tables.manifests))

    def _header(self) -> tuple[str, ...]:
        return (*(str(part) for part in self._prefix), "manifests")

    def _manifest(self, table: ManifestTable, path: KeyPath) -> ManifestConfig:
        inner = path if path and path[0] == "manifests" else ()
        return ManifestConfig(
            name=table.name,
            manifest=self._relative(table.manifest, (*inner, "manifest")),
            pins=self._relative(table.pins, (*inner, "pins")),
            source=tuple(self._relative(s, (*inner, "source")) for s in table.source),
            exclude=self._patterns(table.exclude, (*inner, "exclude")),
            at=self._at(path),
        )

    def _relative(self, name: str, path: KeyPath) -> str:
        parts = name.split("/")
        if name.startswith("/") or "\\" in name or ".." in parts or (name[1:2] == ":" and name[0].isalpha()):
            self._wrong(path, f"`{name}` must be relative to the project, inside it, and written with `/`")
        return "/".join(part for part in parts if part not in ("", ".")) or ("." if name else "")

    def _patterns(self, patterns: Sequence[str], path: KeyPath) -> tuple[str, ...]:
        for pattern in patterns:
            if (
                pattern.startswith(("!", "/"))
                or "\\" in pattern
                or ".." in pattern.split("/")
                or not pattern.strip("/.")
            ):
                self._wrong(path, f"`{pattern}` is no pattern: write a name, or a path from the project root")
        return tuple(patterns)

    def _scoped(self, tables: Tables) -> tuple[str, ...]:
        for word in tables.scoped:
            plain = word.removeprefix("_")
            if not (plain.isalpha() and plain.islower()):
                hint = "Write one word in small letters, without `_id`; a further word for an id as `_code`."
                self._wrong(("scoped",), f"`{word}` is no word", hint)
        return tables.scoped

    def _select(self, tables: Tables) -> frozenset[RuleCode]:
        if not tables.select:
            return frozenset(_all_codes())
        codes, wrong = expand_codes(tables.select)
        for complaint in wrong:
            self._wrong(("select",), complaint)
        return codes

    def _ignore(self, tables: Tables) -> tuple[SilencedRule, ...]:
        silenced: list[SilencedRule] = []
        for name, reason in tables.ignore.items():
            path = ("ignore", name)
            if name not in METAS:
                _, wrong = expand_codes([name])
                self._wrong(path, wrong[0] if wrong else "name one rule, so that each has a reason of its own")
                continue
            code = METAS[name].code
            if why := refuse_silencing(code):
                self._wrong(path, why)
            elif not _answers(reason):
                self._wrong(path, "needs a reason", f'Write {name} = "why the rule does not fit here".')
            silenced.append(SilencedRule(code=code, reason=reason, at=self._at(path)))
        return tuple(silenced)

    def _acknowledge(self, tables: Tables) -> tuple[Acknowledgement, ...]:
        words: list[Acknowledgement] = []
        for index, table in enumerate(tables.acknowledge):
            path = ("acknowledge", index)
            if not _answers(table.reason):
                self._wrong((*path, "reason"), "needs a reason")
            if not table.says_tools and not table.dynamic:
                hint = "Name what it registers; `tools = []` where that is nothing, `dynamic = true` if nobody can say."
                self._wrong(path, "`tools` is missing", hint)
            for name in table.tools:
                if name == OPEN_QUESTION or not name.strip():
                    self._wrong((*path, "tools"), f"`{name}` is still an open question: name what it registers")
                elif table.tools.count(name) > 1:
                    self._wrong((*path, "tools"), f"`{name}` is listed twice")
            words.append(
                Acknowledgement(
                    file=self._relative(table.file, (*path, "file")),
                    anchor=table.anchor,
                    tools=table.tools,
                    reason=table.reason,
                    dynamic=table.dynamic,
                    at=self._at(path),
                )
            )
        return tuple(words)


def _answers(reason: str) -> bool:
    return is_reason(reason) and OPEN_QUESTION not in reason


def _default_manifests(root: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The manifests in the default places, and the files there that are none."""
    there = [name for name in DEFAULT_MANIFESTS if _disk.is_file(root / name)]
    found = tuple(name for name in there if looks_like_manifest(root / name))
    return found, tuple(name for name in there if name not in found)


def _ambiguous(found: Sequence[str], at: Location, config: str = _PYPROJECT) -> ConfigError:
    return ConfigError(
        f"there is a manifest in {len(found)} default places, {' and '.join(found)}, and nothing says which one counts",
        at=at,
        hint=f'Write manifest = "{found[0]}" (or another) {where(config)}, or remove one.',
    )


def _read(root: Path, name: str) -> str | None:
    """The file's text; None when there is no such file."""
    file = root / name
    if _disk.exists(file) and not _disk.is_file(file):
        raise _problems([ConfigError("the file cannot be read: it is no file", at=Location(name))])
    try:
        return _disk.read(file).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else (error.strerror or "unknown reason")
        raise _problems([ConfigError(f"the file cannot be read: {why}", at=Location(name))]) from error


def _parsed(text: str, name: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise _problems([ConfigError("not TOML: nested too deeply", at=Location(name))]) from error
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        line = next((int(word) for word in message.replace(",", " ").split() if word.isdigit()), 1)
        raise _problems([ConfigError(f"not TOML: {message}", at=Location(name, line))]) from error


def _table_of(text: str | None, name: str) -> Mapping[str, object] | None:
    """[tool.toolcrib], or None when the file has none; a table that was probably meant to be it is refused."""
    if text is None:
        return None
    try:
        whole = _parsed(text, name)
    except ConfigProblems:
        if "toolcrib" not in text:
            return None  # whoever reads the file for another purpose will say so
        raise
    mistyped = [
        ConfigError(f"[{'.'.join(path)}] is not read: toolcrib's table is [tool.toolcrib]", at=_place(text, name, path))
        for path in _tables(whole)
        if is_mistyped_table(path[0], path[1] if len(path) > 1 else "")
    ]
    if mistyped:
        raise _problems(mistyped)
    tool = whole.get("tool")
    table = tool.get("toolcrib") if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table
    raise _problems([ConfigError("tool.toolcrib must be a table", at=Location(name))])


def _tables(whole: Mapping[str, object]) -> Iterable[tuple[str, ...]]:
    """The tables of a pyproject.toml, those of tools with their second name."""
    for first, value in whole.items():
        if first.lower() in ("tool", "tools") and isinstance(value, dict):
            yield from ((first, second) for second in value)
        else:
            yield (first,)


def _place(text: str, name: str, path: KeyPath) -> Location:
    return Location(name, line_of(key_lines(text), path))


def _problems(errors: list[ToolcribError] | list[ConfigError]) -> ConfigProblems:
    count = "1 problem" if len(errors) == 1 else f"{len(errors)} problems"
    in_order = sorted(errors, key=lambda error: error.at or Location(""))
    return ConfigProblems(f"{count} in the configuration", in_order)
