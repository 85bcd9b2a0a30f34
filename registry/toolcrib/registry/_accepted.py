"""Compile a JSON Schema to functions that say whether a value is accepted: the words that arguments are described with.

Room: registry, middle. Pure. Says exactly what `jsonschema` says (a property test holds the two together), some twenty
times as fast and without its import. A schema with a word that is not known here is left to the whole validator.
Touch it when a common word is missing. Not here: bounds and words for what is wrong (`_arguments`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from toolcrib.registry._patterns import matcher

Accepts: TypeAlias = Callable[[Any], bool]

_SAYS_NOTHING: Final = frozenset(
    {"$schema", "$defs", "definitions", "$comment", "title", "description", "default", "examples", "deprecated"}
    | {"readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType", "discriminator"}
)


class LeaveIt(Exception):  # noqa: N818  # a jump, never an error that is shown
    """A word of the schema is not known here."""


def compiled(schema: Any, root: Any, *, tangled: bool = False) -> Accepts:
    """Raises `LeaveIt`. `root` is what local references look into.

    Where the schema is `tangled`, a value is held against what a reference names once: else a union of nodes that hold
    nodes costs as many ways as there are branches, once more for each level of the arguments.
    """
    accepts = _Compiler(root, tangled).schema(schema)
    return _afresh(accepts) if tangled else accepts


class _Held(threading.local):
    """What was found of the arguments at hand: by the reference and the identity of the value."""

    said: dict[tuple[str, int], bool] | None = None


_held = _Held()


def _afresh(accepts: Accepts) -> Accepts:
    def judged(value: Any) -> bool:
        _held.said = {}
        try:
            return accepts(value)
        finally:
            _held.said = None

    return judged


def _once(reference: str, kept: list[Accepts]) -> Accepts:
    def accepts(value: Any) -> bool:
        said = _held.said
        assert said is not None
        key = (reference, id(value))  # the arguments live as long as they are judged
        found = said.get(key)
        if found is None:
            found = said[key] = kept[0](value)
        return found

    return accepts


class _Compiler:
    def __init__(self, root: Any, tangled: bool) -> None:
        self.root, self.tangled = root, tangled
        self.made: dict[str, list[Accepts]] = {}

    def schema(self, schema: Any) -> Accepts:
        if schema is True:
            return _yes
        if schema is False:
            return _no
        if not isinstance(schema, dict):
            raise LeaveIt
        said = {word: value for word, value in schema.items() if word not in _SAYS_NOTHING and word[:2] != "x-"}
        if "$ref" in said:
            if len(said) > 1:
                raise LeaveIt  # the dialects differ in what stands beside a reference
            return self._reference(said["$ref"])
        checks: list[Accepts] = []
        objects = {word: said.pop(word) for word in ("properties", "required", "additionalProperties") if word in said}
        if "type" in said:
            checks.append(_type(said.pop("type")))
        if objects:
            checks.append(self._object(objects))
        for word, value in said.items():
            checks.append(self._word(word, value))
        if len(checks) == 1:
            return checks[0]
        if len(checks) == 2:
            first, second = checks
            return lambda value: first(value) and second(value)
        return lambda value: _all(checks, value)

    def _reference(self, reference: Any) -> Accepts:
        if reference in self.made:
            kept = self.made[reference]
            return _once(reference, kept) if self.tangled else lambda value: kept[0](value)
        if not isinstance(reference, str) or not reference.startswith("#/"):
            raise LeaveIt
        node = self.root
        for part in reference[2:].split("/"):
            if not isinstance(node, dict) or "%" in part or part not in node:
                raise LeaveIt
            node = node[part.replace("~1", "/").replace("~0", "~")]
        kept = self.made[reference] = []
        kept.append(self.schema(node))
        return _once(reference, kept) if self.tangled else kept[0]

    def _object(self, words: dict[str, Any]) -> Accepts:
        properties = words.get("properties", {})
        required = words.get("required", [])
        if not isinstance(properties, dict) or not isinstance(required, list):
            raise LeaveIt
        if not all(isinstance(name, str) for name in required):
            raise LeaveIt
        known = {name: self.schema(inner) for name, inner in properties.items()}
        needed = tuple(required)
        more = self.schema(words.get("additionalProperties", True))

        def accepts(value: Any) -> bool:
            if type(value) is not dict:
                return True
            for name in needed:
                if name not in value:
                    return False
            for name, inner in value.items():  # noqa: SIM110  # a generator costs as much as the checks
                if not known.get(name, more)(inner):
                    return False
            return True

        return accepts

    def _word(self, word: str, value: Any) -> Accepts:
        wanted = _WANTED.get(word)
        if wanted is not None and type(value) not in wanted:
            raise LeaveIt  # no valid schema: the whole validator says why
        match word:
            case "enum":
                return _enum(value)
            case "const":
                return lambda one: _equal(one, value)
            case "items":
                if isinstance(value, list):
                    raise LeaveIt
                each = self.schema(value)
                return lambda one: type(one) is not list or all(map(each, one))
            case "anyOf":
                branches = [self.schema(branch) for branch in value]
                return lambda one: any(branch(one) for branch in branches)
            case "allOf":
                branches = [self.schema(branch) for branch in value]
                return lambda one: all(branch(one) for branch in branches)
            case "oneOf":
                branches = [self.schema(branch) for branch in value]
                return lambda one: sum(branch(one) for branch in branches) == 1
            case "uniqueItems":
                return (lambda one: type(one) is not list or are_distinct(one)) if value else _yes
            case "minItems":
                return lambda one: type(one) is not list or len(one) >= value
            case "maxItems":
                return lambda one: type(one) is not list or len(one) <= value
            case "minLength":
                return lambda one: type(one) is not str or len(one) >= value
            case "maxLength":
                return lambda one: type(one) is not str or len(one) <= value
            case "pattern":
                found = matcher(value)
                return lambda one: type(one) is not str or found(one)
            case "minimum":
                return lambda one: not _is_number(one) or one >= value
            case "maximum":
                return lambda one: not _is_number(one) or one <= value
            case "exclusiveMinimum":
                return lambda one: not _is_number(one) or one > value
            case "exclusiveMaximum":
                return lambda one: not _is_number(one) or one < value
        raise LeaveIt


_COUNTS: Final = ("minItems", "maxItems", "minLength", "maxLength")
_BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_WANTED: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(_COUNTS, (int,)),
    **dict.fromkeys(_BOUNDS, (int, float)),
    **dict.fromkeys(("anyOf", "allOf", "oneOf"), (list,)),
    "pattern": (str,),
    "uniqueItems": (bool,),
}


def are_distinct(values: list[Any]) -> bool:
    """Whether no two are equal as JSON: each is looked up and none compared with all, since a model says how many."""
    return len(set(map(_key, values))) == len(values)


def _key(value: Any) -> Any:
    """Equal for two values exactly where they are equal as JSON."""
    kind = type(value)
    if kind is bool:
        return (bool, value)
    if kind is list:
        return (list, *map(_key, value))
    if kind is dict:
        return (dict, frozenset((name, _key(inner)) for name, inner in value.items()))
    return value


def _yes(_: Any) -> bool:
    return True


def _no(_: Any) -> bool:
    return False


def _all(checks: list[Accepts], value: Any) -> bool:
    for check in checks:  # noqa: SIM110  # a generator costs as much as the checks
        if not check(value):
            return False
    return True


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


def _is_integer(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


_TYPES: Final[dict[str, Accepts]] = {
    "string": lambda value: type(value) is str,
    "integer": _is_integer,
    "number": _is_number,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "array": lambda value: type(value) is list,
    "object": lambda value: type(value) is dict,
}


def _type(names: Any) -> Accepts:
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list) or not listed or not all(isinstance(n, str) and n in _TYPES for n in listed):
        raise LeaveIt
    tests = [_TYPES[name] for name in listed]
    return tests[0] if len(tests) == 1 else lambda value: any(test(value) for test in tests)


def _enum(values: Any) -> Accepts:
    if not isinstance(values, list):
        raise LeaveIt
    texts = frozenset(value for value in values if type(value) is str)
    others = [value for value in values if type(value) is not str]
    if not others:
        return lambda one: type(one) is str and one in texts
    return lambda one: one in texts if type(one) is str else any(_equal(one, value) for value in others)


def _equal(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1, and 1 is 1.0, at every depth."""
    if type(one) is bool or type(other) is bool:
        return one is other
    if type(one) is list and type(other) is list:
        return len(one) == len(other) and all(map(_equal, one, other))
    if type(one) is dict and type(other) is dict:
        return one.keys() == other.keys() and all(_equal(value, other[key]) for key, value in one.items())
    return bool(one == other)
