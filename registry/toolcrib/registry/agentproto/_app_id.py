"""Fill in `appId` where a call of a daemon's tool leaves it out, and offer the tool accordingly.

Room: registry, middle. Pure. Only what is absent is filled: null, "" and another app's id are the caller's own and
stay. It is no way to bind a tenant: what must not be the model's choice is pinned by a row's `scope`.
Touch it when upstream changes its rule. Not here: which tools are the daemon's (`_resolve`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from toolcrib.manifest import ArgumentRule, ScopedArgument
from toolcrib.registry._errors import SchemaError
from toolcrib.registry._schema import offered_schema

APP_ID: Final = "appId"
_PREFIX: Final = "app_"
_FILLED: Final = ScopedArgument(ArgumentRule.FILLED, "app")
_PROVIDER: Final = "app_call"
_DESTRUCTIVE: Final = ("app_uninstall", "app_unapply")


class Fill(StrEnum):
    """Which calls get it."""

    BY_PREFIX = "by-prefix"  # upstream's rule: every tool whose name begins with `app_`
    IF_DECLARED = "if-declared"  # of these, the ones whose schema has the property


def is_filled(tool: str, schema: Mapping[str, Any] | None, app_id: str, fill: Fill = Fill.BY_PREFIX) -> bool:
    if not app_id or not tool.startswith(_PREFIX):
        return False
    return fill is Fill.BY_PREFIX or _declares(schema)


def with_app_id(
    tool: str,
    arguments: Mapping[str, Any] | None,
    app_id: str,
    *,
    schema: Mapping[str, Any] | None = None,
    fill: Fill = Fill.BY_PREFIX,
) -> dict[str, Any]:
    """The arguments to call with: a new mapping. No arguments are an empty mapping."""
    found = dict(arguments or {})
    if APP_ID not in found and is_filled(tool, schema, app_id, fill):
        found[APP_ID] = app_id
    return found


def relaxed_schema(
    tool: str, schema: Mapping[str, Any], app_id: str, *, fill: Fill = Fill.BY_PREFIX
) -> Mapping[str, Any]:
    """The schema to offer: `appId` stays, and is required no more. The same object where nothing is to be relaxed."""
    required = schema.get("required")
    if not is_filled(tool, schema, app_id, fill) or not isinstance(required, list) or APP_ID not in required:
        return schema
    if _declares(schema):
        try:
            return offered_schema(schema, {APP_ID: _FILLED})
        except SchemaError:
            return schema  # what cannot be followed keeps asking for it: the model has to say which app it means
    return {**schema, "required": [name for name in required if name != APP_ID]}


def fill_remarks(tool: str, schema: Mapping[str, Any] | None, app_id: str, fill: Fill = Fill.BY_PREFIX) -> str:
    """What filling does to this tool that nobody would expect, in words; "" where it does what it says."""
    if tool.startswith(_PREFIX) and not app_id and _requires(schema):
        return "no app id is known here, so nothing is filled in and the model has to name the app"
    if not is_filled(tool, schema, app_id, fill):
        return ""
    if tool == _PROVIDER:
        return "`appId` is the provider here: left out, the app calls itself, and `callerAppId` is not filled in"
    if tool in _DESTRUCTIVE:
        return "left out, `appId` is the calling app: a call without arguments takes down the app that makes it"
    if schema is not None and schema.get("additionalProperties") is False and not _declares(schema):
        return "the schema has no `appId` and allows nothing else, so a call that gets one filled in is refused"
    return ""


def _declares(schema: Mapping[str, Any] | None) -> bool:
    properties = schema.get("properties") if schema is not None else None
    return isinstance(properties, Mapping) and APP_ID in properties


def _requires(schema: Mapping[str, Any] | None) -> bool:
    required = schema.get("required") if schema is not None else None
    return isinstance(required, list) and APP_ID in required
