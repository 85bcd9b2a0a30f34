"""Claude Agent SDK.

Room: checks, middle. Owns `claude_agent_sdk`. `@tool(name, description, schema)`, servers made of tools, and the key
under which options mount a server: the model sees `mcp__<key>__<name>`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Tool
from toolcrib.checks.surface._expressions import as_table
from toolcrib.checks.surface._values import NONE, Args, Ext, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._hints import hints
from toolcrib.checks.surface.dialects._lists import AgentDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class ClaudeSdk(AgentDialect):
    name = "claude-agent-sdk"
    roots = ("claude_agent_sdk",)
    words = frozenset({"tool", "SdkMcpTool", "create_sdk_mcp_server", "mcp_servers=", "ClaudeAgentOptions"})

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
            self._options(ev, args.get(None, "mcp_servers"), site)
        return None

    def _tool(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        name = args.get(0, "name") or Unknown(args.open or "a tool without a name")
        return self.make(
            ev,
            func,
            site,
            name=name,
            description=args.get(1, "description") or NONE,
            hints=hints(args.get(3, "annotations"), site),
            declared=False,
        )

    def _server(self, ev: Evaluator, args: Args, site: Site) -> Value:
        server = Obj(self, "server", site, data={"join": "__"})
        name = args.get(0, "name")
        if isinstance(name, K) and isinstance(name.value, str):
            server.data["label"] = name.value
        for tool in list(self.listed(ev, args.get(2, "tools"), site)):
            ev.ledger.expose(ev, tool, server, site)
            server.data.setdefault("tools", []).append(tool)
        return server

    def _options(self, ev: Evaluator, value: Value | None, site: Site) -> None:
        table = as_table(value) if value is not None else None
        if table is None:
            return
        for key, entry in table.entries.items():
            server = entry.value
            if isinstance(server, Obj) and server.dialect is self and server.kind == "server":
                top = Obj(self, "options", site, data={"label": server.data.get("label", "")})
                prefix = K(f"mcp__{key}") if isinstance(key, str) else Unknown("the key of the server cannot be read")
                known = [(p.value if isinstance(p, K) else None) for _, p, _, _ in server.data.get("parents", ())]
                if not isinstance(prefix, K) or prefix.value not in known:
                    server.data.setdefault("parents", []).append((top, prefix, None, entry.when))

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None
