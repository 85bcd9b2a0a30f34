"""The outcome for programs: a model of its own with a version, so that inner types stay free.

Room: checks, middle. Pure. Version 1: keys may be added, none changes its meaning. The page oracle.md describes it.
"""

from __future__ import annotations

import json
from typing import TypedDict

from toolcrib.checks.oracle._types import Difference, Explanation, Outcome
from toolcrib.manifest import Location


class PlaceV1(TypedDict):
    file: str
    line: int
    column: int


class ExplanationV1(TypedDict):
    text: str
    at: PlaceV1 | None


class DifferenceV1(TypedDict):
    kind: str
    tool: str
    message: str
    places: list[PlaceV1]
    source: str | None
    live: str | None
    explained: ExplanationV1 | None


class LiveToolV1(TypedDict):
    name: str
    description: str | None
    hints: dict[str, bool]


class LiveV1(TypedDict):
    target: str
    holder: str
    names: list[str]
    hints_shown: list[str]
    remarks: list[str]
    tools: list[LiveToolV1]


class OmittedV1(TypedDict):
    server: str
    declarations: int


class OracleV1(TypedDict):
    version: int
    exit_code: int
    live: LiveV1
    wanted: int
    compared: list[str]
    not_compared: list[OmittedV1]
    alike: list[str]
    texts_unread: list[str]
    differences: list[DifferenceV1]


def oracle_json(outcome: Outcome, *, strict: bool = False) -> str:
    """Version 1 of the outcome; `exit_code` is the command's."""
    listing = outcome.listing
    model = OracleV1(
        version=1,
        exit_code=outcome.exit_code(strict=strict),
        live=LiveV1(
            target=listing.target,
            holder=listing.holder.value,
            names=list(listing.names),
            hints_shown=sorted(hint.value for hint in listing.shows),
            remarks=list(listing.remarks),
            tools=[
                LiveToolV1(
                    name=tool.name,
                    description=tool.description,
                    hints={hint.value: value for hint, value in tool.hints},
                )
                for tool in listing.tools
            ],
        ),
        wanted=outcome.wanted,
        compared=list(outcome.compared),
        not_compared=[OmittedV1(server=name, declarations=count) for name, count in outcome.not_compared],
        alike=list(outcome.alike),
        texts_unread=list(outcome.texts_unread),
        differences=[_difference(one) for one in outcome.differences],
    )
    return json.dumps(model, ensure_ascii=False, indent=2) + "\n"


def _difference(one: Difference) -> DifferenceV1:
    return DifferenceV1(
        kind=one.kind.value,
        tool=one.tool,
        message=one.message,
        places=[_place(at) for at in one.places],
        source=one.source,
        live=one.live,
        explained=None if one.explained is None else _explained(one.explained),
    )


def _explained(why: Explanation) -> ExplanationV1:
    return ExplanationV1(text=why.text, at=None if why.at is None else _place(why.at))


def _place(at: Location) -> PlaceV1:
    return PlaceV1(file=at.path, line=at.line, column=at.column)
