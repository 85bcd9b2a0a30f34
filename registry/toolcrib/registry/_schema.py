"""The schema that the model is offered: without what is pinned, and with what is filled as optional.

Room: registry, middle. Pure: a JSON Schema and a row's scope in, a new schema out; what came in is never changed. What
cannot be followed to its end is refused in words, since an argument that is missed would stay in the model's hands.
Touch it when frameworks write the schemas of arguments in another way. Not here: validating (`_arguments`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from toolcrib.manifest import ArgumentRule, ScopedArgument, argument_steps
from toolcrib.registry._declared import lacks
from toolcrib.registry._errors import SchemaError
from toolcrib.registry._places import Steps

Node: TypeAlias = dict[str, Any]

_COMBINED: Final = ("anyOf", "oneOf", "allOf")
_CONDITIONAL: Final = ("if", "then", "else", "not", "dependentSchemas", "dependentRequired", "dependencies")
_ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"}
)
_MAX_REFERENCES: Final = 32


def offered_schema(
    schema: Mapping[str, Any], scope: Mapping[str, ScopedArgument], *, fillable: Collection[str] | None = None
) -> dict[str, Any]:
    """A new schema for the model. Of the filled arguments, those in `fillable` become optional (None: all of them).

    Raises `SchemaError` where a bound argument is not found, or lies in something that cannot be followed.
    """
    try:
        offered: dict[str, Any] = _unshared(dict(schema))
    except RecursionError:
        raise SchemaError("the schema holds itself, or is nested too deeply to be copied") from None
    for path, scoped in scope.items():
        if scoped.rule is ArgumentRule.CHECKED:
            if lacks(schema, argument_steps(path)):
                raise _nothing_there(path)
            continue
        if scoped.rule is ArgumentRule.FILLED and fillable is not None and path not in fillable:
            continue
        relaxer = _Relaxer(offered, path, remove=scoped.rule is ArgumentRule.PINNED)
        if not relaxer.relax(offered, argument_steps(path)):
            raise _nothing_there(path)
    return offered


def _nothing_there(path: str) -> SchemaError:
    return SchemaError(
        f"the row binds the argument `{path}`, and the schema has none there: nothing would be bound",
        hint="Correct the path in the row's `scope`, or the schema.",
    )


def _unshared(value: Any) -> Any:
    """A copy in which no part stands twice: `deepcopy` keeps what is shared, and one change would be seen twice."""
    if isinstance(value, Mapping):
        return {key: _unshared(inner) for key, inner in value.items()}
    return [_unshared(inner) for inner in value] if isinstance(value, (list, tuple)) else value


class _Relaxer:
    def __init__(self, root: Node, path: str, *, remove: bool) -> None:
        self.root, self.path, self.remove = root, path, remove

    def relax(self, node: Node, steps: Steps, references: int = 0) -> int:
        """How often the argument was found in `node`, which is changed."""
        if references > _MAX_REFERENCES:
            self._refuse("lies behind too many references")
        self._inline(node, references)
        (key, lists), rest = steps[0], steps[1:]
        self._refuse_conditions(node, key)
        found = 0
        for word in _COMBINED:
            for branch in self._schemas(node.get(word)):
                found += self.relax(branch, steps, references + 1)
        properties = node.get("properties")
        if isinstance(properties, dict) and key in properties:
            if not rest:
                found += 1
                if self.remove:
                    del properties[key]
                    self._forget(node, key)
                self._optional(node, key)
            elif isinstance(properties[key], dict):
                found += self._inside(properties[key], lists, rest, references)
                if self.remove and found:
                    self._optional_if_made(node, key, properties[key], lists)
        if isinstance(node.get("patternProperties"), dict) and node["patternProperties"]:
            self._refuse("may also be a property that is known by a pattern")
        return found

    def _inside(self, node: Node, lists: int, rest: Steps, references: int) -> int:
        if lists == 0:
            return self.relax(node, rest, references + 1)
        self._inline(node, references)
        if "prefixItems" in node or isinstance(node.get("items"), list):
            self._refuse("lies in a list whose elements have schemas of their own")
        found = 0
        for word in _COMBINED:
            for branch in self._schemas(node.get(word)):
                found += self._inside(branch, lists, rest, references + 1)
        if isinstance(node.get("items"), dict):
            found += self._inside(node["items"], lists - 1, rest, references + 1)
        return found

    def _inline(self, node: Node, references: int) -> None:
        """Put what a local `$ref` names in its place: others that refer to it keep theirs."""
        for _ in range(_MAX_REFERENCES - references):
            reference = node.get("$ref")
            if reference is None:
                if "$dynamicRef" in node or "$recursiveRef" in node:
                    self._refuse("lies behind a reference that depends on who asks")
                return
            beside = {word: value for word, value in node.items() if word in _ANNOTATIONS}
            if set(node) - {"$ref"} - _ANNOTATIONS - {"$defs", "definitions", "$schema"}:
                self._refuse("lies behind a `$ref` that has other words beside it")
            kept: Node = {word: node[word] for word in ("$defs", "definitions", "$schema") if word in node}
            target = self._target(reference)
            node.clear()
            node.update(target | beside | kept)
        self._refuse("lies behind references that lead in a circle")

    def _target(self, reference: object) -> Node:
        if not isinstance(reference, str) or not reference.startswith("#/"):
            self._refuse("lies behind a reference to another document")
        node: Any = self.root
        for part in str(reference)[2:].split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            node = node.get(name) if isinstance(node, dict) else None
        if not isinstance(node, dict):
            self._refuse("lies behind a reference that leads nowhere")
        target: Node = _unshared(node)
        return target

    def _schemas(self, value: object) -> list[Node]:
        return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []

    def _refuse_conditions(self, node: Node, key: str) -> None:
        for word in _CONDITIONAL:
            if word in node and _mentions(node[word], key):
                self._refuse(f"is also spoken of by `{word}`")

    def _forget(self, node: Node, key: str) -> None:
        """Defaults and examples of the object would show the model what it does not set."""
        if isinstance(node.get("default"), dict):
            node["default"].pop(key, None)
        for example in self._schemas(node.get("examples")):
            example.pop(key, None)

    def _optional(self, node: Node, key: str) -> None:
        required = node.get("required")
        if isinstance(required, list) and key in required:
            required = [name for name in required if name != key]
            if required:
                node["required"] = required
            else:
                del node["required"]

    def _optional_if_made(self, node: Node, key: str, inner: Node, lists: int) -> None:
        """An object that has nothing left for the model to say is made by the session when the model leaves it out."""
        if not lists and inner.get("properties") == {} and not inner.get("required"):
            self._optional(node, key)

    def _refuse(self, why: str) -> None:
        raise SchemaError(
            f"the argument `{self.path}` {why}, so it cannot be bound safely",
            hint="Write the schema of the arguments out, without that.",
        )


def _mentions(value: object, key: str) -> bool:
    if isinstance(value, dict):
        return key in value or any(_mentions(inner, key) for inner in value.values())
    if isinstance(value, list):
        return key in value or any(_mentions(inner, key) for inner in value)
    return False
