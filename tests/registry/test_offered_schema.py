"""The schema that the model is offered: pinned arguments gone, filled ones optional, the given schema as it was."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from toolcrib.manifest import ArgumentRule, ScopedArgument
from toolcrib.registry import SchemaError
from toolcrib.registry._schema import offered_schema

PIN = ScopedArgument(ArgumentRule.PINNED, "workspace")
FILL = ScopedArgument(ArgumentRule.FILLED, "project")
CHECK = ScopedArgument(ArgumentRule.CHECKED, "project")
TEXT = {"type": "string"}


def of(*required: str, **properties: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "properties": properties}
    return {**made, "required": list(required)} if required else made


REF = {"$ref": "#/$defs/Filter"}
CASES: dict[str, tuple[dict[str, Any], dict[str, ScopedArgument], dict[str, Any]]] = {
    "pinned goes, filled is optional, checked stays": (
        of("w", "p", "c", "x", w=TEXT, p=TEXT, c=TEXT, x=TEXT),
        {"w": PIN, "p": FILL, "c": CHECK},
        of("c", "x", p=TEXT, c=TEXT, x=TEXT),
    ),
    "nothing required is left": (of("w", w=TEXT), {"w": PIN}, of()),
    "not required before": (of("x", w=TEXT, x=TEXT), {"w": PIN}, of("x", x=TEXT)),
    "in an object": (
        of("filter", filter=of("w", "q", w=TEXT, q=TEXT)),
        {"filter.w": PIN},
        of("filter", filter=of("q", q=TEXT)),
    ),
    "an object that nothing is left of is optional": (
        of("filter", "q", filter=of("w", w=TEXT), q=TEXT),
        {"filter.w": PIN},
        of("q", filter=of(), q=TEXT),
    ),
    "in the elements of a list": (
        of("items", items={"type": "array", "items": of("w", "n", w=TEXT, n=TEXT)}),
        {"items[].w": PIN},
        of("items", items={"type": "array", "items": of("n", n=TEXT)}),
    ),
    "in lists of lists": (
        of(rows={"items": {"items": of("w", w=TEXT)}}),
        {"rows[][].w": PIN},
        of(rows={"items": {"items": of()}}),
    ),
    "a list of ids as a whole": (of("ids", ids={"type": "array", "items": TEXT}), {"ids[]": PIN}, of()),
    "behind a reference, whose other users keep theirs": (
        {**of("a", "b", a=REF, b=REF), "$defs": {"Filter": of("w", w=TEXT)}},
        {"a.w": PIN},
        {**of("b", a=of(), b=REF), "$defs": {"Filter": of("w", w=TEXT)}},
    ),
    "behind a reference that may be null": (
        {**of(a={"anyOf": [REF, {"type": "null"}]}), "$defs": {"Filter": of("w", "q", w=TEXT, q=TEXT)}},
        {"a.w": PIN},
        {
            **of(a={"anyOf": [of("q", q=TEXT), {"type": "null"}]}),
            "$defs": {"Filter": of("w", "q", w=TEXT, q=TEXT)},
        },
    ),
    "in every branch": (
        of(a={"oneOf": [of("w", w=TEXT), of("w", "x", w=TEXT, x=TEXT)]}),
        {"a.w": FILL},
        of(a={"oneOf": [of(w=TEXT), of("x", w=TEXT, x=TEXT)]}),
    ),
    "a reference with words beside it that say nothing": (
        {**of(a={**REF, "description": "Which."}), "$defs": {"Filter": of("w", w=TEXT)}},
        {"a.w": PIN},
        {**of(a={**of(), "description": "Which."}), "$defs": {"Filter": of("w", w=TEXT)}},
    ),
    "draft-07 wraps a reference in allOf": (
        {**of(a={"allOf": [{"$ref": "#/definitions/F"}]}), "definitions": {"F": of("w", w=TEXT)}},
        {"a.w": PIN},
        {**of(a={"allOf": [of()]}), "definitions": {"F": of("w", w=TEXT)}},
    ),
    "defaults and examples show no pin": (
        of(a={**of("w", w=TEXT), "default": {"w": "w1", "x": 1}, "examples": [{"w": "w1"}]}),
        {"a.w": PIN},
        of(a={**of(), "default": {"x": 1}, "examples": [{}]}),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    schema, scope, expected = CASES[name]
    before = copy.deepcopy(schema)
    assert offered_schema(schema, scope) == expected
    assert schema == before


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "no such argument": (of(x=TEXT), "w", "the schema has none there"),
    "no such object": (of(x=TEXT), "filter.w", "the schema has none there"),
    "no schema of the object": (of(filter={"type": "object"}), "filter.w", "the schema has none there"),
    "a list of other things": (of(items={"prefixItems": [of(w=TEXT)]}), "items[].w", "schemas of their own"),
    "a list by position": (of(items={"items": [of(w=TEXT)]}), "items[].w", "schemas of their own"),
    "a pattern of names": (of(filter={**of(w=TEXT), "patternProperties": {".": {}}}), "filter.w", "known by a pattern"),
    "another document": (of(filter={"$ref": "https://x.org/a"}), "filter.w", "another document"),
    "a reference that leads nowhere": (of(filter=REF), "filter.w", "leads nowhere"),
    "a reference with words beside it": (
        {**of(filter={**REF, "required": ["w"]}), "$defs": {"Filter": of(w=TEXT)}},
        "filter.w",
        "other words beside it",
    ),
    "a reference to itself": ({**of(filter=REF), "$defs": {"Filter": REF}}, "filter.w", "in a circle"),
    "a reference by who asks": (of(filter={"$dynamicRef": "#a"}), "filter.w", "who asks"),
    "a condition": ({**of(w=TEXT), "if": {"required": ["w"]}, "then": {"required": ["x"]}}, "w", "spoken of by `if`"),
    "one needs the other": (
        {**of(w=TEXT, x=TEXT), "dependentRequired": {"x": ["w"]}},
        "w",
        "spoken of by `dependentRequired`",
    ),
    "what may not be": ({**of(w=TEXT), "not": {"required": ["w"]}}, "w", "spoken of by `not`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_bound_is_refused_in_words(name: str) -> None:
    schema, path, says = REFUSED[name]
    with pytest.raises(SchemaError, match=re.escape(says)):
        offered_schema(schema, {path: PIN})


def test_only_what_can_be_filled_is_optional() -> None:
    schema = of("p", "q", p=TEXT, q=TEXT)
    assert offered_schema(schema, {"p": FILL, "q": FILL}, fillable=("q",)) == of("p", p=TEXT, q=TEXT)


def test_a_schema_that_holds_itself_is_refused() -> None:
    schema = of(w=TEXT)
    schema["properties"]["x"] = schema
    with pytest.raises(SchemaError, match="holds itself"):
        offered_schema(schema, {"w": PIN})
