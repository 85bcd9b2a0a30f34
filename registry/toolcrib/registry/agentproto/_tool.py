"""Read a TOOL.md (AIP-14) as far as an app needs it: its id, and what calling it changes.

Room: registry, middle. Pure: bytes in, a `ToolFile` out, or `DocumentProblems`; nothing else is raised. Keys that the
reference parser drops without a word (`retry`, `examples`, …) pass.
Touch it when more of a bundled tool matters. Not here: drivers, and the JSON Schemas of its inputs and outputs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, final

from toolcrib.manifest import Location
from toolcrib.manifest.documents import Document, Node, Problem, ProblemCode, read_document
from toolcrib.registry.agentproto._errors import DocumentProblems
from toolcrib.registry.agentproto._fields import SEMVER, Reading

TOOL_SCHEMA: Final = "agentproto/tool/v1"
_ID: Final = re.compile(r"[a-z][a-z0-9._-]{1,63}")
_MUTATES: Final = re.compile(r"[a-z]+:\S+")
_POLICY: Final = re.compile(r"policy:\S+")
_REMOVED: Final = ("code", "run", "runner", "secrets", "network", "entry", "execute")
_APPROVALS: Final = ("auto", "always", "on-mutate")


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFile:
    """`approval` is "" where it is not written; the reference then takes `on-mutate` for a tool that mutates."""

    path: str
    id: str
    description: str
    mutates: tuple[str, ...]
    approval: str


def read_tool(content: bytes, path: str) -> ToolFile:
    """The tool that the file describes. Raises `DocumentProblems` with everything that is wrong in it."""
    tool, problems = tool_of(content, path)
    if tool is None:
        raise DocumentProblems.of(path, problems)
    return tool


def tool_of(content: bytes, path: str) -> tuple[ToolFile | None, tuple[Problem, ...]]:
    """As `read_tool`, with what is wrong as values."""
    document, problems = read_document(content, path)
    if document is None:
        return None, problems
    reading = Reading(document)
    reading.problems += problems
    tool = _read(reading, document)
    return (None if reading.problems else tool), tuple(reading.problems)


def _read(reading: Reading, document: Document) -> ToolFile:
    held = reading.held(document.header, ()) or {}
    reading.needed(held, (), ("name", "id", "description", "version"), Location(document.path, 1, 1))

    def at(name: str) -> Node | None:
        return held[name][1] if name in held else None

    for name in _REMOVED:
        if name in held:
            message = f"`{name}` was removed from TOOL.md: how a tool runs is its driver's"
            reading.say(ProblemCode.UNKNOWN_KEY, message, (name,), reading.at(held[name][0]), "Move it to DRIVER.md.")
    if (node := at("schema")) is not None:
        reading.one_of(node, ("schema",), (TOOL_SCHEMA,))
    tool_id = description = approval = ""
    if (node := at("name")) is not None:
        reading.text(node, ("name",), 80)
    if (node := at("id")) is not None:
        tool_id = reading.matching(node, ("id",), _ID, "a tool's id: small letters, digits, `.`, `_`, `-`") or ""
    if (node := at("description")) is not None:
        description = reading.text(node, ("description",), 2_000) or ""
    if (node := at("version")) is not None:
        reading.matching(node, ("version",), SEMVER, "a version like 1.0.0")
    mutates: tuple[str, ...] = ()
    if (node := at("mutates")) is not None:
        mutates = reading.listed(
            node, ("mutates",), lambda one, keys: reading.matching(one, keys, _MUTATES, "of the form `class:scope`")
        )
    if (node := at("approval")) is not None:
        approval = reading.text(node, ("approval",)) or ""
        if approval and approval not in _APPROVALS and not _POLICY.fullmatch(approval):
            reading.bad(node, ("approval",), "must be `auto`, `always`, `on-mutate` or `policy:…`")
    if (node := at("risk_level")) is not None:
        reading.number(node, ("risk_level",), 0, 3, whole=True)
    if (node := at("idempotent")) is not None:
        reading.flag(node, ("idempotent",))
    for name in ("inputs", "outputs", "requires"):
        if (node := at(name)) is not None:
            reading.held(node, (name,))
    return ToolFile(path=document.path, id=tool_id, description=description, mutates=mutates, approval=approval)
