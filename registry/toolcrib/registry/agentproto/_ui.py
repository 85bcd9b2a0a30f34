"""Read `ui` of an APP.md. Its `tools` are what the app's page may ask of the daemon: not written, empty and a list are
three things, each a type.

Room: registry, middle. Values, and reading them from the tree.
Touch it when `ui` gets another key. Not here: what the list lets through (`_bridge`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from toolcrib.manifest import Location
from toolcrib.manifest.documents import Node, ProblemCode, Scalar, shown
from toolcrib.registry.agentproto._fields import Keys, Reading

_KNOWN: Final = ("path", "title", "description", "tools", "renders", "port", "csp", "build", "extensions")
_CSP: Final = ("connectDomains", "resourceDomains", "frameDomains")


@final
@dataclass(frozen=True, slots=True)
class NoUiTools:
    """`ui.tools` is not written. The daemon takes it for an empty list, `app serve` lets everything through."""


@final
@dataclass(frozen=True, slots=True)
class UiTools:
    """`ui.tools` is written: these ids in order, perhaps none."""

    ids: tuple[str, ...]


UiList: TypeAlias = NoUiTools | UiTools


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """`places` are those of the ids of `tools`, in its order; `at` is the key `ui`'s."""

    path: str
    tools: UiList
    places: tuple[Location, ...]
    at: Location


def read_ui(reading: Reading, node: Node, places: dict[str, Location]) -> Ui:
    keys: Keys = ("ui",)
    held = reading.held(node, keys) or {}
    reading.closed(held, keys, _KNOWN)
    reading.needed(held, keys, ("path",), reading.at(node))
    path, tools = "", None
    where: tuple[Location, ...] = ()
    renders: tuple[tuple[str, Node], ...] = ()
    for name, (key, value) in held.items():
        inner = (*keys, name)
        match name:
            case "path":
                path = reading.text(value, inner) or ""
            case "title" | "description":
                reading.text(value, inner)
            case "tools":
                found = reading.listed(value, inner, lambda one, at: _named(reading, one, at))
                tools = tuple(one for one, _ in found)
                where = tuple(reading.at(one) for _, one in found)
                places["ui.tools"] = reading.at(key)
            case "renders":
                renders = reading.listed(value, inner, lambda one, at: _named(reading, one, at))
            case "port":
                reading.number(value, inner, 1, 65_535, whole=True)
            case "csp" if (csp := reading.held(value, inner)) is not None:
                reading.closed(csp, inner, _CSP)
                for kind, (_, domains) in csp.items():
                    reading.texts(domains, (*inner, kind))
            case "build" if (build := reading.held(value, inner)) is not None:
                reading.needed(build, inner, ("command",), reading.at(value))
                if "command" in build:
                    reading.text(build["command"][1], (*inner, "command"))
    known = frozenset(tools or ())
    seen: set[str] = set()
    for one, at in renders:
        if one not in known:
            reading.bad(at, (*keys, "renders"), f"{shown(one)} is not in `ui.tools`", "List it there, or remove it.")
        elif one in seen:
            reading.say(ProblemCode.DUPLICATE, f"{shown(one)} stands twice", (*keys, "renders"), reading.at(at))
        seen.add(one)
    if "extensions" in held:
        _extensions(reading, held["extensions"][1], known)
    listed = NoUiTools() if tools is None else UiTools(tools)
    return Ui(path=path, tools=listed, places=where, at=places.get("ui") or reading.at(node))


def _named(reading: Reading, node: Node, keys: Keys) -> tuple[str, Node] | None:
    text = reading.text(node, keys)
    return None if text is None else (text, node)


def _extensions(reading: Reading, node: Node, tools: frozenset[str]) -> None:
    """`openai: {mentions: {searchTool}}`, and nothing else: upstream refuses what it does not know."""
    keys: Keys = ("ui", "extensions")
    for name in ("openai", "mentions", "searchTool"):
        held = reading.held(node, keys)
        if held is None:
            return
        reading.closed(held, keys, (name,))
        if name not in held:
            return
        node, keys = held[name][1], (*keys, name)
    text = reading.text(node, keys)
    if isinstance(node, Scalar) and text is not None and text not in tools:
        reading.bad(node, keys, f"{shown(text)} is not in `ui.tools`", "List it there.")
