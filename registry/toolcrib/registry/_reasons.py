"""Why a decision is what it is: a closed list of codes, each with its layer, its words and what the model may be told.

Room: registry, middle. Values only. The page reasons.md is made from this table and held to it by a test.
Touch it when a layer can refuse for another reason. A code is stable for logs: it is never renamed and never reused.
Not here: deciding (`_decide`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


def printable(text: str) -> str:
    """A text that a model made up, for a record: on one line, and of characters that can be seen and written."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


class Phase(StrEnum):
    """When it is decided."""

    OFFER = "offer"  # the list of tools goes to the model
    CALL = "call"  # the model's call comes back


class Layer(StrEnum):
    """Who decides, in this order; each one only narrows."""

    SESSION = "session"  # the turn is open, and the facts of this moment are there
    GRANTED = "granted"  # the agent's rows and its declared runtime tools
    PUBLISHED = "published"  # what a person chose for the agent
    REACHABLE = "reachable"  # the capability's feature is one that the caller reaches, or it is ungated and pinned
    OFFERED = "offered"  # the caller has access, the agent is not paused, the session has what the tool needs
    CALLABLE = "callable"  # the arguments: their schema, and what they name


class Reason(StrEnum):
    """The code of a decision."""

    OFFERED = "offered"
    CALLABLE = "callable"
    SESSION_CLOSED = "session-closed"
    FACTS_FAILED = "facts-failed"
    FACTS_LATE = "facts-late"
    FACTS_INVALID = "facts-invalid"
    DECISION_FAILED = "decision-failed"
    AUDIT_FAILED = "audit-failed"
    UNKNOWN_AGENT = "unknown-agent"
    UNKNOWN_TOOL = "unknown-tool"
    RENAMED_TOOL = "renamed-tool"
    NOT_GRANTED = "not-granted"
    NOT_PUBLISHED = "not-published"
    NONE_PUBLISHED = "none-published"
    UNUSABLE_SELECTION = "unusable-selection"
    UNPINNED_CAPABILITY = "unpinned-capability"
    FEATURE_NOT_REACHED = "feature-not-reached"
    NO_ACCESS = "no-access"
    AGENT_PAUSED = "agent-paused"
    SCOPE_MISSING = "scope-missing"
    WHOLE_WORKSPACE = "whole-workspace"
    NOTHING_TO_PIN = "nothing-to-pin"
    ARGUMENTS_UNREADABLE = "arguments-unreadable"
    ARGUMENTS_TOO_LARGE = "arguments-too-large"
    ARGUMENTS_INVALID = "arguments-invalid"
    SCHEMA_UNUSABLE = "schema-unusable"
    NOTHING_TO_FILL = "nothing-to-fill"
    SCOPE_SHAPE = "scope-shape"
    OUTSIDE_SCOPE = "outside-scope"
    RESOLVER_FAILED = "resolver-failed"
    RESOLVER_LATE = "resolver-late"
    NOT_IMPLEMENTED = "not-implemented"


class Words(NamedTuple):
    """`operator` may hold `{subject}`; `model` reveals nothing about what other callers could do."""

    layer: Layer
    operator: str
    model: str


_GONE: Final = "This tool is not available in this conversation."
_LATER: Final = "It could not be checked just now whether this tool may be called, so it was not. Try again later."
_FOREIGN: Final = "An argument names something that does not exist or that this conversation does not reach."

