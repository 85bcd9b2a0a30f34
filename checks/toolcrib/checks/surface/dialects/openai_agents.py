"""OpenAI Agents SDK.

Room: checks, middle. Owns `agents`. `function_tool` in its forms (a positional text is ignored by the framework),
FunctionTool, agents as tools, hosted tools, and agents with their lists. Handoffs are edges between agents, not tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Ext,
    Inst,
    Items,
    K,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hints import approval
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing
from toolcrib.checks.surface.dialects._own_held import is_held_server
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

HOSTED = {
    "WebSearchTool": "web_search", "FileSearchTool": "file_search", "CodeInterpreterTool": "code_interpreter",
    "ImageGenerationTool": "image_generation", "LocalShellTool": "local_shell", "ShellTool": "shell",
    "ApplyPatchTool": "apply_patch", "ComputerTool": "computer_use_preview", "HostedMCPTool": "hosted_mcp",
    "ToolSearchTool": "tool_search", "ProgrammaticToolCallingTool": "programmatic_tool_calling",
}  # fmt: skip
_AGENTS = ("Agent", "RealtimeAgent", "SandboxAgent")
_FIELDS = ("name", "handoff_description", "tools", "mcp_servers", "mcp_config")


class OpenAiAgents(AgentDialect):
    name = "openai-agents"
    roots = ("agents",)
    words = frozenset(
        {"function_tool", "tool", "FunctionTool", "CustomTool", "as_tool", "tool_namespace", "codex_tool", "clone"}
        | {"tools=", "mcp_servers=", *HOSTED, *_AGENTS}
    )
    texts = TextRules(style=DocStyle.FIRST_TEXT, empty_is_text=False, nothing="")

    def __init__(self) -> None:
        self._agents: list[tuple[Obj, Site, Conds]] = []

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "function_tool" or path == "agents.decorators.tool":
            first = args.get(0, "func")
            return self.marking(ev, first, lambda f, s: self._function(ev, f, args, site), site)
        if tail in ("FunctionTool", "CustomTool"):
            return self._object(ev, tail, args, site)
        if tail in HOSTED:
            if tail == "HostedMCPTool":
                self.unresolved(ev, site, "dynamic surface: a hosted MCP server's own tools")
            return self.make(ev, None, site, name=K(HOSTED[tail]), description=NONE)
        if tail == "codex_tool":
            text = args.get(None, "description") or Unknown("the library's own text")
            return self.make(ev, None, site, name=args.get(None, "name") or K("codex"), description=text)
        if tail == "tool_namespace":
            return args.get(None, "tools") or NONE  # the names stay; the namespace qualifies them for the provider
        if tail in _AGENTS:
            return self._agent(ev, tail, args, site)
        return None

    # --- tools -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _enabled(self, ev: Evaluator, args: Args, site: Site) -> Iterator[None]:
        """`is_enabled=False` hides a tool, and a callable decides at run time: the tool is conditional."""
        enabled = args.get(None, "is_enabled")
        if enabled is None or (isinstance(enabled, K) and enabled.value is True and not enabled.conf):
            yield
            return
        said = repr(enabled.value) if isinstance(enabled, K) else "…"
        with ev.under([ev.cond(f"is_enabled={said}", str(site.location), "enabled")]):
            yield

    def _function(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        description = args.get(None, "description_override")
        name = args.get(None, "name_override") or (Unknown(args.open) if args.open else None)
        hints = approval(args.get(None, "needs_approval"), "needs_approval", site)
        uses_doc = args.get(None, "use_docstring_info")
        with self._enabled(ev, args, site):
            made = self.make(ev, func, site, name=name, description=description, hints=hints)
        if is_nothing(description) and isinstance(uses_doc, K) and uses_doc.value is False:
            tool = made.data["tool"]
            assert isinstance(tool, Tool)  # what `make` stores
            tool.description = from_value(NONE, tool.at)
        return made

    def _object(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
        order = ("name", "description", "params_json_schema", "on_invoke_tool")
        given = by_name(args, *(order if tail == "FunctionTool" else ("name", "description", "on_invoke_tool")))
        with self._enabled(ev, args, site):
            made = self.make(
                ev,
                given.get(None, "on_invoke_tool"),
                site,
                name=given.get(None, "name") or Unknown(args.open or f"a {tail} without a name"),
                description=given.get(None, "description") or NONE,
                hints=approval(args.get(None, "needs_approval"), "needs_approval", site),
            )
        made.data["tool"].schema = given.get(None, "params_json_schema") or Unknown("one text")
        return made

    def _as_tool(self, ev: Evaluator, agent: Obj, args: Args, site: Site) -> Value:
        named = args.get(0, "tool_name")
        if is_nothing(named):
            own = text_of(agent.attrs.get("name") or NONE)
            named = K(function_style(own)) if own else Unknown("the agent's name cannot be told")
        hints = approval(args.get(None, "needs_approval"), "needs_approval", site)
        with self._enabled(ev, args, site):
            return self.make(
                ev, None, site, name=named, description=args.get(1, "tool_description") or NONE, hints=hints
            )

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        given = by_name(args, *_FIELDS)
        agent = self.agent(ev, site, given.get(None, "name"))
        agent.attrs["tools"] = given.get(None, "tools") or Items("list", [], args.open)
        agent.attrs["mcp_servers"] = given.get(None, "mcp_servers") or Items("list", [])
        if tail == "SandboxAgent":
            self.unresolved(ev, site, "dynamic surface: the capabilities of a sandbox agent add tools of their own")
        if given.get(None, "prompt") is not None:
            ev.ledger.note(site, "a stored prompt may bring tools of its own: the surface is what the code gives")
        self._agents.append((agent, site, ev.conds()))
        return agent

    def _remote(self, ev: Evaluator, value: Value | None, site: Site) -> None:
        if value is None or is_nothing(value):
            return
        found, more = elements(ev, value, site.text)
        found = [entry for entry in found if not is_held_server(ev, entry.value)]
        if found or more:
            named = ", ".join(dict.fromkeys(_remote_name(e.value) for e in found)) or "MCP servers"
            self.unresolved(ev, site, f"dynamic surface: the agent takes another server's tools ({named})")

    def _clone(self, ev: Evaluator, agent: Obj, args: Args, site: Site) -> Obj:
        clone = self.agent(ev, site, args.get(None, "name") or agent.attrs.get("name"))
        for key in ("tools", "mcp_servers"):
            unread = Unknown(args.open) if args.open else None
            clone.attrs[key] = args.get(None, key) or unread or agent.attrs.get(key) or NONE
        self._agents.append((clone, site, ev.conds()))
        return clone

    def copied(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Obj | None:
        return self._clone(ev, obj, args, site) if obj.kind == "agent" else None

    def wait(self, ev: Evaluator, agent: Obj, site: Site) -> None:
        self._agents.append((agent, site, ev.conds()))

    def finish(self, ev: Evaluator) -> None:
        """Lists of tools grow after an agent is made: they are read at the end."""
        agents, self._agents = self._agents, []
        for agent, site, when in agents:
            with ev.under(when):
                self.bind(ev, agent, agent.attrs.get("tools"), site)
                self._remote(ev, agent.attrs.get("mcp_servers"), site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind != "agent":
            return None
        if name == "as_tool":
            return self._as_tool(ev, obj, args, site)
        return self._clone(ev, obj, args, site) if name == "clone" else None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "name":
            tool.name = value
        elif isinstance(tool, Tool) and name == "description":
            tool.description = from_value(value, tool.at)
        elif obj.kind == "agent" and name == "tools" and obj.site is not None and ev.when:
            self._agents.append((self._also(obj, value), obj.site, ev.conds()))

    def _also(self, agent: Obj, value: Value) -> Obj:
        """The same agent with the list that it has under a condition."""
        return Obj(self, "agent", agent.site, {**agent.attrs, "tools": value}, agent.data)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Ext) and value.args is not None:
            self.unresolved(ev, site, f"dynamic surface: `{value.path}` in the list is a tool of another package")
        else:
            yield from super().other(ev, value, site)

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        named = {k: v for k, v in inst.attrs.items() if k in ("name", "description", "tools", "mcp_servers")}
        fields = {k: found[0] for k in ("name", "description", "tools") if (found := inst.cls.find(k)) is not None}
        merged = {**{k: ev.resolve(v) for k, v in fields.items()}, **named, **args.keywords}
        return self.call(ev, Ext(path), Args(args.positional, merged, args.open), site)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return self.of_annotation(ev, site) if path.rsplit(".", 1)[-1] in _AGENTS else None


def _remote_name(value: Value) -> str:
    return value.path.removesuffix("()").rsplit(".", 1)[-1] if isinstance(value, Ext) else "an MCP server"


def function_style(name: str) -> str:
    """An agent's name as the SDK makes a tool name of it: other characters to `_`, lower case."""
    return re.sub(r"[^a-zA-Z0-9_]", "_", name.replace(" ", "_")).lower()
