"""The JSON Schema and the models agree, and the shipped copies are current."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from toolcrib.manifest import ManifestProblems, SchemaKind, json_schema, load_text, schema_text
from toolcrib.manifest._schema import SHIPPED

TOOLS, PART, PINS = (Draft7Validator(json_schema(kind)) for kind in ("manifest", "part", "pins"))

# What a schema cannot say: it looks at one value at a time, and its patterns know no Unicode tables.
BEYOND = {"unknown-name", "duplicate", "bad-reason", "bad-name", "bad-value", "hidden-character"}


@pytest.mark.parametrize("kind", ["manifest", "part", "pins"])
def test_the_shipped_schema_is_current(kind: SchemaKind) -> None:
    shipped = files("toolcrib.manifest").joinpath(SHIPPED[kind]).read_text(encoding="utf-8")
    assert shipped == schema_text(kind)
    Draft7Validator.check_schema(json_schema(kind))
    assert json_schema(kind)["$schema"] == "http://json-schema.org/draft-07/schema#"


def properties(schema: Any, path: str = "") -> list[tuple[str, Any]]:
    found = []
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            found.append((f"{path}.{name}", inner))
        for key, inner in schema.items():
            found += properties(inner, f"{path}/{key}")
    if isinstance(schema, list):
        for inner in schema:
            found += properties(inner, path)
    return found


@pytest.mark.parametrize("kind", ["manifest", "part", "pins"])
def test_every_property_explains_itself(kind: SchemaKind) -> None:
    found = properties(json_schema(kind))
    assert found
    assert [path for path, schema in found if len(schema.get("description", "")) < 20] == []


def test_nothing_of_a_later_dialect_is_left() -> None:
    text = schema_text("manifest") + schema_text("part") + schema_text("pins")
    assert "$defs" not in text
    assert "patternProperties" not in text
    for schema in (json_schema("manifest"), json_schema("part")):
        assert all(set(s) == {"$ref"} for s in references(schema))


def references(schema: Any) -> list[dict[str, Any]]:
    """Every schema with a `$ref`: in draft-07 what stands beside it is not looked at."""
    if isinstance(schema, list):
        return [found for inner in schema for found in references(inner)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if "$ref" in schema else []
    return here + [found for inner in schema.values() for found in references(inner)]


def document() -> dict[str, Any]:
    return {
        "agents": {
            "chat": {"empty_selection": "defaults"},
            "builder": {
                "empty_selection": "none",
                "runtime_tools": {"source": "app/runtime.py", "tools": ["ask_user", "edit spec"]},
                "bound": ["app/agents.py:builder", "Builder"],
            },
        },
        "capabilities": {"schedules": {"feature": "schedules:read"}, "admin": {"feature": None}},
        "tools": {
            "list_schedules": {
                "description": "List the schedules.",
                "capability": "schedules",
                "mutates": False,
                "agents": ["chat", "builder"],
                "scope": {"project_id": "project", "items[].workspace_id": {"pinned": "workspace"}},
                "whole_workspace": False,
                "result_limit": 5000,
            },
            "drop": {"description": "Drop one.", "capability": "admin", "mutates": True, "agents": []},
        },
        "renamed": {"get_schedules": {"to": "list_schedules", "until": "2027-06-30"}},
        "result_limit": 30_000,
    }


def pins() -> dict[str, Any]:
    return {
        "mutating": {"drop": "A person asked for exactly this."},
        "ungated": {"admin": "It is no tenant's data at all."},
    }


VALUES = (
    *(None, True, False, 0, 1, 1.5, "", " ", "x", "yes", "chat", "drop", "a b", " a", "a/b", "é", "???", "none"),
    *(
        "x" * 65,
        "x" * 200,
        "x" * 17_000,
        "2027-06-30",
        "2027-13-01",
        "27-6-3",
        "/abs",
        "a\\b",
        "TODO",
        "\u200b",
        "a\tb",
    ),
    *("one two three", "line\nline", [], ["x"], ["chat", "chat"], [1], ["???"], {}, {"x": "y"}, {"feature": None}),
    {"empty_selection": "none"},
    *(
        {"pinned": "workspace"},
        {"filled": "workspace"},
        {"filled": "x"},
        {"pinned": "x", "checked": "x"},
        {"pined": "x"},
    ),
    *({"pinned": None}, {"pinned": 1}, {"checked": "???"}, 200, 199, 10_000_001, True, 300.5),
)
KEYS = (
    "x",
    "owner",
    "",
    " ",
    "a b",
    "yes",
    "é",
    "x" * 65,
    "x" * 129,
    "Tools",
    "mutates",
    "feature",
    "a/b",
    "a:b",
    "a.b",
    "a[]",
    "a[].b",
    "a[0]",
    ".a",
    "a.*",
)


@st.composite
def broken(draw: st.DrawFn, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A document with up to three places changed: a value replaced, a key taken out, put in or renamed."""
    whole = make()
    values, new_keys = st.sampled_from(VALUES).map(copy.deepcopy), st.sampled_from(KEYS)
    for _ in range(draw(st.integers(1, 3))):
        holder: Any = whole
        while True:
            keys = sorted(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = draw(st.sampled_from(keys)) if keys else None
            inner = holder[key] if key is not None else None
            if isinstance(inner, (dict, list)) and inner and draw(st.integers(0, 3)):
                holder = inner
                continue
            break
        change = draw(st.sampled_from(("replace", "replace", "remove", "add", "rename")))
        if change == "replace" and key is not None:
            holder[key] = draw(values)
        elif change == "remove" and key is not None:
            del holder[key]
        elif change == "add" and isinstance(holder, dict):
            holder[draw(new_keys)] = draw(values)
        elif change == "add":
            holder.append(draw(values))
        elif isinstance(holder, dict) and key is not None:
            holder[draw(new_keys)] = holder.pop(key)
    return whole


def codes(tools: Any, pinned: Any = None) -> set[str]:
    """What the models say; a JSON text is a YAML text."""
    try:
        load_text(json.dumps(tools), pins=None if pinned is None else json.dumps(pinned))
    except ManifestProblems as problems:
        return {error.code for error in problems.errors}
    return set()


def test_a_whole_document_passes_both() -> None:
    assert codes(document(), pins()) == set()
    assert list(TOOLS.iter_errors(document())) == []
    assert list(PART.iter_errors({"tools": document()["tools"]})) == []
    assert list(PINS.iter_errors(pins())) == []
    assert list(PINS.iter_errors(None)) == []


@settings(max_examples=400, deadline=None)
@given(broken(document))
def test_schema_and_models_agree_on_a_manifest(changed: dict[str, Any]) -> None:
    found = codes(changed)
    if TOOLS.is_valid(changed):
        assert found <= BEYOND
    else:
        assert found


@settings(max_examples=200, deadline=None)
@given(broken(pins))
def test_schema_and_models_agree_on_pins(changed: dict[str, Any]) -> None:
    found = codes(document(), changed)
    if PINS.is_valid(changed):
        assert found <= BEYOND
    else:
        assert found
