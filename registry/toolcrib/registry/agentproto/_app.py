"""Read an APP.md: strictly where upstream relies on a key, with the place of every value, all problems at once.

Room: registry, middle. Pure: bytes in, an `AppFile` out, or `DocumentProblems`; nothing else is raised. Keys that are
not known pass, as they do in upstream's loader, and are remarked on (`_review`).
Touch it when APP.md gets another key. Not here: `ui` (`_ui`), the files that it names (`_discover`, `_linked`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, final

from toolcrib.manifest import Location
from toolcrib.manifest.documents import Document, Entries, Items, Node, Problem, ProblemCode, read_document, shown
from toolcrib.registry.agentproto._errors import DocumentProblems
from toolcrib.registry.agentproto._fields import SEMVER, Held, Keys, Reading
from toolcrib.registry.agentproto._ui import Ui, read_ui

APP_SCHEMA: Final = "app/v1"
_KNOWN: Final = (
    *("schema", "id", "name", "version", "description", "agents", "workflows", "requires", "placement", "exposes"),
    *("accepts", "ui", "artifact", "skill", "artifacts", "dev", "data", "externalReadRoots", "boundaries"),
    *("category", "workspace", "verify", "tags", "metadata"),
)


@final
@dataclass(frozen=True, slots=True)
class Ref:
    """One line of the index: an id, and the path of the file below the app's folder."""

    id: str
    path: str
    at: Location


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class AppFile:
    """What an APP.md says. `id` is "" where none is written: the app cannot be installed then.

    `ui` is None where there is no `ui`. `unknown` are the keys at the top that nothing reads, with their places.
    """

    path: str
    id: str
    agents: tuple[Ref, ...]
    workflows: tuple[Ref, ...]
    ui: Ui | None
    unknown: Mapping[str, Location]
    places: Mapping[str, Location]


def read_app(content: bytes, path: str) -> AppFile:
    """The app that the file describes. Raises `DocumentProblems` with everything that is wrong in it."""
    app, problems = app_of(content, path)
    if app is None:
        raise DocumentProblems.of(path, problems)
    return app


def app_of(content: bytes, path: str) -> tuple[AppFile | None, tuple[Problem, ...]]:
    """As `read_app`, with what is wrong as values."""
    document, problems = read_document(content, path)
    if document is None:
        return None, problems
    reading = Reading(document)
    reading.problems += problems
    app = _read(reading, document)
    return (None if reading.problems else app), tuple(reading.problems)


def _read(reading: Reading, document: Document) -> AppFile:
    held = reading.held(document.header, ()) or {}
    reading.needed(held, (), ("schema", "agents", "workflows"), Location(document.path, 1, 1))
    places = {name: reading.at(key) for name, (key, _) in held.items()}

    def at(name: str) -> Node | None:
        return held[name][1] if name in held else None

    if (node := at("schema")) is not None:
        reading.one_of(node, ("schema",), (APP_SCHEMA,))
    app_id = (reading.text(node, ("id",)) or "") if (node := at("id")) is not None else ""
    agents = _refs(reading, at("agents"), "agents")
    workflows = _refs(reading, at("workflows"), "workflows")
    ui = read_ui(reading, node, places) if (node := at("ui")) is not None else None
    if "agents" in held and "workflows" in held and not _has(at("agents")):
        if ui is None:
            message = "the app has neither an agent nor a `ui`, so there is nothing to run"
            reading.say(ProblemCode.BAD_VALUE, message, ("agents",), places["agents"], "List an agent, or add `ui:`.")
        elif _has(at("workflows")):
            message = "an app without agents bundles no workflow: no agent lists it"
            reading.say(ProblemCode.BAD_VALUE, message, ("workflows",), places["workflows"], "Write `workflows: []`.")
    _read_rest(reading, held, agents, workflows)
    return AppFile(
        path=document.path,
        id=app_id,
        agents=agents,
        workflows=workflows,
        ui=ui,
        unknown=MappingProxyType({name: places[name] for name in held if name not in _KNOWN}),
        places=MappingProxyType(places),
    )


def _has(node: Node | None) -> bool:
    return not isinstance(node, Items) or bool(node.items)


def _refs(reading: Reading, node: Node | None, name: str) -> tuple[Ref, ...]:
    if node is None:
        return ()
    found = reading.listed(node, (name,), lambda one, keys: _ref(reading, one, keys))
    seen: set[str] = set()
    for ref in found:
        if ref.id in seen:
            message = f"{shown(ref.id)} is listed twice; ids are unique"
            reading.say(ProblemCode.DUPLICATE, message, (name,), ref.at, "Remove one, or give it another id.")
        seen.add(ref.id)
    return found


