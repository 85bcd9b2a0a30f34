"""Remark on documents that can be read: what in them does something else than it seems to.

Room: registry, middle. Pure values. A remark has a stable code, a place, what would happen and what settles it.
Touch it when another trap is known. Not here: what makes a document unusable (the readers), rules of the checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, final

from toolcrib.manifest import Location, nearest
from toolcrib.manifest.documents import shown
from toolcrib.registry.agentproto._agent import AgentFile
from toolcrib.registry.agentproto._app import AppFile
from toolcrib.registry.agentproto._app_id import Fill, fill_remarks
from toolcrib.registry.agentproto._bridge import imported
from toolcrib.registry.agentproto._entries import Form
from toolcrib.registry.agentproto._resolve import DaemonTools, Resolution, Resolved, Tier, Why
from toolcrib.registry.agentproto._tool import ToolFile
from toolcrib.registry.agentproto._ui import NoUiTools
from toolcrib.registry.agentproto._vocabulary import (
    ENFORCING,
    IMPORTED,
    NOT_ENFORCING,
    OPEN_GATEWAY,
    STRIPPED,
    SUBAGENT_TOOLS,
    WORKSPACE_TOOLS,
)


class RemarkCode(StrEnum):
    """The code of a remark; it is never renamed and never reused."""

    TOOL_UNWIRED = "tool-unwired"
    TOOL_UNREACHABLE = "tool-unreachable"
    TOOL_WITHHELD = "tool-withheld"
    TOOL_STRIPPED = "tool-stripped-from-agents"
    TOOL_GLOB = "tool-glob-unsupported"
    TOOL_FOREIGN_PREFIX = "tool-foreign-prefix"
    TOOL_UI_ONLY = "tool-ui-only-form"
    TOOL_URI = "tool-uri-unsupported"
    TOOL_DROPPED = "tool-dropped"
    TOOL_TWICE = "tool-twice"
    APP_ID = "app-id"
    NOT_ENFORCED = "allowlist-not-enforced"
    FAIL_OPEN = "gateway-fail-open"
    UNKNOWN_KEY = "unknown-key"
    UI_LIST_ABSENT = "ui-list-absent"
    UI_LIST_EMPTY = "ui-list-empty"
    UI_TOOL_MALFORMED = "ui-tool-malformed"
    UI_TOOL_STATE = "ui-tool-state-append"
    UI_TOOL_TWICE = "ui-tool-twice"
    AGENT_ID_DIFFERS = "agent-id-differs"
    APPROVAL_DEFAULT = "approval-default-on-mutate"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """`key` is where it stands, as people write it: `tools[1]`, `metadata.adapter`; `subject` the id it speaks of."""

    code: RemarkCode
    message: str
    key: str
    at: Location
    hint: str = ""
    subject: str = ""


class Enforcement(StrEnum):
    """Whether the adapter that runs an agent holds it to its `tools`."""

    ENFORCED = "enforced"
    NOT_ENFORCED = "not-enforced"
    UNKNOWN = "unknown"  # nothing is known of the adapter


def adapter_of(agent: AgentFile) -> str:
    """The adapter that a workflow step picks: the document's own, else by the model's name, else mastra-agent."""
    if agent.adapter:
        return agent.adapter
    return "claude-code" if agent.model.rpartition("/")[2].startswith("claude-") else "mastra-agent"


def enforcement(agent: AgentFile) -> Enforcement:
    adapter = adapter_of(agent)
    if adapter in ENFORCING:
        return Enforcement.ENFORCED
    return Enforcement.NOT_ENFORCED if adapter in NOT_ENFORCING else Enforcement.UNKNOWN


_CODES: Final = {
    Why.UNKNOWN_ID: RemarkCode.TOOL_UNWIRED,
    Why.DAEMON_UNREACHABLE: RemarkCode.TOOL_UNREACHABLE,
    Why.SUBAGENT_WITHOUT_DAEMON: RemarkCode.TOOL_UNREACHABLE,
    Why.MODES_OFF: RemarkCode.TOOL_UNREACHABLE,
    Why.WITHHELD: RemarkCode.TOOL_WITHHELD,
    Why.STRIPPED: RemarkCode.TOOL_STRIPPED,
    Why.GLOB: RemarkCode.TOOL_GLOB,
    Why.FOREIGN_PREFIX: RemarkCode.TOOL_FOREIGN_PREFIX,
    Why.UI_ONLY: RemarkCode.TOOL_UI_ONLY,
    Why.URI: RemarkCode.TOOL_URI,
    Why.UNREAD_FORM: RemarkCode.TOOL_DROPPED,
    Why.EMPTY_ID: RemarkCode.TOOL_DROPPED,
    Why.NO_ID: RemarkCode.TOOL_DROPPED,
}


_MOST_MEANT: Final = 50  # the nearest names are looked for so often: a long list of nonsense would take its time
_HINTS: Final = {
    Why.DAEMON_UNREACHABLE: "Start the daemon, then resolve again.",
    Why.SUBAGENT_WITHOUT_DAEMON: "Start the daemon, then resolve again.",
    Why.MODES_OFF: "Remove it, or turn modes on.",
    Why.WITHHELD: "Remove it, or let the host run commands.",
    Why.STRIPPED: "Remove it.",
    Why.GLOB: "List the ids one by one.",
    Why.FOREIGN_PREFIX: "Write the bare id.",
    Why.UI_ONLY: "List `mcp_imported_call`, or remove it.",
    Why.URI: "Write the bare id.",
}


def review_agent(agent: AgentFile) -> tuple[Remark, ...]:
    """Of the document alone: who holds the agent to its list."""
    return tuple(_enforced(agent))


def _enforced(agent: AgentFile) -> Iterator[Remark]:
    adapter = adapter_of(agent)
    place = "metadata.adapter" if agent.adapter else "model"
    state = enforcement(agent)
    if state is not Enforcement.ENFORCED:
        known = "does not consult" if state is Enforcement.NOT_ENFORCED else "is not known to consult"
        yield Remark(
            code=RemarkCode.NOT_ENFORCED,
            message=f"{shown(adapter)} {known} `tools`: the agent may call what it does not list",
            key=place,
            at=agent.at(place),
            hint="Run it with `adapter: mastra-agent` under `metadata`, or grant it nothing that the list leaves out.",
        )
    if adapter in OPEN_GATEWAY and not any(entry.form is Form.ID and entry.id for entry in agent.tools):
        yield Remark(
            code=RemarkCode.FAIL_OPEN,
            message=f"no entry of `tools` is a bare id, so a workflow step on {shown(adapter)} gets all of the daemon",
            key="tools",
            at=agent.at("tools"),
            hint="List at least one bare id, such as `- read_file`.",
        )


def review_tools(resolution: Resolution, *, app_id: str = "") -> tuple[Remark, ...]:
    """Of what its list comes to: every entry that does not run, and what filling in `appId` does to the others.

    `app_id` is the one that is known where the agent runs.
    """
    found: list[Remark] = []
    seen: set[str] = set()
    served = resolution.daemon.tools if isinstance(resolution.daemon, DaemonTools) else {}
    known = frozenset({*served, *WORKSPACE_TOOLS, *SUBAGENT_TOOLS})
    meant = _MOST_MEANT
    for one in resolution.entries:
        key = f"tools[{one.entry.index}]"
        if one.why in _CODES:
            found.append(_unresolved(one, key, known if meant > 0 else frozenset()))
            meant -= one.why is Why.UNKNOWN_ID
        if one.name and one.name in seen:
            message = f"{shown(one.name)} is listed twice; upstream keeps the last without a word"
            twice = RemarkCode.TOOL_TWICE
            found.append(
                Remark(code=twice, message=message, key=key, at=one.entry.at, hint="Remove one.", subject=one.name)
            )
        seen.add(one.name)
        if one.tier is Tier.DAEMON and one.name in served:
            words = fill_remarks(one.name, served[one.name].schema, app_id, Fill.BY_PREFIX)
            if words and app_id:
                found.append(Remark(code=RemarkCode.APP_ID, message=words, key=key, at=one.entry.at, subject=one.name))
    return tuple(found)


def _unresolved(one: Resolved, key: str, known: frozenset[str]) -> Remark:
    what = {
        Tier.DROPPED: f"{one.entry.written} is dropped",
        Tier.STUB: f"{shown(one.name)} becomes a stub that fails when it is called",
        Tier.SUBAGENT: f"{shown(one.name)} fails when it is called",
    }[one.tier]
    beside = f"; upstream takes the {one.upstream}'s tool of that name" if one.upstream else ""
    hint = _HINTS.get(one.why, "Write its id as a text, or remove it.")
    if one.why is Why.UNKNOWN_ID:
        near = nearest(one.name, known)
        written = " or ".join(f"`{other}`" for other in near)
        hint = f"Write {written}, or remove it." if near else "Remove it, or make it available."
    return Remark(
        code=_CODES[one.why],
        message=f"{what}: {one.words}{beside}",
        key=key,
        at=one.entry.at,
        hint=hint,
        subject=one.name or one.entry.written,
    )


def review_app(app: AppFile) -> tuple[Remark, ...]:
    """Of an APP.md alone."""
    return tuple(sorted(_of_app(app), key=lambda one: (one.at, one.code)))


def _of_app(app: AppFile) -> Iterator[Remark]:
    for name, at in app.unknown.items():
        message = f"{shown(name)} is no key that anything reads"
        yield Remark(code=RemarkCode.UNKNOWN_KEY, message=message, key=name, at=at, hint="Correct or remove it.")
    if app.ui is None:
        return
    if isinstance(app.ui.tools, NoUiTools):
        yield Remark(
            code=RemarkCode.UI_LIST_ABSENT,
            message="`ui.tools` is not written: the daemon lets the page call nothing, `app serve` all there is",
            key="ui",
            at=app.ui.at,
            hint="Write `tools: []` where the page calls nothing, else the ids.",
        )
        return
    if not app.ui.tools.ids:
        message = "`ui.tools` is empty: the page may call nothing but the two tools of discovery"
        at = app.places.get("ui.tools", app.ui.at)
        yield Remark(code=RemarkCode.UI_LIST_EMPTY, message=message, key="ui.tools", at=at)
    seen: set[str] = set()
    for number, (name, at) in enumerate(zip(app.ui.tools.ids, app.ui.places, strict=True)):
        key = f"ui.tools[{number}]"
        if name.startswith(IMPORTED) and imported(name) is None:
            message = f"{shown(name)} is malformed, so every call of it is refused"
            hint = "Write `imported:alias/tool`."
            yield Remark(code=RemarkCode.UI_TOOL_MALFORMED, message=message, key=key, at=at, hint=hint, subject=name)
        if name == STRIPPED:
            message = f"{shown(name)} writes the app's record of what happened; a page has it only on purpose"
            hint = "Remove it, unless the page records a person's approval."
            yield Remark(code=RemarkCode.UI_TOOL_STATE, message=message, key=key, at=at, hint=hint, subject=name)
        if name in seen:
            message = f"{shown(name)} is listed twice"
            yield Remark(
                code=RemarkCode.UI_TOOL_TWICE, message=message, key=key, at=at, hint="Remove one.", subject=name
            )
        seen.add(name)


def review_tool(tool: ToolFile) -> tuple[Remark, ...]:
    """Of a TOOL.md alone."""
    if not tool.mutates or tool.approval:
        return ()
    return (
        Remark(
            code=RemarkCode.APPROVAL_DEFAULT,
            message="`mutates` is given and `approval` is not: the reference asks before writes, the schema refuses",
            key="approval",
            at=Location(tool.path, 1, 1),
            hint="Write `approval: on-mutate`.",
        ),
    )
