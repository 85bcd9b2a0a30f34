"""Which arguments a schema declares in the objects that bound paths lead through.

Room: registry, middle. Pure. Where a row binds an argument, one that the schema does not declare is refused beside it:
the code may read it as the bound one (pydantic's `validation_alias` takes names that no schema shows), and nobody has
checked it. What says that it takes more names (`additionalProperties`, `patternProperties`) is left open.
Touch it when schemas declare arguments in another way. Not here: changing a schema (`_schema`), judging (`_arguments`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from toolcrib.registry._places import Arguments, Steps, holders

Declared: TypeAlias = tuple[tuple[Steps, frozenset[str]], ...]  # the way to an object, and the names that it may have

_MANY: Final = ("anyOf", "oneOf", "allOf")
_ONE: Final = ("if", "then", "else")


def declared(schema: Mapping[str, Any], paths: Iterable[Steps]) -> Declared:
    """For each object on the paths, once: the names that are declared there. Objects that take others are left out."""
    found: dict[Steps, frozenset[str]] = {}
    for steps in paths:
        for at in range(len(steps)):
            names = _names_at(schema, steps[:at])
            if names is None:
                break  # what lies below is not known either
            found[steps[:at]] = names
    return tuple(found.items())


def lacks(schema: Mapping[str, Any], steps: Steps) -> bool:
    """Whether the schema declares other arguments in the place of this one: nothing would ever be found there."""
    for at, (key, _) in enumerate(steps):
        names = _names_at(schema, steps[:at])
        if names is None:
            return False
        if key not in names:
            return True
    return False


def undeclared(known: Declared, arguments: Arguments) -> str | None:
    """A name in these objects that is not declared. Raises `ShapeError`."""
    for above, names in known:
        for holder in holders([arguments], above):
            if isinstance(holder, dict) and not holder.keys() <= names:
                return next(str(name) for name in holder if name not in names)
    return None


def _names_at(schema: Mapping[str, Any], above: Steps) -> frozenset[str] | None:
    """The names in the objects at the end of the way; None where any name may be there."""
    nodes: list[Any] = [schema]
    for key, lists in above:
        nodes = [inner for node in _parts(nodes, schema) for inner in _under(node, "properties", key)]
        for _ in range(lists):
            nodes = [inner for node in _parts(nodes, schema) for inner in _elements(node)]
    parts = [node for node in _parts(nodes, schema) if _may_be_object(node)]
    names: set[str] = set()
    for node in parts:
        if not isinstance(node, Mapping) or node.get("patternProperties") or "$ref" in node or "$dynamicRef" in node:
            return None
        if any(node.get(word, False) is not False for word in ("additionalProperties", "unevaluatedProperties")):
            return None
        if isinstance(node.get("properties"), Mapping):
            names.update(node["properties"])
        elif node.get("type") == "object" and not any(word in node for word in (*_MANY, "dependentSchemas")):
            return None  # an object of which nothing is said
    return frozenset(names) or None


def _parts(nodes: Iterable[Any], root: Mapping[str, Any]) -> Iterator[Any]:
    """The nodes and all that is said beside them, in branches and behind references: each of them once."""
    waiting, seen = list(nodes), set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Mapping):
            for word in _MANY:
                waiting += node[word] if isinstance(node.get(word), list) else []
            waiting += [node[word] for word in _ONE if word in node]
            needs = node.get("dependentSchemas")
            waiting += needs.values() if isinstance(needs, Mapping) else []
            target = _target(node.get("$ref"), root)
            if target is not None:
                waiting.append(target)
                node = {word: value for word, value in node.items() if word != "$ref"}
        yield node


def _target(reference: object, root: Mapping[str, Any]) -> Any:
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    node: Any = root
    for part in reference[2:].split("/"):
        node = node.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(node, Mapping) else None
    return node


def _may_be_object(node: Any) -> bool:
    """Whether the node says anything of objects: one that is for texts or null only does not."""
    said = node.get("type", "object") if isinstance(node, Mapping) else "object"
    return node is not False and ("object" in said if isinstance(said, (str, list)) else True)


def _under(node: Any, word: str, key: str) -> Iterator[Any]:
    inner = node.get(word) if isinstance(node, Mapping) else None
    if isinstance(inner, Mapping) and key in inner:
        yield inner[key]


def _elements(node: Any) -> Iterator[Any]:
    if isinstance(node, Mapping):
        items, first = node.get("items"), node.get("prefixItems")
        yield from items if isinstance(items, list) else [items] if items is not None else []
        yield from first if isinstance(first, list) else []
