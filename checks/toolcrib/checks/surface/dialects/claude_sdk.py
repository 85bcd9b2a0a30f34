"""Claude Agent SDK.

Room: checks, middle. Owns `claude_agent_sdk`. `@tool(name, description, schema)`, servers made of tools, and the key
under which options mount a server: the model sees `mcp__<key>__<name>`. What no options mount keeps its bare name, as
nothing tells its key; `declared_name` is the bare name always.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, Tool
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._mounts import label_of, mount
from toolcrib.checks.surface._types import AgentBinding, Held
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Either,
    Entry,
    Ext,
    Inst,
    K,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hints import hints
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing
from toolcrib.checks.surface.dialects._server import by_name
from toolcrib.manifest import Location

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class ClaudeSdk(AgentDialect):
    name = "claude-agent-sdk"
    roots = ("claude_agent_sdk", "claude_code_sdk")
    words = frozenset({"tool", "SdkMcpTool", "create_sdk_mcp_server", "mcp_servers", "ClaudeAgentOptions"})

    def __init__(self) -> None:
        self._made: list[tuple[Tool, Site, Conds]] = []
        self._taken: set[int] = set()

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail == "tool":
            return self.marking(ev, None, lambda f, s: self._tool(ev, f, args, site), site)
        if tail == "SdkMcpTool":
            return self._tool(ev, args.get(3, "handler") or NONE, args, site)
        if tail == "create_sdk_mcp_server":
            return self._server(ev, args, site)
        if tail == "ToolAnnotations":
            return Obj(self, "annotations", site, dict(args.keywords))
        if tail in ("ClaudeAgentOptions", "ClaudeCodeOptions"):
            made = Obj(self, "options", site, dict(args.keywords))
            self._options(ev, made, args.get(None, "mcp_servers"), site)
            self._agents(ev, args.get(None, "agents"))
            if args.open:
                self.unresolved(ev, site, f"the options may mount servers: {args.open}")
            return made
        if tail == "AgentDefinition":
            return Obj(self, "definition", site, by_name(args, "description", "prompt", "tools").keywords)
        return None

    def _tool(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        given = by_name(args, "name", "description", "input_schema", "annotations")
        made = self.make(
            ev,
            func,
            site,
            name=given.get(None, "name") or Unknown(args.open or "a tool without a name"),
            description=given.get(None, "description") or NONE,
            hints=hints(given.get(None, "annotations"), site),
            declared=False,
        )
        schema = given.get(None, "input_schema") or Unknown(args.open or "a tool without a schema")
        if isinstance(schema, Table) and "properties" not in schema.entries:  # `{"city": str}`
            schema = Table({"properties": Entry(schema)})
        made.data["tool"].schema = schema
        self._made.append((made.data["tool"], site, ev.conds()))
        return made

    # --- servers -----------------------------------------------------------------------------------------------------

    def _server(self, ev: Evaluator, args: Args, site: Site) -> Value:
        server = Obj(self, "server", site)
        label = text_of(args.get(0, "name") or NONE)
        if label is not None:
            server.data["label"] = label
        for tool in list(self.listed(ev, args.get(2, "tools"), site)):
            self._taken.add(id(tool))
            ev.ledger.expose(ev, tool, server, site)
            server.data.setdefault("tools", []).append(tool)
        return server

    def _options(self, ev: Evaluator, options: Obj, value: Value | None, site: Site) -> None:
        if value is None or is_nothing(value):
            return
        table = as_table(value)
        if table is None:
            reason = "the servers of these options cannot be read"
            if isinstance(value, K):
                reason = "dynamic surface: the servers stand in a configuration file"
            self.unresolved(ev, site, reason, dynamic=isinstance(value, K | Ext))
            return
        if table.open:
            self.unresolved(ev, site, f"the options may mount more servers: {table.open}")
        for key, entry in table.entries.items():
            with ev.under(entry.when):
                name: Value = K(f"mcp__{key}")
                if not isinstance(key, str):
                    name = Unknown("the key of the server cannot be read")
                self._mount(ev, options, entry.value, name, site)

    def _mount(self, ev: Evaluator, options: Obj, value: Value, key: Value, site: Site) -> None:
        value = ev.resolve(value)
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    self._mount(ev, options, option.value, key, site)
            return
        held = value.framework if isinstance(value, Inst) else value
        if isinstance(held, Table) and "instance" in held.entries:
            held = ev.resolve(held.entries["instance"].value)
        if isinstance(held, Obj) and held.kind in ("server", "lowlevel"):
            top = Obj(self, "mounted", site, data={"label": label_of(held)})
            top = held.data.setdefault("claude_top", top)
            mount(held, top, key, when=ev.conds(), join="__")
            tools = list(held.data.get("tools", ()))
            for tool in tools:
                named = text_of(key) and text_of(tool.name)
                names = (f"{text_of(key)}__{text_of(tool.name)}",) if named else ()
                ev.ledger.agents.append(Bound(None, self.name, site, [tool], options, names))
        elif not is_nothing(value):
            shown = f" `{text_of(key)}`" if text_of(key) else ""
            reason = f"dynamic surface: another server's tools{shown}"
            self.unresolved(ev, site, reason, dynamic=not isinstance(value, Unknown))

    def _agents(self, ev: Evaluator, value: Value | None) -> None:
        """`agents={"n": AgentDefinition(tools=[…])}`: names only, as the definition spells them."""
        table = as_table(value) if value is not None else None
        for key, entry in table.entries.items() if table is not None else ():
            definition = entry.value
            if not isinstance(key, str) or not isinstance(definition, Obj) or definition.site is None:
                continue
            tools = definition.attrs.get("tools")
            found, more = elements(ev, tools, "its list") if tools is not None else ([], "without a list it has all")
            at = definition.site.location
            held = tuple(
                Held(name=name, at=Location(e.at[0], *e.at[1]) if e.at is not None else at)
                for e in found
                if (name := text_of(e.value)) is not None
            )
            names = tuple(one.name for one in held)
            made = AgentBinding(agent=key, at=at, framework=self.name, tools=names, held=held, more=more)
            ev.ledger.bindings.append(made)

    # --- objects -----------------------------------------------------------------------------------------------------

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "options" and name == "mcp_servers":
            return Obj(self, "servers", site, data={"options": obj})
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        if obj.kind == "options" and name == "mcp_servers" and obj.site is not None:
            self._options(ev, obj, value, obj.site)

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        if obj.kind == "servers" and obj.site is not None:
            key = text_of(index)
            name = K(f"mcp__{key}") if key is not None else Unknown("the key of the server cannot be read")
            self._mount(ev, obj.data["options"], value, name, obj.site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "servers" and name == "update":
            self._options(ev, obj.data["options"], args.get(0), site)
            return NONE
        return None

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if not isinstance(value, K):
            yield from super().other(ev, value, site)

    def finish(self, ev: Evaluator) -> None:
        """Tools that no server took keep their bare name: what offers them is not seen."""
        made, self._made = self._made, []
        for tool, site, when in made:
            if id(tool) not in self._taken:
                ev.ledger.expose(ev, tool, None, site, when)