WORDS: Final[dict[Reason, Words]] = {
    Reason.OFFERED: Words(Layer.OFFERED, "every layer let it through: the model is offered it", ""),
    Reason.CALLABLE: Words(Layer.CALLABLE, "every layer let it through: the call is made", ""),
    Reason.SESSION_CLOSED: Words(Layer.SESSION, "the turn has ended, so its session offers and calls nothing", _GONE),
    Reason.FACTS_FAILED: Words(Layer.SESSION, "the provider of facts raised {subject}", _LATER),
    Reason.FACTS_LATE: Words(Layer.SESSION, "the provider of facts gave no answer within its time limit", _LATER),
    Reason.FACTS_INVALID: Words(Layer.SESSION, "the provider of facts gave {subject}, and no `Facts`", _LATER),
    Reason.DECISION_FAILED: Words(
        Layer.SESSION, "deciding raised {subject}; what cannot be decided is refused", _LATER
    ),
    Reason.AUDIT_FAILED: Words(
        Layer.SESSION, "the audit callback raised {subject}: what is not recorded is not done", _LATER
    ),
    Reason.UNKNOWN_AGENT: Words(Layer.GRANTED, "no agent of this name is declared", _GONE),
    Reason.UNKNOWN_TOOL: Words(
        Layer.GRANTED, "no tool of this name has a row or is one of the agent's runtime tools", _GONE
    ),
    Reason.RENAMED_TOOL: Words(
        Layer.GRANTED, "the tool is called `{subject}` now; an old name lives on in stored choices only", _GONE
    ),
    Reason.NOT_GRANTED: Words(Layer.GRANTED, "the tool's row does not name the agent", _GONE),
    Reason.NOT_PUBLISHED: Words(Layer.PUBLISHED, "the published list of the agent does not hold the tool", _GONE),
    Reason.NONE_PUBLISHED: Words(
        Layer.PUBLISHED,
        "an empty list is published, which means no tools for this agent (`empty_selection: none`)",
        _GONE,
    ),
    Reason.UNUSABLE_SELECTION: Words(
        Layer.PUBLISHED, "the stored choice cannot be used, so it leaves no tool; publish it again", _GONE
    ),
    Reason.UNPINNED_CAPABILITY: Words(
        Layer.REACHABLE, "the capability `{subject}` is ungated and not pinned as such, so nobody reaches it", _GONE
    ),
    Reason.FEATURE_NOT_REACHED: Words(Layer.REACHABLE, "the caller does not reach the feature `{subject}`", _GONE),
    Reason.NO_ACCESS: Words(Layer.OFFERED, "the caller has no access to the agent", _GONE),
    Reason.AGENT_PAUSED: Words(Layer.OFFERED, "the agent is paused", _GONE),
    Reason.SCOPE_MISSING: Words(
        Layer.OFFERED, "the row binds arguments or the whole workspace, and no scope was given", _GONE
    ),
    Reason.WHOLE_WORKSPACE: Words(
        Layer.OFFERED,
        "the tool touches the whole workspace, and the conversation is narrowed to projects",
        _GONE,
    ),
    Reason.NOTHING_TO_PIN: Words(
        Layer.OFFERED, "the argument `{subject}` is pinned, and the session has not exactly one value for it", _GONE
    ),
    Reason.ARGUMENTS_UNREADABLE: Words(
        Layer.CALLABLE, "the arguments are no JSON object: {subject}", "The arguments have to be a JSON object."
    ),
    Reason.ARGUMENTS_TOO_LARGE: Words(
        Layer.CALLABLE, "the arguments are larger than any call may be: {subject}", "The arguments are too large."
    ),
    Reason.ARGUMENTS_INVALID: Words(
        Layer.CALLABLE,
        "the arguments are not what the schema says: {subject}",
        "The arguments do not fit the tool's schema.",
    ),
    Reason.SCHEMA_UNUSABLE: Words(Layer.CALLABLE, "the tool's schema cannot be used: {subject}", _GONE),
    Reason.NOTHING_TO_FILL: Words(
        Layer.CALLABLE,
        "`{subject}` was left out, and the session has not exactly one value to fill in",
        "An argument was left out that has to be given here, such as the project.",
    ),
    Reason.SCOPE_SHAPE: Words(
        Layer.CALLABLE,
        "`{subject}` is not where the scope looks for it, so it cannot be checked",
        "The arguments do not fit the tool's schema.",
    ),
    Reason.OUTSIDE_SCOPE: Words(
        Layer.CALLABLE,
        "`{subject}` names what is unknown, outside of the scope, or not allowed to the caller",
        _FOREIGN,
    ),
    Reason.RESOLVER_FAILED: Words(
        Layer.CALLABLE, "the resolver of `{subject}` failed or gave no mapping of ids", _LATER
    ),
    Reason.RESOLVER_LATE: Words(
        Layer.CALLABLE, "the resolver of `{subject}` gave no answer within its time limit", _LATER
    ),
    Reason.NOT_IMPLEMENTED: Words(Layer.CALLABLE, "no implementation was given or bound", _GONE),
}

ALLOWING: Final = frozenset({Reason.OFFERED, Reason.CALLABLE})
LAYERS: Final = tuple(Layer)


def reasons_page() -> str:
    """The table of reasons.md."""
    lines = ["| code | layer | says to the operator | says to the model |", "| --- | --- | --- | --- |"]
    for reason, words in WORDS.items():
        operator = words.operator.replace("{subject}", "…")
        lines.append(f"| `{reason}` | {words.layer} | {operator} | {words.model or '(allowed)'} |")
    return "\n".join(lines) + "\n"
