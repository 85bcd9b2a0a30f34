"""The JSON Schema of the manifest's files, made from the models.

Room: manifest, middle. Pure. Draft-07, because the YAML servers of editors stop there; a description on every property,
because editors show it. The shipped files beside this module are copies, held to it by a test.
Touch it when editors need something that the models do not say. Not here: what is allowed (`_rows`).
"""

from __future__ import annotations

import json
from typing import Any, Literal, TypeAlias

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, JsonSchemaWarningKind

from toolcrib.manifest._review import REQUIRED, SECTIONS, SETTINGS
from toolcrib.manifest._rows import Manifest

SchemaKind: TypeAlias = Literal["manifest", "part", "pins"]
SHIPPED: dict[SchemaKind, str] = {
    "manifest": "tools.schema.json",
    "part": "part.schema.json",
    "pins": "pins.schema.json",
}
_TITLES: dict[SchemaKind, str] = {
    "manifest": "A manifest of the tools that agents may call",
    "part": "A file of a manifest that is split over a folder",
    "pins": "The writers and the ungated capabilities that a review fixed, each with its reason",
}


def json_schema(kind: SchemaKind = "manifest") -> dict[str, Any]:
    """The schema of a manifest's file, of one file of a folder ("part"), or of the pins file."""
    whole = _draft_07(Manifest.model_json_schema(schema_generator=_Generator, mode="validation"))
    definitions = whole["definitions"]
    pins = definitions.pop("Pins")
    properties = {name: whole["properties"][name] for name in (*SECTIONS, *SETTINGS)}
    if kind == "pins":
        definitions, properties = {}, pins["properties"]
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": _TITLES[kind],
        "type": ["object", "null"] if kind == "pins" else "object",  # a pins file may hold comments only
        "additionalProperties": False,
        "properties": properties,
    }
    if kind == "manifest":
        schema["required"] = list(REQUIRED)
    if definitions:
        schema["definitions"] = definitions
    return schema


def schema_text(kind: SchemaKind = "manifest") -> str:
    """The schema as the shipped file holds it."""
    return json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n"


class _Generator(GenerateJsonSchema):
    # An empty mapping as the default of a field is nothing that an editor needs to know.
    ignored_warning_kinds: set[JsonSchemaWarningKind] = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012  # the base's type


def _draft_07(schema: JsonSchemaValue) -> Any:
    """pydantic writes the 2020-12 dialect; what differs in the part that it uses is put right here."""
    return _rewritten({("definitions" if key == "$defs" else key): value for key, value in schema.items()}, named=False)


def _rewritten(value: Any, *, named: bool) -> Any:
    """`named`: the keys of `value` are names that people chose, not words of the dialect."""
    if isinstance(value, list):
        return [_rewritten(item, named=False) for item in value]
    if not isinstance(value, dict):
        return value.replace("#/$defs/", "#/definitions/") if isinstance(value, str) else value
    if named:
        return {key: _rewritten(inner, named=False) for key, inner in value.items()}
    fixed: dict[str, Any] = {}
    for key, inner in value.items():
        if key in ("title", "default"):
            continue
        fixed[key] = _rewritten(inner, named=key in ("properties", "definitions"))
    if "$ref" in fixed and len(fixed) > 1:  # draft-07 readers look at nothing beside a `$ref`
        fixed["allOf"] = [{"$ref": fixed.pop("$ref")}]
    if "patternProperties" in fixed:  # names that do not match are wrong, not unknown
        ((pattern, inner),) = fixed.pop("patternProperties").items()
        fixed["propertyNames"] = {**fixed.get("propertyNames", {}), "pattern": pattern}
        fixed["additionalProperties"] = inner
    return fixed
