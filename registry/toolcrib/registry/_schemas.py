"""The schemas of the arguments of an application's tools, each compiled once and offered in few forms.

Room: registry, middle. Filled lazily; what is kept follows from the schema and the row alone: no caller sees another,
and a registry of another manifest gets its own.
Touch it when a schema may come from elsewhere. Not here: what a schema may say (`_arguments`), relaxing it (`_schema`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar, final

from toolcrib.manifest import ArgumentRule, ScopedArgument
from toolcrib.registry._arguments import Validator
from toolcrib.registry._bind import Bindings
from toolcrib.registry._binding import session_values, suffices
from toolcrib.registry._declared import Declared, declared
from toolcrib.registry._errors import SchemaError
from toolcrib.registry._facts import Facts, Scope
from toolcrib.registry._rows import Row
from toolcrib.registry._schema import offered_schema

Schema: TypeAlias = Mapping[str, Any]
Bound: TypeAlias = Mapping[str, ScopedArgument]
_UNBOUND: Bound = {}
T = TypeVar("T")


@final
class Schemas:
    """JSON Schemas by tool. Make one for the application and give it to every session."""

    __slots__ = ("_declared", "_given", "_offered", "_validators")

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self._given = dict(schemas)
        # Each with what it was made from: another registry may have another schema, or another row, of the same name.
        self._validators: dict[str, tuple[Schema, Validator | SchemaError]] = {}
        self._offered: dict[tuple[str, frozenset[str]], tuple[Schema, Bound, dict[str, Any] | SchemaError]] = {}
        self._declared: dict[str, tuple[Schema, Bound, Declared]] = {}

    def of(self, name: str, bindings: Bindings) -> Schema | None:
        found = self._given.get(name)
        if found is None and (bound := bindings.get(name)) is not None:
            return bound.schema
        return found

    def validator(self, name: str, bindings: Bindings) -> Validator | None:
        """The judge of the tool's arguments, None where no schema is known. Raises `SchemaError`."""
        schema = self.of(name, bindings)
        if schema is None:
            return None
        held = self._validators.get(name)
        if held is None or held[0] is not schema:
            try:
                held = schema, Validator(schema)
            except SchemaError as error:
                held = schema, error
            self._validators[name] = held
        return _given_or_raised(held[1])

    def offered(
        self, name: str, row: Row | None, scope: Scope | None, facts: Facts, bindings: Bindings
    ) -> dict[str, Any] | None:
        """The schema for the model, None where none is known. Raises `SchemaError`."""
        schema = self.of(name, bindings)
        if schema is None:
            return None
        fillable: frozenset[str] = frozenset()
        if row is not None and row.rules and scope is not None:
            fillable = frozenset(
                path
                for path, rule, kind, steps in row.rules
                if rule is ArgumentRule.FILLED and suffices(session_values(kind, scope, facts), steps)
            )
        bound = row.scope if row is not None else _UNBOUND
        held = self._offered.get((name, fillable))
        if held is None or held[0] is not schema or not _same(held[1], bound):
            try:
                held = schema, bound, offered_schema(schema, bound, fillable=fillable)
            except SchemaError as error:
                held = schema, bound, error
            self._offered[name, fillable] = held
        return _given_or_raised(held[2])

    def declared(self, name: str, row: Row, bindings: Bindings) -> Declared:
        """The arguments that may stand beside those that the row binds."""
        schema = self.of(name, bindings)
        if schema is None:
            return ()
        held = self._declared.get(name)
        if held is None or held[0] is not schema or not _same(held[1], row.scope):
            held = schema, row.scope, declared(schema, (steps for _, _, _, steps in row.rules))
            self._declared[name] = held
        return held[2]


def _same(one: Bound, other: Bound) -> bool:
    return one is other or one == other


def _given_or_raised(found: T | SchemaError) -> T:
    if isinstance(found, SchemaError):
        raise SchemaError(found.message, hint=found.hint)
    return found
