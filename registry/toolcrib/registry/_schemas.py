"""The schemas of the arguments of an application's tools, each compiled once and offered in few forms.

Room: registry, middle. Filled lazily; what is kept follows from the schema alone: no caller sees another.
Touch it when a schema may come from elsewhere. Not here: what a schema may say (`_arguments`), relaxing it (`_schema`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from toolcrib.manifest import ArgumentRule
from toolcrib.registry._arguments import Validator
from toolcrib.registry._bind import Bindings
from toolcrib.registry._binding import session_values, suffices
from toolcrib.registry._errors import SchemaError
from toolcrib.registry._facts import Facts, Scope
from toolcrib.registry._rows import Row
from toolcrib.registry._schema import offered_schema


@final
class Schemas:
    """JSON Schemas by tool. Make one for the application and give it to every session."""

    __slots__ = ("_given", "_offered", "_validators")

    def __init__(self, schemas: Mapping[str, Mapping[str, Any]]) -> None:
        self._given = dict(schemas)
        self._validators: dict[str, Validator | SchemaError] = {}
        self._offered: dict[tuple[str, frozenset[str]], dict[str, Any] | SchemaError] = {}

    def of(self, name: str, bindings: Bindings) -> Mapping[str, Any] | None:
        found = self._given.get(name)
        if found is None and (bound := bindings.get(name)) is not None and bound.schema is not None:
            found = self._given.setdefault(name, bound.schema)
        return found

    def validator(self, name: str, bindings: Bindings) -> Validator | None:
        """The judge of the tool's arguments, None where no schema is known. Raises `SchemaError`."""
        found = self._validators.get(name)
        if found is None:
            schema = self.of(name, bindings)
            if schema is None:
                return None
            try:
                found = Validator(schema)
            except SchemaError as error:
                found = error
            self._validators[name] = found
        if isinstance(found, SchemaError):
            raise SchemaError(found.message, hint=found.hint)
        return found

    def offered(
        self, name: str, row: Row | None, scope: Scope | None, facts: Facts, bindings: Bindings
    ) -> dict[str, Any] | None:
        """The schema for the model, None where none is known. Raises `SchemaError`."""
        fillable: frozenset[str] = frozenset()
        if row is not None and row.rules and scope is not None:
            fillable = frozenset(
                path
                for path, rule, kind, steps in row.rules
                if rule is ArgumentRule.FILLED and suffices(session_values(kind, scope, facts), steps)
            )
        found = self._offered.get((name, fillable))
        if found is None:
            schema = self.of(name, bindings)
            if schema is None:
                return None
            try:
                found = offered_schema(schema, row.scope if row is not None else {}, fillable=fillable)
            except SchemaError as error:
                found = error
            self._offered[name, fillable] = found
        if isinstance(found, SchemaError):
            raise SchemaError(found.message, hint=found.hint)
        return found
