"""The rows: what a manifest declares, frozen and strict.

Room: manifest, middle. Values only. `Manifest(...)` is also what people write in Python (`TOOL_MANIFEST = …`): plain
dicts, lists and strings inside it are accepted, nothing else is turned into anything.
Touch it when a row gains a field that a rule or the runtime reads. The JSON Schema is made from these models.
Not here: what the names in one row mean for another (`_review`), files (`_load`).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias, final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WrapSerializer
from pydantic_core import PydanticCustomError

from toolcrib.manifest._errors import ManifestProblems, Problem, ProblemCode
from toolcrib.manifest._frozen import FrozenMap
from toolcrib.manifest._names import refuse_argument, refuse_feature, refuse_name, refuse_tool_name
from toolcrib.manifest._scope import NAME_SCHEMA, PATH_PATTERN, ScopedArgument, ScopeValue, refuse_path, refuse_paths
from toolcrib.manifest._texts import (
    MAX_DESCRIPTION,
    MAX_REASON,
    MIN_REASON,
    OPEN_QUESTION,
    refuse_description,
    refuse_reason,
    shown,
)


def _held_to(refuse: Callable[[str], str], code: ProblemCode) -> AfterValidator:
    """A text that `refuse` has nothing against; an open question is answered first."""

    def check(value: str) -> str:
        if value == OPEN_QUESTION:
            raise PydanticCustomError(ProblemCode.OPEN_QUESTION.value, "is still an open question")
        if why := refuse(value):
            raise PydanticCustomError(code.value, "{why}", {"why": why})
        return value

    return AfterValidator(check)


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _once_each(value: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(value)) == len(value):
        return value
    seen: set[str] = set()
    again = next(name for name in value if name in seen or seen.add(name))  # type: ignore[func-returns-value]  # add gives None
    raise PydanticCustomError(ProblemCode.DUPLICATE.value, "{why}", {"why": f"{shown(again)} is listed twice"})


def _as_date(value: object) -> object:
    """ISO text or a date: YAML readers give either for the same line. A moment (datetime) is not a date."""
    if value == OPEN_QUESTION:
        raise PydanticCustomError(ProblemCode.OPEN_QUESTION.value, "is still an open question")
    if type(value) is datetime.date:
        return value
    if isinstance(value, str) and len(value) == 10:
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            pass
    raise PydanticCustomError(ProblemCode.BAD_VALUE.value, "must be a date, written like 2027-06-30")


def _as_choice(value: object) -> object:
    if value == OPEN_QUESTION:
        raise PydanticCustomError(ProblemCode.OPEN_QUESTION.value, "is still an open question")
    if isinstance(value, str) and value in EmptySelection.__members__.values():
        return EmptySelection(value)
    raise PydanticCustomError(ProblemCode.BAD_VALUE.value, "must be `defaults` or `none`")


def _as_bool(value: object) -> object:
    if value == OPEN_QUESTION:
        raise PydanticCustomError(ProblemCode.OPEN_QUESTION.value, "is still an open question")
    return value


def _plain(value: Mapping[str, Any], serialize: Callable[[Any], Any]) -> Any:  # pydantic's signature
    return serialize(dict(value))


_FROZEN = (AfterValidator(FrozenMap), WrapSerializer(_plain))

_FEATURE_PATTERN: Final = r"^[A-Za-z0-9_]+([._:/-]+[A-Za-z0-9_]+)*$"
_NO_QUESTION: Final[dict[str, Any]] = {"not": {"const": OPEN_QUESTION}}


def _schema(**keywords: Any) -> Any:  # a JSON Schema fragment; Field takes it as it is
    return Field(json_schema_extra=keywords)


_UNIQUE: Final = _schema(uniqueItems=True)

ToolName: TypeAlias = Annotated[
    str,
    _held_to(refuse_tool_name, ProblemCode.BAD_NAME),
    _schema(minLength=1, maxLength=128, pattern=r"^\S(.*\S)?$", **_NO_QUESTION),
]
Name: TypeAlias = Annotated[str, _held_to(refuse_name, ProblemCode.BAD_NAME), _schema(**NAME_SCHEMA)]
FeatureName: TypeAlias = Annotated[
    str, _held_to(refuse_feature, ProblemCode.BAD_NAME), _schema(minLength=1, maxLength=128, pattern=_FEATURE_PATTERN)
]
ArgumentPath: TypeAlias = Annotated[
    str,
    _held_to(lambda path: refuse_argument(path) or refuse_path(path), ProblemCode.BAD_NAME),
    _schema(minLength=1, maxLength=128, pattern=PATH_PATTERN, **_NO_QUESTION),
]
Description: TypeAlias = Annotated[
    str,
    _held_to(refuse_description, ProblemCode.BAD_VALUE),
    _schema(minLength=1, maxLength=MAX_DESCRIPTION, pattern=r"\S", **_NO_QUESTION),
]
Reason: TypeAlias = Annotated[
    str,
    _held_to(refuse_reason, ProblemCode.BAD_REASON),
    _schema(minLength=MIN_REASON, maxLength=MAX_REASON, pattern=r"\S", **_NO_QUESTION),
]


DEFAULT_RESULT_LIMIT: Final = 20_000
_SMALLEST_LIMIT, _LARGEST_LIMIT = 200, 10_000_000  # the words that label a cut need room; the rest is a typing error


def _as_limit(value: object) -> object:
    if value == OPEN_QUESTION:
        raise PydanticCustomError(ProblemCode.OPEN_QUESTION.value, "is still an open question")
    if type(value) is int and _SMALLEST_LIMIT <= value <= _LARGEST_LIMIT:
        return value
    why = f"must be a whole number of characters from {_SMALLEST_LIMIT} to {_LARGEST_LIMIT}"
    raise PydanticCustomError(ProblemCode.BAD_VALUE.value, "{why}", {"why": why})


ResultLimit: TypeAlias = Annotated[
    int, BeforeValidator(_as_limit), _schema(minimum=_SMALLEST_LIMIT, maximum=_LARGEST_LIMIT)
]


def _apart(value: Mapping[str, ScopedArgument]) -> Mapping[str, ScopedArgument]:
    if why := refuse_paths(value):
        raise PydanticCustomError(ProblemCode.DUPLICATE.value, "{why}", {"why": why})
    return value


class EmptySelection(StrEnum):
    """What a published empty list means for one agent."""

    DEFAULTS = "defaults"  # the tools that its rows grant
    NONE = "none"  # no tools at all


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _refuse_source(path: str) -> str:
    if not path.strip() or path != path.strip():
        return "must name the file that registers the tools, like app/runtime.py"
    if "\\" in path or path.startswith("/") or ":" in path or ".." in path.split("/"):
        return "must be relative to the project and written with `/`, like app/runtime.py"
    return refuse_argument(path.replace(" ", "_"))


@final
class RuntimeTools(_Declared):
    """Tools that close over a live session and are no rows: exactly these, in this order."""

    source: Annotated[
        str, _held_to(_refuse_source, ProblemCode.BAD_VALUE), _schema(minLength=1, pattern=r"^[^/\\:]")
    ] = Field(description="The file that registers them, relative to the project: app/schedule_builder/runtime.py")
    tools: Annotated[tuple[ToolName, ...], BeforeValidator(_as_tuple), AfterValidator(_once_each), _UNIQUE] = Field(
        min_length=1, description="Their names in the order in which the runtime registers them."
    )


def _refuse_bound(place: str) -> str:
    path, colon, name = place.rpartition(":")
    if not colon or not path.endswith(".py"):
        if place.endswith(".py"):
            return "must say which agent of the file it means, like app/agents.py:support_agent"
        return refuse_tool_name(place)
    if not all(part.isidentifier() for part in name.split(".")):
        return "must name a variable or function after the `:`, like app/agents.py:support_agent"
    return _refuse_source(path)


BoundPlace: TypeAlias = Annotated[
    str,
    _held_to(_refuse_bound, ProblemCode.BAD_VALUE),
    _schema(minLength=1, maxLength=512, pattern=r"^\S(.*\S)?$", **_NO_QUESTION),
]


def _at_least_one(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise PydanticCustomError("too_short", "names nothing")
    return value


@final
class Agent(_Declared):
    """A named consumer of tools."""

    empty_selection: Annotated[EmptySelection, BeforeValidator(_as_choice)] = Field(
        description="What a published empty list of tools means for this agent: `defaults` (the tools its rows grant) "
        "or `none` (no tools)."
    )
    runtime_tools: RuntimeTools | None = Field(
        default=None,
        description="Tools that close over a live session, so they are no rows; declared here all the same.",
    )
    bound: (
        Annotated[
            tuple[BoundPlace, ...],
            BeforeValidator(_as_tuple),
            AfterValidator(_once_each),
            AfterValidator(_at_least_one),
            _schema(uniqueItems=True, minItems=1),
        ]
        | None
    ) = Field(
        default=None,
        description="Where code makes the agent and gives it tools: [app/agents.py:support_agent] (file, then variable "
        "or function), or its name in code. An agent that has this very name in code needs no such line.",
    )


@final
class Capability(_Declared):
    """An area of the application; it maps to one feature of the permission model, or is ungated."""

    feature: FeatureName | None = Field(
        description="The key of the application's permission model that a caller must reach, or null: ungated, which "
        "has to be pinned with a reason."
    )


@final
class ToolRow(_Declared):
    """One tool, as a reviewer reads it. The first four have no default: somebody decides."""

    description: Description = Field(description="What the model is told about the tool: the text in code is this one.")
    capability: Name = Field(description="The capability that the tool belongs to, from `capabilities`.")
    mutates: Annotated[bool, BeforeValidator(_as_bool)] = Field(
        description="true when the call itself commits a change to somebody's data (then it is pinned with a reason). "
        "false for reading, for staging a proposal that a person accepts, and for delegating to another agent."
    )
    agents: Annotated[tuple[Name, ...], BeforeValidator(_as_tuple), AfterValidator(_once_each), _UNIQUE] = Field(
        description="The agents that may hold the tool, from `agents`. An empty list is a decision: nobody may."
    )
    scope: Annotated[Mapping[ArgumentPath, ScopeValue], AfterValidator(_apart), *_FROZEN] = Field(
        default=FrozenMap(),
        description="Which arguments name objects, and of which kind: {project_id: project} is checked; "
        "{workspace_id: {pinned: workspace}} is taken out of the model's hands, {filled: …} supplied when left out.",
    )
    whole_workspace: Annotated[bool, BeforeValidator(_as_bool)] = Field(
        default=False,
        description="true when a call touches the whole workspace: it is refused while the conversation is narrowed to "
        "projects.",
    )
    result_limit: ResultLimit | None = Field(
        default=None, description="How many characters of a result the model gets; without it, the manifest's."
    )


@final
class Rename(_Declared):
    """An old name that stored choices may still use, and until when it is understood."""

    to: ToolName = Field(description="The tool's name now; a row.")
    until: Annotated[datetime.date, BeforeValidator(_as_date), _schema(pattern=r"^\d{4}-\d{2}-\d{2}$")] = Field(
        description="The last day on which the old name is understood: 2027-06-30."
    )


@final
class Pins(_Declared):
    """The exact sets that a review fixed, each with its reason."""

    mutating: Annotated[Mapping[ToolName, Reason], *_FROZEN] = Field(
        default=FrozenMap(),
        description="Every tool with `mutates: true`, and in a sentence why a direct write is right.",
    )
    ungated: Annotated[Mapping[Name, Reason], *_FROZEN] = Field(
        default=FrozenMap(),
        description="Every capability with `feature: null`, and in a sentence why no permission guards it.",
    )


@final
class Manifest(_Declared):
    """Everything that is declared. Built as a whole or not at all: names that lead nowhere are errors.

    Raises `ManifestProblems` with everything that is wrong.
    """

    agents: Annotated[Mapping[Name, Agent], *_FROZEN] = Field(description="The agents that exist, by name.")
    capabilities: Annotated[Mapping[Name, Capability], *_FROZEN] = Field(
        description="The areas of the application, each mapped to one feature or ungated."
    )
    tools: Annotated[Mapping[ToolName, ToolRow], *_FROZEN] = Field(
        description="One row a tool, by the name that the model sees. Only tools whose implementation ships."
    )
    renamed: Annotated[Mapping[ToolName, Rename], *_FROZEN] = Field(
        default=FrozenMap(), description="Old names of tools, so that stored choices keep their meaning."
    )
    result_limit: ResultLimit = Field(
        default=DEFAULT_RESULT_LIMIT, description="How many characters of a tool's result the model gets: 20000."
    )
    pins: Pins = Field(default=Pins(), description="The contents of the pins file.")

    def __init__(
        self,
        *,
        agents: Mapping[str, Agent | Mapping[str, object]],
        capabilities: Mapping[str, Capability | Mapping[str, object]],
        tools: Mapping[str, ToolRow | Mapping[str, object]],
        renamed: Mapping[str, Rename | Mapping[str, object]] | None = None,
        result_limit: int = DEFAULT_RESULT_LIMIT,
        pins: Pins | Mapping[str, object] | None = None,
    ) -> None:
        given: dict[str, object] = {"agents": agents, "capabilities": capabilities, "tools": tools}
        given |= {name: value for name, value in (("renamed", renamed), ("pins", pins)) if value is not None}
        given["result_limit"] = result_limit
        if problems := self._fill(given):
            raise ManifestProblems.of("the manifest", problems)

    def _fill(self, given: dict[str, object]) -> list[Problem]:
        """Validate `given` into this new value; everything that stands against it, in words."""
        from toolcrib.manifest._review import problems_of, references  # it explains these models, so it imports them

        problems: list[Problem] = []
        try:
            super().__init__(**given)
        except ValidationError as error:
            problems += problems_of(error)
        return problems + references(given)


def build(given: dict[str, object]) -> tuple[Manifest | None, list[Problem]]:
    """For the loader: the manifest, or all its problems as values, so that they can be given their places."""
    manifest = Manifest.__new__(Manifest)
    problems = manifest._fill(given)
    return (None if problems else manifest), problems