def _ref(reading: Reading, node: Node, keys: Keys) -> Ref | None:
    held = reading.held(node, keys, "a mapping with `id` and `path`")
    if held is None:
        return None
    reading.needed(held, keys, ("id", "path"), reading.at(node))
    given = [reading.text(held[name][1], (*keys, name)) if name in held else None for name in ("id", "path")]
    ref_id, path = given
    return Ref(ref_id, path, reading.at(held["id"][0])) if ref_id and path else None


def _read_rest(reading: Reading, held: Held, agents: tuple[Ref, ...], workflows: tuple[Ref, ...]) -> None:
    """The keys that nothing here uses: held to their types, so that a slip is said where it stands."""
    for name, (_, node) in held.items():
        keys = (name,)
        match name:
            case "name":
                reading.text(node, keys, 80)
            case "version":
                reading.matching(node, keys, SEMVER, "a version like 1.0.0")
            case "description":
                reading.text(node, keys, 2_000)
            case "category" | "workspace":
                reading.text(node, keys)
            case "placement":
                reading.one_of(node, keys, ("local", "box", "any", "split"))
            case "externalReadRoots" | "tags":
                reading.texts(node, keys)
            case "requires":
                _requires(reading, node, keys)
            case "exposes" if (inner := reading.held(node, keys)) is not None:
                reading.closed(inner, keys, ("agents", "workflows"))
                for kind, refs in (("agents", agents), ("workflows", workflows)):
                    if kind in inner:
                        own = [ref.id for ref in refs]
                        reading.listed(
                            inner[kind][1],
                            (*keys, kind),
                            lambda one, at, own=own: reading.one_of(one, at, own),  # type: ignore[misc]  # bound in the loop on purpose
                        )
            case "accepts" if (inner := reading.held(node, keys)) is not None and "tasks" in inner:
                reading.flag(inner["tasks"][1], (*keys, "tasks"))
            case "boundaries" if (inner := reading.held(node, keys)) is not None and "enforce" in inner:
                reading.one_of(inner["enforce"][1], (*keys, "enforce"), ("required", "best-effort"))
            case "artifact" | "skill":
                _texts_in(reading, node, keys, needed="path")
            case "dev":
                _texts_in(reading, node, keys, needed="launch")
            case "verify":
                _texts_in(reading, node, keys, needed="command")
            case "data" if (inner := reading.held(node, keys)) is not None and "dir" in inner:
                directory = reading.text(inner["dir"][1], (*keys, "dir"))
                if directory and directory.startswith("/"):
                    reading.bad(inner["dir"][1], (*keys, "dir"), "must be a path below the app's folder")
            case "artifacts":
                reading.listed(node, keys, lambda one, at: _texts_in(reading, one, at, needed="type"))


def _texts_in(reading: Reading, node: Node, keys: Keys, *, needed: str) -> None:
    if (held := reading.held(node, keys)) is not None:
        reading.needed(held, keys, (needed,), reading.at(node))
        for name, (_, value) in held.items():
            reading.text(value, (*keys, name))


def _requires(reading: Reading, node: Node, keys: Keys) -> None:
    if not isinstance(node, Entries):
        reading.texts(node, keys)
        return
    held = reading.held(node, keys) or {}
    reading.closed(held, keys, ("browser", "fs", "gpu", "secrets", "apps"))
    for name, (_, value) in held.items():
        if name in ("browser", "fs", "gpu"):
            reading.flag(value, (*keys, name))
        elif name == "secrets":
            reading.texts(value, (*keys, name))
        elif name == "apps":
            reading.listed(value, (*keys, name), lambda one, at: _required_app(reading, one, at))


def _required_app(reading: Reading, node: Node, keys: Keys) -> None:
    if not isinstance(node, Entries):
        reading.text(node, keys, wanted="an app's id, or a mapping with `id`")
        return
    held = reading.held(node, keys) or {}
    reading.closed(held, keys, ("id", "version", "workflows"))
    reading.needed(held, keys, ("id",), reading.at(node))
    for name, (_, value) in held.items():
        if name == "workflows":
            reading.texts(value, (*keys, name))
        else:
            reading.text(value, (*keys, name))
