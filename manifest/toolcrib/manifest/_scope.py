"""How a row binds one argument: by which rule, to which kind of object, and the path that leads to it.

Room: manifest, middle. Pure values. `project` is short for `{checked: project}`; the two reserved kinds are `workspace`
(the tenant) and `project`, every other kind is an application's own, which its resolver maps to a project.
Touch it when an argument can be bound in another way. Not here: what binding does to a call (`toolcrib.registry`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias, final

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from toolcrib.manifest._errors import ProblemCode
from toolcrib.manifest._names import refuse_name
from toolcrib.manifest._texts import OPEN_QUESTION, shown

WORKSPACE: Final = "workspace"  # the reserved kinds
PROJECT: Final = "project"


class ArgumentRule(StrEnum):
    """What happens to an argument that is bound."""

    PINNED = "pinned"  # the model neither sees nor sets it: the session's value is written last
    FILLED = "filled"  # the model may leave it out: then the session's value is written
    CHECKED = "checked"  # the model sets it: what it names has to lie in the scope


_RULES: Final = tuple(rule.value for rule in ArgumentRule)
_SHAPE: Final = "must be a kind of object (`project`), or one of `{pinned: …}`, `{filled: …}`, `{checked: …}`"


@final
@dataclass(frozen=True, slots=True)
class ScopedArgument:
    """One entry of a row's `scope`. As a text it is what the manifest says: `project`, `{pinned: workspace}`."""

    rule: ArgumentRule
    kind: str

    def __str__(self) -> str:
        return self.kind if self.rule is ArgumentRule.CHECKED else f"{{{self.rule}: {self.kind}}}"


def plain_scope(scoped: ScopedArgument) -> str | dict[str, str]:
    """As it is written: the kind alone where it is checked, else `{rule: kind}`."""
    return scoped.kind if scoped.rule is ArgumentRule.CHECKED else {scoped.rule.value: scoped.kind}


def _as_scoped(value: object) -> ScopedArgument:
    if isinstance(value, ScopedArgument):
        value = plain_scope(value)  # held to the same as what is written
    rule, kind = ArgumentRule.CHECKED.value, value
    if isinstance(value, Mapping):
        if len(value) != 1 or (rule := next(iter(value))) not in _RULES:
            keys = ", ".join(shown(key) for key in value) or "none"
            why = f"must have exactly one of the keys `pinned`, `filled`, `checked`; its keys are: {keys}"
            raise PydanticCustomError(ProblemCode.UNKNOWN_KEY.value, "{why}", {"why": why})
        kind = value[rule]
    if not isinstance(kind, str):
        raise PydanticCustomError(ProblemCode.BAD_VALUE.value, _SHAPE)
    if kind == OPEN_QUESTION:
        raise PydanticCustomError(ProblemCode.OPEN_QUESTION.value, "is still an open question")
    if why := refuse_name(kind):
        raise PydanticCustomError(ProblemCode.BAD_NAME.value, "{why}", {"why": why})
    if rule == ArgumentRule.FILLED and kind == WORKSPACE:
        why = (
            "fills in the workspace, which leaves what the model sends as it is: it could name another tenant. "
            "Pin it: `{pinned: workspace}`"
        )
        raise PydanticCustomError(ProblemCode.BAD_VALUE.value, "{why}", {"why": why})
    return ScopedArgument(ArgumentRule(rule), str(kind))


NAME_SCHEMA: Final[Mapping[str, Any]] = {
    "minLength": 1,
    "maxLength": 64,
    "pattern": r"^[A-Za-z0-9_]+([._-]+[A-Za-z0-9_]+)*$",
}


def _json_schema() -> dict[str, Any]:
    told = {
        "pinned": "The model neither sees nor sets the argument: the session's object of this kind is written last.",
        "filled": "The model may leave the argument out; then the session's object of this kind is written.",
        "checked": "The model sets the argument; what it names has to lie in the scope. `project` alone says this too.",
    }
    name = {"type": "string", **NAME_SCHEMA}
    properties: dict[str, Any] = {rule: {**name, "description": told[rule]} for rule in _RULES}
    properties["filled"]["not"] = {"enum": [WORKSPACE, OPEN_QUESTION]}
    bound = {"type": "object", "additionalProperties": False, "minProperties": 1, "maxProperties": 1}
    return {"anyOf": [name, {**bound, "properties": properties}]}


ScopeValue: TypeAlias = Annotated[
    ScopedArgument, PlainValidator(_as_scoped), PlainSerializer(plain_scope), WithJsonSchema(_json_schema())
]


# -- paths ---------------------------------------------------------------------------------------------------------

Step: TypeAlias = tuple[str, int]  # a key, and how many lists lie below it: `items[]` is ("items", 1)
_STEP = re.compile(r"([^\s.\[\]*]+)((?:\[\])*)")
PATH_PATTERN: Final = r"^[^\s.\[\]*]+(\[\])*(\.[^\s.\[\]*]+(\[\])*)*$"


def argument_steps(path: str) -> tuple[Step, ...]:
    """`items[].project_id` as steps. Raises `ValueError` with what is wrong, in words."""
    steps: list[Step] = []
    for part in path.split("."):
        found = _STEP.fullmatch(part)
        if found is None:
            raise ValueError(
                "is no path of an argument: it is written like `project_id`, `filter.project.id` or "
                "`items[].project_id` (each element of a list)"
            )
        steps.append((found[1], len(found[2]) // 2))
    return tuple(steps)


def plain_path(path: str) -> str:
    """A path without the marks of list elements: `rows[].user_id` is `rows.user_id`."""
    return path.replace("[]", "")


def refuse_path(path: str) -> str:
    """Why `path` leads to no argument, or ""."""
    try:
        argument_steps(path)
    except ValueError as error:
        return str(error)
    return ""


def refuse_paths(paths: Mapping[str, object]) -> str:
    """Why these paths cannot stand in one scope, or "": one of them lies inside of another."""
    plain: dict[str, str] = {}
    for path in paths:
        if (same := plain.setdefault(plain_path(path), path)) != path:
            return f"`{same}` and `{path}` bind the same argument"
    for path in paths:
        parts = plain_path(path).split(".")
        for end in range(1, len(parts)):
            if around := plain.get(".".join(parts[:end])):
                return f"`{path}` lies inside of `{around}`, which is bound as a whole"
    return ""
