"""Make a manifest of the trees that were read, and keep the place of everything.

Room: manifest, middle. Pure: `Sources` (paths and bytes) in, `Declared` out, or every problem at once.
Touch it when a manifest may be written in another shape. Not here: disk (`_load`), what a value may be (`_rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from toolcrib.manifest._comments import read_comments
from toolcrib.manifest._declared import Declared, ManifestComment, Sources
from toolcrib.manifest._decode import decode
from toolcrib.manifest._errors import ManifestProblems, Problem, ProblemCode
from toolcrib.manifest._frozen import FrozenMap
from toolcrib.manifest._location import Location
from toolcrib.manifest._reader import read_yaml
from toolcrib.manifest._review import REQUIRED, SECTIONS, SETTINGS, Path, subject, unknown_key
from toolcrib.manifest._rows import build
from toolcrib.manifest._texts import shown
from toolcrib.manifest._tree import Entries, Entry, Items, Node, Nothing, Scalar


def declare(sources: Sources) -> Declared:
    """The manifest that `sources` hold. Raises `ManifestProblems` with everything that is wrong in them."""
    builder = _Builder(sources)
    for path in sources.manifest_files:
        builder.read_manifest(path)
    builder.read_pins()
    builder.name_paths()
    manifest, problems = build(builder.raw)
    problems = builder.problems + [builder.placed(p) for p in problems if builder.is_news(p)]
    if problems or manifest is None:
        raise ManifestProblems.of(sources.path, sorted(problems, key=builder.order))
    return Declared(
        manifest=manifest,
        path=sources.path,
        pins_path=sources.pins_path,
        files=sources.manifest_files,
        places=FrozenMap(builder.places),
        comments=tuple(builder.comments),
        sources=sources,
    )


@dataclass
class _Builder:
    sources: Sources
    raw: dict[str, object] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    comments: list[ManifestComment] = field(default_factory=list)
    places: dict[tuple[str, ...], Location] = field(default_factory=dict)  # of keys, by names alone: for everybody
    keys: dict[Path, Location] = field(default_factory=dict)
    values: dict[Path, Location] = field(default_factory=dict)
    settled: set[Path] = field(default_factory=set)  # reported already: what the models say of it adds nothing
    unread: bool = False  # a file was not read to its end: what is missing may stand there

    # -- files -------------------------------------------------------------------------------------------------------

    def read_manifest(self, path: str) -> None:
        root = self._read(path)
        if isinstance(root, Entries):
            for entry in self._once_each(root, (), path):
                self._section(entry, path)
        elif root is None:
            self.unread = True
        else:
            self._report(ProblemCode.WRONG_TYPE, "a manifest is a mapping of sections", root.span.at(path), _OUTLINE)
            self.unread = True

    def read_pins(self) -> None:
        path = self.sources.pins_path
        if path not in self.sources.files:
            return
        root = self._read(path)
        if root is None:
            return
        if "pins" in self.raw:
            first = self.places[("pins",)]
            message = f"pins are declared here and at {first}; two sets cannot both be the exact one"
            hint = f"Keep one of the two: this file, or `pins=` in {first.path}."
            self._report(ProblemCode.DUPLICATE, message, root.span.at(path), hint, ("pins",))
            return
        self.values["pins",] = root.span.at(path)
        self.raw["pins"] = self._value(root, ("pins",), path)

    def _read(self, path: str) -> Node | None:
        python, pins = path.endswith(".py"), path == self.sources.pins_path
        text = decode(self.sources.files[path], path, hidden=not python)
        if isinstance(text, Problem):
            self.problems.append(replace(text, path=("pins",)) if pins else text)
            return None
        root, problems = _read_python(text, path) if python else read_yaml(text, path)
        self.problems += [replace(p, path=("pins", *p.path)) if pins else p for p in problems]
        self.comments += read_comments(text, root, path)
        if root is None and not problems and not pins:
            self._report(ProblemCode.BAD_VALUE, "the file is empty", Location(path), _OUTLINE)
        return root

    # -- sections ----------------------------------------------------------------------------------------------------

    def _section(self, entry: Entry, path: str) -> None:
        name, node = str(entry.key.value), entry.value
        python = path.endswith(".py")
        if name == "pins" and not python:
            hint = f"Move them to {self.sources.pins_path}, so that CODEOWNERS can guard that file."
            self._report(
                ProblemCode.UNKNOWN_KEY, "pins stand in a file of their own", entry.key.span.at(path), hint, ("pins",)
            )
            self.settled.add(("pins",))
            return
        if name not in (*SECTIONS, *SETTINGS, "pins"):
            self.keys[name,] = entry.key.span.at(path)
            self.problems.append(self.placed(unknown_key((name,), (*SECTIONS, *SETTINGS))))
            return
        if name in SETTINGS and (first := self.keys.get((name,))):
            message = f"`{name}` is written here and at {first.path}:{first.line}; a manifest has one"
            at = entry.key.span.at(path)
            self._report(ProblemCode.DUPLICATE, message, at, "Keep one of the two.", (name,))
            return
        self._place((name,), entry.key.span.at(path), node.span.at(path))
        value = self._value(node, (name,), path)
        before = self.raw.get(name)
        if isinstance(before, dict) and isinstance(value, dict):
            before.update(value)  # another file's part of the section; `_once_each` has told of names in both
        elif name not in self.raw or not isinstance(before, dict):
            self.raw[name] = value

    def _value(self, node: Node, path: Path, file: str) -> object:
        """The plain value of a node, whose places are kept and whose own problems are reported."""
        match node:
            case Scalar():
                return node.value
            case Items():
                return [self._item(item, (*path, index), file) for index, item in enumerate(node.items)]
            case Entries():
                found: dict[str, object] = {}
                for entry in self._once_each(node, path, file):
                    inner = (*path, _key(entry.key))
                    self._place(inner, entry.key.span.at(file), entry.value.span.at(file))
                    found[self._name(entry.key, inner, file)] = self._value(entry.value, inner, file)
                return found
            case Nothing():
                self.settled.add(path)
                if not node.settled:
                    self._empty(path, node, file)
                return None

    def _name(self, key: Scalar, path: Path, file: str) -> str:
        if not isinstance(key.value, str):
            message = f"{subject(path)} has to be named by a text, and {shown(key.value)} is none"
            self._report(ProblemCode.WRONG_TYPE, message, key.span.at(file), f'Put it in quotes: `"{key.text}"`.', path)
        return key.value if isinstance(key.value, str) else key.text

    def _item(self, node: Node, path: Path, file: str) -> object:
        self.values[path] = node.span.at(file)
        if isinstance(node, Scalar) and isinstance(node.value, str):
            self.places.setdefault((*_names(path[:-1]), node.value), node.span.at(file))
        return self._value(node, path, file)

    def _empty(self, path: Path, node: Nothing, file: str) -> None:
        at = self.keys.get(path, node.span.at(file))
        hint = {
            1: f"Write `{path[-1]}: {{}}` to say that there are none.",
            2: f"Write `{path[-1]}: {{}}` to say that there are none." if path[0] == "pins" else "",
        }.get(len(path), "")
        if path[-1] == "feature":
            hint = "Write `feature: null` to say that it is ungated, or the permission's key."
        message = f"nothing is written after {subject(path)}; readers disagree on what that means"
        if isinstance(path[-1], int):
            message = f"{subject(path)} is empty"
        self._report(ProblemCode.AMBIGUOUS, message, at, hint, path)

    def _once_each(self, node: Entries, path: Path, file: str) -> Iterator[Entry]:
        """The entries whose key is new at `path`, in this file and in the files before it."""
        seen: dict[object, Location] = {}
        for entry in node.entries:
            key, at = entry.key.value, entry.key.span.at(file)
            elsewhere = self.keys.get((*path, _key(entry.key))) if len(path) == 1 else None
            if first := seen.get((type(key), key)) or elsewhere:
                where = f"line {first.line}" if first.path == file else f"{first.path}:{first.line}"
                who = subject((*path, _key(entry.key)))
                message = f"{who} is declared twice; the first stands at {where}"
                self._report(ProblemCode.DUPLICATE, message, at, "Keep one of the two.", (*path, _key(entry.key)))
                continue
            seen[type(key), key] = at
            yield entry

    # -- places ------------------------------------------------------------------------------------------------------

    def _place(self, path: Path, key: Location, value: Location) -> None:
        self.keys.setdefault(path, key)
        self.values.setdefault(path, value)
        self.places.setdefault(_names(path), key)

    def _report(self, code: ProblemCode, message: str, at: Location, hint: str = "", path: Path = ()) -> None:
        self.problems.append(Problem(code=code, message=message, at=at, hint=hint, path=path))

    def name_paths(self) -> None:
        """Give what was refused while reading the keys that lead there: the reader knew the place only."""
        unnamed = [i for i, problem in enumerate(self.problems) if problem.at and problem.path in ((), ("pins",))]
        if not unnamed:
            return
        found = {(at.path, at.line, at.column): path for path, at in (*self.keys.items(), *self.values.items())}
        for index in unnamed:
            problem = self.problems[index]
            at = problem.at or Location("")
            path = found.get((at.path, at.line, at.column))
            if path:
                self.problems[index] = replace(problem, path=path)
                self.settled.add(path)

    def is_news(self, problem: Problem) -> bool:
        """Whether a problem of the models tells more than what was reported while reading."""
        if self.unread and (problem.code == ProblemCode.UNKNOWN_NAME or len(problem.path) == 1):
            return False
        return not any(problem.path[:n] in self.settled for n in range(1, len(problem.path) + 1))

    def placed(self, problem: Problem) -> Problem:
        """The problem with its place: the value, or the key for a problem of the key, or what is nearest above."""
        if problem.at:
            return problem
        first, second = (self.keys, self.values) if problem.at_key else (self.values, self.keys)
        at = first.get(problem.path) or second.get(problem.path)
        for length in range(len(problem.path) - 1, 0, -1):
            at = at or self.keys.get(problem.path[:length])
        return replace(problem, at=at or Location((*self.sources.manifest_files, self.sources.path)[0]))

    def order(self, problem: Problem) -> tuple[int, Location]:
        files = list(self.sources.files)
        at = problem.at or Location(self.sources.path)
        return (files.index(at.path) if at.path in files else -1, at)


_OUTLINE = f"It begins with {', '.join(f'`{name}:`' for name in REQUIRED)}."


def _read_python(text: str, path: str) -> tuple[Node | None, tuple[Problem, ...]]:
    from toolcrib.manifest._python import read_python  # brings ast and inspect: only where Python is read

    return read_python(text, path)


def _key(key: Scalar) -> str:
    return key.value if isinstance(key.value, str) else key.text


def _names(path: Path) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))
