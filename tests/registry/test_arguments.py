"""Arguments against the tool's schema: every engine accepts the same, nothing takes for ever, nothing is fetched."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator

from toolcrib.registry import SchemaError
from toolcrib.registry._accepted import LeaveIt
from toolcrib.registry._arguments import Validator
from toolcrib.registry._patterns import PatternError, matcher
from toolcrib.registry._payload import TooLarge, Unreadable, copied

LAW = settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
KEYS = ("a", "b", "c")
PATTERNS = ("^a+$", "a|b", "^[a-c]{1,2}$", "(a+)+$", r"\d", "b$", "^$", "[^a]")
scalars = st.sampled_from((None, True, False, 0, 1, 2, -1, 1.0, 1.5, "", "a", "b", "ab", "aaa", "1", "é"))
values = st.recursive(
    scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from(KEYS), v, max_size=3), max_leaves=6
)
types = st.sampled_from(("string", "integer", "number", "boolean", "null", "array", "object"))
small = st.integers(0, 2)


def _more(schema: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    words: dict[str, st.SearchStrategy[Any]] = {
        "type": types | st.lists(types, min_size=1, max_size=2, unique=True),
        "enum": st.lists(values, min_size=1, max_size=3),
        "const": values,
        "properties": st.dictionaries(st.sampled_from(KEYS), schema, max_size=2),
        "required": st.lists(st.sampled_from(KEYS), max_size=2, unique=True),
        "additionalProperties": schema,
        "items": schema,
        "minItems": small,
        "maxItems": small,
        "minLength": small,
        "maxLength": small,
        "pattern": st.sampled_from(PATTERNS),
        "minimum": small,
        "maximum": small,
        "exclusiveMinimum": small,
        "exclusiveMaximum": small,
        "anyOf": st.lists(schema, min_size=1, max_size=2),
        "allOf": st.lists(schema, min_size=1, max_size=2),
        "oneOf": st.lists(schema, min_size=1, max_size=2),
        "not": schema,
        "uniqueItems": st.booleans(),
        "title": st.just("x"),
        "format": st.sampled_from(("email", "date")),
    }
    return st.sets(st.sampled_from(sorted(words)), max_size=3).flatmap(
        lambda chosen: st.fixed_dictionaries({word: words[word] for word in sorted(chosen)})
    )


schemas = st.recursive(st.booleans() | st.fixed_dictionaries({"type": types}), _more, max_leaves=5)
objects = st.dictionaries(st.sampled_from(KEYS), values, max_size=3)


def _reference(dialect: str, schema: Any, value: Any) -> bool:
    """`jsonschema` with patterns as Python knows them: those of this test mean the same in both."""
    kind = Draft7Validator if dialect.endswith("draft-07/schema") else Draft202012Validator
    return bool(kind(schema).is_valid(value))


@LAW
@given(
    st.dictionaries(st.sampled_from(KEYS), schemas, max_size=3),
    schemas,
    st.lists(st.sampled_from(KEYS), unique=True, max_size=2),
    objects,
    st.sampled_from(("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#")),
)
def test_every_engine_accepts_the_same(
    properties: dict[str, Any], more: Any, required: list[str], arguments: dict[str, Any], dialect: str
) -> None:
    schema = {
        "$schema": dialect,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": {"anyOf": [{"$ref": "#/$defs/more"}, {"type": "null"}]},
        "$defs": {"more": more},
    }
    expected = _reference(dialect.rstrip("#"), schema, arguments)
    assert (Validator(schema, engine="whole").problem(arguments) is None) == expected
    with contextlib.suppress(LeaveIt):
        assert (Validator(schema, engine="compiled").problem(arguments) is None) == expected
    assert (Validator(schema, engine="fast").problem(arguments) is None) == expected


@settings(deadline=None)
@given(st.sampled_from((*PATTERNS, r"^\w+$", r"^\s$", r"^.$", r"^\d+$", r"\S")), st.text(max_size=5))
def test_patterns_mean_the_same_in_the_fast_engine(pattern: str, text: str) -> None:
    fast = Validator({"properties": {"a": {"pattern": pattern}}}, engine="fast")
    assert (fast.problem({"a": text}) is None) == matcher(pattern)(text)


ASCII = st.text(st.sampled_from("ab-cdx1 2@.om_p"), max_size=9)


@settings(deadline=None)
@given(
    st.sampled_from(
        (
            *PATTERNS,
            "^[a-z]+(-[a-z]+)*$",
            r"\d{2,4}x?",
            "a|b|",
            r"^\w+@\w+\.com$",
            "a{0}b",
            "(?:ab){2,}?c",
            "^(a|ab)(c|bcd)$",
            r"\S\s\S",
            "[a-c\\d_]",
            "^p-[0-9]{3}$",
            ".",
            "x*",
        )
    ),
    ASCII,
)
def test_a_pattern_is_found_where_python_finds_it(pattern: str, text: str) -> None:
    assert matcher(pattern)(text) == (re.search(pattern, text) is not None)


def test_a_pattern_that_never_ends_elsewhere_ends_here() -> None:
    assert not matcher("(a+)+$")("a" * 5_000 + "b")
    assert matcher("(a|a)*$")("a" * 5_000)
    assert not matcher("^(([a-z])+.)+[A-Z]([a-z])+$")("a" * 5_000)
    with pytest.raises(PatternError, match="more than 20000 characters"):
        matcher("a")("a" * 20_001)


@pytest.mark.parametrize(
    "pattern", [r"(a)\1", "(?=a)", "(?!a)", r"\bx", "(?i)a", "(", "a++", "(?>a)", r"\Aa", "a{5000}"]
)
def test_a_pattern_that_cannot_be_bounded_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        matcher(pattern)
    with pytest.raises(SchemaError):
        Validator({"properties": {"a": {"pattern": pattern}}})


LOOP: dict[str, Any] = {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}}
MANY = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]} for n in range(40)}


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"$ref": "https://example.com/schema.json"}, "only what lies in it"),
        ({"properties": {"a": {"$ref": "other.json#/a"}}}, "only what lies in it"),
        ({"properties": {"a": {"$ref": "file:///etc/passwd"}}}, "only what lies in it"),
        ({"properties": {"a": {"$id": "https://example.com/a"}}}, "depend on who asks"),
        ({"$dynamicRef": "#a"}, "depend on who asks"),
        ({"$ref": "#/$defs/none"}, "which is not in it"),
        ({"$schema": "http://json-schema.org/draft-04/schema#"}, "2020-12 and draft-07 are known"),
        ({"$schema": 7}, "2020-12 and draft-07 are known"),
        ({"enum": list(range(30_000))}, "of a size that can be used"),
        ({"a": object()}, "of a size that can be used"),
        ({**LOOP, "$ref": "#/$defs/a"}, "without going deeper"),
        ({"$defs": {**MANY, "d40": {}}, "$ref": "#/$defs/d0"}, "ways through its references"),
        ({"properties": {"a": {"type": "strings"}}, "multipleOf": 0.1}, "schema"),
        ({"properties": {"a": {"minLength": "x"}}}, "schema"),
        ({"properties": {"a": {"anyOf": {}}}}, "schema"),
        ({"required": [["a"]]}, "schema"),
        ({"patternProperties": {"^(a+)+$": {}}}, "repeats more than once"),
    ],
)
def test_a_schema_that_cannot_be_used_is_an_error_in_words(schema: dict[str, Any], says: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(says)):
        Validator(schema)


def test_a_schema_that_refers_to_itself_deeper_down_is_followed() -> None:
    tree = {"$defs": {"t": {"type": "object", "properties": {"a": {"$ref": "#/$defs/t"}}, "required": ["b"]}}}
    for engine in ("whole", "compiled"):
        validator = Validator({**tree, "$ref": "#/$defs/t"}, engine=engine)
        assert validator.problem({"b": 1, "a": {"b": 2}}) is None
        assert validator.problem({"b": 1, "a": {"a": {}}}) == "`a.a`: `b` is missing"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "they: `limit` is missing"),
        ({"limit": "secret"}, '`limit`: `type` says "integer"'),
        ({"limit": 11}, "`limit`: `maximum` says 10"),
        ({"limit": 1, "more": "secret"}, "they: `more` is not known"),
        ({"limit": 1, "of": [1, "secret"]}, '`of[1]`: `type` says "integer"'),
    ],
)
def test_what_is_wrong_is_said_without_a_value(arguments: dict[str, Any], says: str) -> None:
    limit = {"type": "integer", "maximum": 10}
    of = {"type": "array", "items": {"type": "integer"}}
    schema = {"properties": {"limit": limit, "of": of}, "required": ["limit"], "additionalProperties": False}
    for engine in ("", "whole", "compiled"):
        assert Validator(schema, engine=engine).problem(arguments) == says


def test_arguments_are_copied_within_bounds() -> None:
    given = {"a": [1, {"b": (2, "x")}], "c": None, "d": 1.5, "e": True}
    copy = copied(given)
    assert copy == {"a": [1, {"b": [2, "x"]}], "c": None, "d": 1.5, "e": True}
    assert copy is not given
    assert copy["a"] is not given["a"]
    assert copied(None) == {}

    deep: Any = "x"
    for _ in range(40):
        deep = [deep]
    circle: dict[str, Any] = {}
    circle["a"] = circle
    for large in (
        {"a": deep},
        circle,
        {"a": "x" * 1_000_001},
        {"a": [0] * 30_000},
        {"a": 1 << 2_000},
        {"x" * 1_000_001: 1},
    ):
        with pytest.raises(TooLarge):
            copied(large)
    for odd in (
        [],
        "{}",
        7,
        {1: 2},
        {"a": float("nan")},
        {"a": float("inf")},
        {"a": {1, 2}},
        {"a": b"x"},
        {"a": object()},
    ):
        with pytest.raises(Unreadable):
            copied(odd)


class Sly(str):
    """A text that says something else each time it is asked."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True


def test_a_text_that_lies_is_made_plain() -> None:
    assert type(copied({"a": Sly("x")})["a"]) is str
    assert type(next(iter(copied({Sly("x"): 1})))) is str
