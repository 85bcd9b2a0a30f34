"""Read an AGENT.md (AIP-42): strictly, with the place of every value, everything that is wrong at once.

Room: registry, middle. Pure: bytes in, an `AgentFile` out, or `DocumentProblems`; nothing else is raised.
Touch it when AIP-42 gets another key. Not here: what its tools come to (`_resolve`), remarks on it (`_review`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, final

from toolcrib.manifest import Location
from toolcrib.manifest.documents import Document, Entries, Node, Problem, read_document
from toolcrib.registry.agentproto._entries import ToolEntry, read_entries
from toolcrib.registry.agentproto._errors import DocumentProblems
from toolcrib.registry.agentproto._fields import SEMVER, Held, Reading

AGENT_SCHEMA: Final = "agent/v1"
_ID: Final = re.compile(r"(?:@[a-z0-9][a-z0-9._-]{0,79}/)?[a-z0-9][a-z0-9._-]{0,79}")
_REFERENCES: Final = ("skills", "workflows", "routines", "delegates_to")
_ONE_REFERENCE: Final = ("extends", "identity", "persona", "runner", "governance", "policy")
_KNOWN: Final = (
    *("schema", "id", "description", "model", "version", *_ONE_REFERENCE, "tools", "actions", *_REFERENCES),
    *("memory", "traits", "autonomy", "boundaries", "on", "publish", "tags", "metadata"),
)
_IN_METADATA: Final = "Write it under `metadata:`, as `metadata: {{{0}: …}}`."
_BY_TOOLS: Final = "List the ids under `tools:`; there is no other list."
_TOLD: Final = {
    "adapter": _IN_METADATA.format("adapter"),
    "harness": _IN_METADATA.format("harness"),
    "systemPrompt": "The prompt is the text below the header.",
    "prompt": "The prompt is the text below the header.",
    "allowed-tools": _BY_TOOLS,
    "allowedTools": _BY_TOOLS,
    "disallowedTools": _BY_TOOLS,
    "mcpServers": "Servers are the daemon's; list the ids of its tools under `tools:`.",
}


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFile:
    """What an AGENT.md says of its agent and its tools. `model` is "" where it is a mapping without `ref`.

    `places` maps keys to where they stand: `tools`, `metadata.adapter`, and every other key at the top.
    """

    path: str
    id: str
    description: str
    version: str
    model: str
    tools: tuple[ToolEntry, ...]
    workflows: tuple[str, ...]
    adapter: str  # `metadata.adapter`, else `metadata.harness`, else ""
    body: str
    places: Mapping[str, Location]

    def at(self, key: str) -> Location:
        """Where `key` stands; the header's first line for one that is not written."""
        return self.places.get(key) or Location(self.path, 1, 1)


def read_agent(content: bytes, path: str) -> AgentFile:
    """The agent that the file describes. Raises `DocumentProblems` with everything that is wrong in it."""
    agent, problems = agent_of(content, path)
    if agent is None:
        raise DocumentProblems.of(path, problems)
    return agent


def agent_of(content: bytes, path: str) -> tuple[AgentFile | None, tuple[Problem, ...]]:
    """As `read_agent`, with what is wrong as values."""
    document, problems = read_document(content, path)
    if document is None:
        return None, problems
    reading = Reading(document)
    reading.problems += problems
    agent = _read(reading, document)
    return (None if reading.problems else agent), tuple(reading.problems)


