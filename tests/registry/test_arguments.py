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


def test_what_is_kept_of_a_pattern_stays_small() -> None:
    """A text that is never alike would leave a thousand states behind at each of its characters."""
    match = matcher("(a|b)*a(a|b){900}$")
    match("".join("ab"[number * number // 7 % 2] for number in range(4_000)))
    kept = match.__self__.kept  # type: ignore[attr-defined]  # a bound method
    assert 0 < sum(len(now) for now, _ in kept) < 50_000


def test_a_pattern_that_never_ends_elsewhere_ends_here() -> None:
    assert not matcher("(a+)+$")("a" * 5_000 + "b")
    assert matcher("(a|a)*$")("a" * 5_000)
    assert not matcher("^(([a-z])+.)+[A-Z]([a-z])+$")("a" * 5_000)
    with pytest.raises(PatternError, match="more than 20000 characters"):
        matcher("a")("a" * 20_001)


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(a)\1", "(?=a)", "(?!a)", r"\bx", "(?i)a", "(", "a++", "(?>a)", r"\Aa", "a{5000}"),
        *("(){100000000}", "(){0,4294967294}", "((()){2000}){2000}"),
    ],
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
        ({"$defs": {"a%20b": {}, "a b": {"$ref": "#/$defs/a%20b"}}, "$ref": "#/$defs/a%20b"}, "only what lies in it"),
        ({"$ref": "#/$defs/none"}, "which is not in it"),
        ({"$schema": "http://json-schema.org/draft-04/schema#"}, "2020-12 and draft-07 are known"),
        ({"$schema": 7}, "2020-12 and draft-07 are known"),
        (
            {"properties": {"a": {"$schema": "https://json-schema.org/draft/2020-12/schema", "pattern": "^(a+)+$"}}},
            "of one dialect as a whole",
        ),
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


def _union(**more: Any) -> dict[str, Any]:
    """Nodes that hold nodes, of three kinds: which kind one is, is said last."""
    nodes = {"type": "array", "items": {"$ref": "#/$defs/node"}}
    kinds = {
        kind: {"type": "object", "properties": {"of": nodes, "op": {"const": kind}}, "required": ["of", "op"]}
        for kind in ("and", "or", "not")
    }
    refs = [{"$ref": f"#/$defs/{kind}"} for kind in kinds]
    node = {"anyOf": refs, **more}
    return {"$defs": {**kinds, "node": node}, "properties": {"e": {"$ref": "#/$defs/node"}}}


def _nested(depth: int, op: str) -> dict[str, Any]:
    node: dict[str, Any] = {"of": [], "op": op}
    for _ in range(depth):
        node = {"of": [node], "op": "not"}
    return {"e": node}


def test_a_union_of_nodes_that_hold_nodes_is_followed_to_any_depth() -> None:
    """Each level of the arguments would be held against three branches, each of them against three again."""
    assert Validator(_union()).problem(_nested(14, "or")) is None
    assert Validator(_union(discriminator={"propertyName": "op"})).problem(_nested(14, "or")) is None
    assert Validator(_union()).problem(_nested(14, "xor")) == "they are not accepted"


def test_what_would_be_followed_for_hours_is_refused() -> None:
    late = "they take too long to be held against the schema"
    assert Validator(_union(), engine="whole").problem(_nested(14, "or")) == late
    assert Validator(_union(), engine="whole").problem(_nested(3, "or")) is None
    node: dict[str, Any] = {"allOf": [{"$ref": "#/$defs/a"}], "unevaluatedProperties": False}
    schema = {"$defs": {"a": {"properties": {"x": node}}}, **node}
    assert Validator(schema).problem({"x": {"x": {}}}) is None
    deep: dict[str, Any] = {}
    for _ in range(28):
        deep = {"x": deep}
    assert Validator(schema).problem(deep) == late
    wide = {"properties": {"a": {"items": {"pattern": "(a|b)*a(a|b){900}$"}}}}
    assert Validator(wide, engine="compiled").problem({"a": ["ab" * 9_000 + "a"] * 4}) == late
    assert Validator(wide, engine="compiled").problem({"a": ["ab" * 600 + "a"]}) is None


def test_many_ways_through_references_that_do_not_go_in_circles_are_few_values() -> None:
    def of(number: int) -> dict[str, Any]:
        inner = {"$ref": f"#/$defs/n{number + 1}"}
        branch = {"type": "object", "properties": {"x": inner}, "required": ["x"]}
        return {"oneOf": [branch, {**branch}, {"type": "string"}]}

    schema = {"$defs": {**{f"n{n}": of(n) for n in range(30)}, "n30": {}}, "properties": {"a": {"$ref": "#/$defs/n0"}}}
    deep: Any = 1
    for _ in range(29):
        deep = {"x": deep}
    assert Validator(schema).problem({"a": deep}) == "they are not accepted"
    assert Validator(schema).problem({"a": "x"}) is None


@settings(deadline=None, max_examples=200)
@given(st.lists(values, max_size=4))
def test_elements_are_distinct_where_json_says_so(found: list[Any]) -> None:
    schema = {"properties": {"a": {"uniqueItems": True}}}
    expected = _reference("", schema, {"a": found})
    for engine in ("whole", "compiled", "fast"):
        assert (Validator(schema, engine=engine).problem({"a": found}) is None) == expected
    assert Validator({"properties": {"a": {"uniqueItems": False}}}, engine="compiled").problem({"a": found}) is None


def test_many_elements_are_not_compared_one_by_one() -> None:
    validator = Validator({"properties": {"a": {"uniqueItems": True, "not": {"maxItems": 1}}}}, engine="whole")
    mixed = [*range(4_000), *map(str, range(4_000)), *({"n": n} for n in range(3_000))]
    assert validator.problem({"a": mixed}) is None
    assert validator.problem({"a": [*mixed, {"n": 7}]}) == "`a`: `uniqueItems` says true"


def test_a_number_that_cannot_be_divided_is_refused_in_words() -> None:
    validator = Validator({"properties": {"n": {"multipleOf": 0.01}}}, engine="whole")
    assert validator.problem({"n": (1 << 1_024) - 1}) == "they hold a number that is too large for the schema"


@pytest.mark.parametrize("engine", ["fast", "compiled", "whole"])
def test_a_chain_of_references_without_end_is_an_error_in_words(engine: str) -> None:
    chain: dict[str, Any] = {f"a{n}": {"properties": {"x": {"$ref": f"#/$defs/a{n + 1}"}}} for n in range(1_500)}
    with pytest.raises(SchemaError, match="more references behind each other"):
        Validator({"$ref": "#/$defs/a0", "$defs": {**chain, "a1500": {}}}, engine=engine)


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
    assert copied({"ä": ["😀", {"b": "é"}]}) == {"ä": ["😀", {"b": "é"}]}

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
        {"a": "half \ud83d"},
        {"a": ["\ud800"]},
        {"\udfff": 1},
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
