"""Hold the arguments of a call to the tool's JSON Schema, in bounded time and without a network.

Room: registry, middle. Pure: a schema in, a validator out; arguments in, words or None out. 2020-12 and draft-07.
`jsonschema-rs` decides where it is installed (extra `fast`), else the compiled words of `_accepted`, else
`jsonschema`; a property test holds that all three accept the same.
Touch it when a schema that is harmless is refused. Not here: what the model is offered (`_schema`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, final

from toolcrib.registry._accepted import Accepts, LeaveIt, are_distinct, compiled
from toolcrib.registry._effort import MAX_STEPS, TooLong, begin, end, spend
from toolcrib.registry._errors import SchemaError
from toolcrib.registry._patterns import PatternError, matcher
from toolcrib.registry._payload import TooLarge, Unreadable, copied

MAX_NODES: Final = 5_000  # of a schema, and of all ways through its `anyOf` and the like
_MAX_DEPTH: Final = 64
_WORD: Final = 50  # steps that it takes `jsonschema` to hold a value against a word
_DIALECTS: Final = {
    "https://json-schema.org/draft/2020-12/schema": "2020-12",
    "http://json-schema.org/draft-07/schema": "7",
}
_IN_PLACE: Final = ("anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentSchemas", "$ref")


@final
class Validator:
    """The judge of one tool's arguments. Raises `SchemaError` when the schema cannot be used."""

    __slots__ = ("_accepts", "_dialect", "_schema")

    def __init__(self, schema: Mapping[str, Any], *, engine: str = "") -> None:
        try:
            plain = copied(json.loads(json.dumps(schema)))
        except (TypeError, ValueError, RecursionError, Unreadable, TooLarge) as error:
            raise SchemaError(f"the schema is no JSON of a size that can be used: {error}") from None
        self._schema = plain
        try:
            self._dialect = _checked(plain)
            self._accepts = _engine(plain, self._dialect, engine)
        except RecursionError:
            raise SchemaError("the schema has more references behind each other than can be followed") from None

    def problem(self, arguments: dict[str, Any]) -> str | None:
        """What is wrong with the arguments, without any value of them; None when nothing is."""
        begin()
        try:
            if self._accepts(arguments):
                return None
            return self._said_of(arguments)
        except PatternError as error:
            return str(error)
        except RecursionError:
            return "they are nested deeper than the schema can be followed"
        except TooLong:
            return "they take too long to be held against the schema"
        except ArithmeticError:
            return "they hold a number that is too large for the schema"
        finally:
            end()

    def _said_of(self, arguments: dict[str, Any]) -> str:
        begin(MAX_STEPS // 10)
        try:
            return _words(self._schema, self._dialect, arguments)
        except TooLong:
            return "they are not accepted"


def _engine(schema: dict[str, Any], dialect: str, engine: str) -> Accepts:
    # The fast engine counts nothing, and follows every way through a schema: to some there is no end.
    tangled = _size(schema, schema, {}) > MAX_NODES
    if engine == "fast" or (engine == "" and not tangled):
        try:
            fast = import_module("jsonschema_rs")
        except ImportError:
            if engine:
                raise
        else:
            return _fast(fast, schema, dialect)
    if engine in ("", "compiled"):
        try:
            return compiled(schema, schema, tangled=tangled)
        except LeaveIt:
            if engine:
                raise
    accepts: Accepts = _whole(schema, dialect).is_valid
    return accepts


def _fast(fast: Any, schema: dict[str, Any], dialect: str) -> Accepts:
    kind = fast.Draft202012Validator if dialect == "2020-12" else fast.Draft7Validator
    try:
        # The linear engine for patterns: what it does not know is refused here, not tried for ever.
        validator = kind(schema, validate_formats=False, pattern_options=fast.RegexOptions())
    except Exception as error:
        raise SchemaError(f"the schema cannot be used: {str(error).splitlines()[0][:200]}") from None
    accepts: Accepts = validator.is_valid
    return accepts


def _whole(schema: dict[str, Any], dialect: str) -> Any:
    jsonschema = import_module("jsonschema")
    bounded = _bounded_kind(dialect)
    try:
        bounded.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise SchemaError(f"the schema is not valid: {str(error.message)[:200]}") from None
    return bounded(schema, registry=import_module("referencing").Registry())  # an empty registry: nothing is fetched


@cache
def _bounded_kind(dialect: str) -> Any:
    """The validator of a dialect that counts what it does."""
    jsonschema = import_module("jsonschema")
    kind = jsonschema.Draft202012Validator if dialect == "2020-12" else jsonschema.Draft7Validator
    ours = {**kind.VALIDATORS, "pattern": _pattern, "uniqueItems": _unique}
    return jsonschema.validators.extend(kind, {word: _counted(judge) for word, judge in ours.items()})


def _pattern(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[Any]:
    if isinstance(instance, str) and not matcher(pattern)(instance):
        yield import_module("jsonschema").ValidationError("does not match the pattern")


def _unique(_: Any, wanted: Any, instance: Any, __: Any) -> Iterator[Any]:
    if wanted is True and isinstance(instance, list) and not are_distinct(instance):
        yield import_module("jsonschema").ValidationError("has an element twice")


def _counted(judge: Any) -> Any:
    def counted(validator: Any, said: Any, instance: Any, schema: Any) -> Any:
        spend(_WORD)
        return judge(validator, said, instance, schema)

    return counted


def _words(schema: dict[str, Any], dialect: str, arguments: dict[str, Any]) -> str:
    """The first thing that is wrong: where, and by which word of the schema."""
    error = next(_whole(schema, dialect).iter_errors(arguments), None)
    if error is None:
        return "they are not accepted"
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
    place = f"`{where.lstrip('.')[:100]}`" if where else "they"
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return f"{place}: {', '.join(f'`{name}`' for name in missing)[:200]} is missing"
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {})
        unknown = [str(name) for name in error.instance if name not in known]
        return f"{place}: {', '.join(f'`{name[:60]}`' for name in unknown[:5])} is not known"
    said = json.dumps(error.validator_value, ensure_ascii=False)
    return f"{place}: `{error.validator}` says {said if len(said) <= 120 else 'otherwise'}"


# -- what a schema may be --------------------------------------------------------------------------------------------


def _checked(schema: dict[str, Any]) -> str:
    """The dialect. Raises `SchemaError` for a schema that is too large, looks elsewhere or may take for ever."""
    named = schema.get("$schema", "https://json-schema.org/draft/2020-12/schema")
    dialect = _DIALECTS.get(named.rstrip("#")) if isinstance(named, str) else None
    if dialect is None:
        raise SchemaError(f"the schema is of the dialect {named!r:.100}, and 2020-12 and draft-07 are known")
    nodes = list(_nodes(schema, 0))
    if len(nodes) > MAX_NODES:
        raise SchemaError(f"the schema has more than {MAX_NODES} parts")
    for node in nodes:
        reference = node.get("$ref")
        if isinstance(reference, str) and (not reference.startswith("#/") or "%" in reference):
            raise SchemaError(f"the schema refers to {reference!r:.100}: only what lies in it is looked at, #/$defs/…")
        if "$dynamicRef" in node or "$recursiveRef" in node or ("$id" in node and node is not schema):
            raise SchemaError("the schema refers to parts by names that depend on who asks; write them out")
        if isinstance(node.get("$schema"), str) and node is not schema:
            raise SchemaError("the schema has a part with a `$schema` of its own: it is of one dialect as a whole")
        patterns = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
        inside = node.get("patternProperties")
        for pattern in (*patterns, *(inside if isinstance(inside, dict) else ())):
            try:
                matcher(pattern)
            except PatternError as error:
                raise SchemaError(f"{error}: {pattern!r:.100}") from None
        for pattern in inside if isinstance(inside, dict) else ():
            if sum(pattern.count(word) for word in "*+{") > 1:
                raise SchemaError(f"a pattern of property names repeats more than once: {pattern!r:.100}")
    costs: dict[int, int] = {}
    for node in nodes:
        if _cost(node, schema, costs, ()) > MAX_NODES:
            raise SchemaError(f"the schema has more than {MAX_NODES} ways through its references")
    return dialect


def _nodes(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth > _MAX_DEPTH:
        raise SchemaError(f"the schema is nested deeper than {_MAX_DEPTH}")
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _nodes(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _nodes(inner, depth + 1)


def _cost(node: Any, root: dict[str, Any], costs: dict[int, int], above: tuple[int, ...]) -> int:
    """How many schemas one value is held against at this place. A circle of references that stays there has no end."""
    if not isinstance(node, dict):
        return 1
    if id(node) in above:
        raise SchemaError("the schema refers to itself without going deeper, which never ends")
    if id(node) in costs:
        return costs[id(node)]
    total = 1
    for word in _IN_PLACE:
        value = node.get(word)
        if word == "$ref" and isinstance(value, str):
            parts = [_target(value, root)]
        elif isinstance(value, dict):
            parts = list(value.values()) if word == "dependentSchemas" else [value]
        else:
            parts = value if isinstance(value, list) else []
        total += sum(_cost(part, root, costs, (*above, id(node))) for part in parts)
    costs[id(node)] = min(total, MAX_NODES + 1)
    return costs[id(node)]


def _size(node: Any, root: Any, sizes: dict[int, int]) -> int:
    """The parts of the schema when every reference is written out; more than `MAX_NODES` where that has no end."""
    if not isinstance(node, (dict, list)):
        return 0
    known = sizes.get(id(node))
    if known is not None:
        return known
    sizes[id(node)] = MAX_NODES + 1  # until it is known: it holds itself
    total = 1
    if isinstance(node, list):
        total += sum(_size(inner, root, sizes) for inner in node)
    else:
        total += sum(_size(inner, root, sizes) for word, inner in node.items() if word not in ("$defs", "definitions"))
        if isinstance(reference := node.get("$ref"), str):
            total += _size(_target(reference, root), root, sizes)
    sizes[id(node)] = min(total, MAX_NODES + 1)
    return sizes[id(node)]


def _target(reference: str, root: dict[str, Any]) -> Any:
    node: Any = root
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, list) and name.isdigit() and int(name) < len(node):
            node = node[int(name)]
        elif isinstance(node, dict) and name in node:
            node = node[name]
        else:
            raise SchemaError(f"the schema refers to {reference!r:.100}, which is not in it")
    return node