def _read(reading: Reading, document: Document) -> AgentFile:
    held = reading.held(document.header, ()) or {}
    reading.closed(held, (), _KNOWN, _TOLD)
    reading.needed(held, (), ("schema", "id", "description", "model"), Location(document.path, 1, 1))
    places = {name: reading.at(key) for name, (key, _) in held.items()}

    def at(name: str) -> Node | None:
        return held[name][1] if name in held else None

    if (node := at("schema")) is not None:
        reading.one_of(node, ("schema",), (AGENT_SCHEMA,))
    agent_id = description = version = model = ""
    if (node := at("id")) is not None:
        wanted = "an agent's id: small letters, digits, `.`, `_`, `-`, with one `@owner/` before it or none"
        agent_id = reading.matching(node, ("id",), _ID, wanted) or ""
        if agent_id and not 2 <= len(agent_id) <= 80:
            reading.bad(node, ("id",), f"has {len(agent_id)} characters; 2 to 80 are allowed")
    if (node := at("description")) is not None:
        description = reading.text(node, ("description",), 2_000) or ""
    if (node := at("model")) is not None:
        model = _model(reading, node)
    if (node := at("version")) is not None:
        version = reading.matching(node, ("version",), SEMVER, "a version like 1.0.0") or ""
    for name in _ONE_REFERENCE:
        if (node := at(name)) is not None:
            reading.reference(node, (name,))
    references = {
        name: reading.listed(node, (name,), reading.reference) for name in _REFERENCES if (node := at(name)) is not None
    }
    tools = read_entries(reading, node, ("tools",)) if (node := at("tools")) is not None else ()
    _read_rest(reading, held)
    adapter = _adapter(reading, at("metadata"), places)
    return AgentFile(
        path=document.path,
        id=agent_id,
        description=description,
        version=version or "1.0.0",
        model=model,
        tools=tools,
        workflows=references.get("workflows", ()),
        adapter=adapter,
        body=document.body,
        places=MappingProxyType(places),
    )


def _model(reading: Reading, node: Node) -> str:
    if not isinstance(node, Entries):
        return reading.text(node, ("model",), wanted="a text or a mapping") or ""
    held = reading.held(node, ("model",)) or {}
    return reading.text(held["ref"][1], ("model", "ref")) or "" if "ref" in held else ""


def _read_rest(reading: Reading, held: Held) -> None:
    """The keys that nothing here uses: held to their types, so that a slip is said where it stands."""
    for name, (_, node) in held.items():
        keys = (name,)
        match name:
            case "actions" if (inner := reading.held(node, keys)) is not None:
                reading.closed(inner, keys, ("granted",))
                reading.needed(inner, keys, ("granted",), reading.at(node))
                if "granted" in inner:
                    reading.listed(inner["granted"][1], (*keys, "granted"), reading.reference)
            case "memory" if (inner := reading.held(node, keys)) is not None and "scope" in inner:
                scopes = ("per-conversation", "per-thread", "per-workspace", "none")
                reading.one_of(inner["scope"][1], (*keys, "scope"), scopes)
            case "traits":
                for trait, (_, value) in (reading.held(node, keys) or {}).items():
                    reading.number(value, (*keys, trait), 0, 10)
            case "autonomy":
                reading.number(node, keys, 0, 10, whole=True)
            case "boundaries" | "tags":
                reading.texts(node, keys)
            case "on":
                # A list matches both branches of the reference validator, which wants exactly one, so it refuses lists.
                for event, (_, value) in (reading.held(node, keys) or {}).items():
                    reading.reference(value, (*keys, event))
            case "publish" if (inner := reading.held(node, keys)) is not None:
                reading.closed(inner, keys, ("visibility", "registry"))
                reading.needed(inner, keys, ("visibility",), reading.at(node))
                if "visibility" in inner:
                    allowed = ("private", "unlisted", "public")
                    reading.one_of(inner["visibility"][1], (*keys, "visibility"), allowed)
                if "registry" in inner:
                    reading.text(inner["registry"][1], (*keys, "registry"))


def _adapter(reading: Reading, node: Node | None, places: dict[str, Location]) -> str:
    if node is None or (held := reading.held(node, ("metadata",))) is None:
        return ""
    for name in ("adapter", "harness"):
        if name in held:
            key, value = held[name]
            places.setdefault("metadata.adapter", reading.at(key))
            return reading.text(value, ("metadata", name)) or ""
    return ""
