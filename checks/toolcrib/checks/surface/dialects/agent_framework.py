"""Microsoft Agent Framework.

Room: checks, middle. Owns `agent_framework` and its provider packages. `@tool` (`@ai_function` in older releases),
FunctionTool, lists of agents, clients and runs, agents as tools, hosted tools, tools that a context provider adds.
Not here: workflows and handoffs, which are edges between agents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import Hint, HintName
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._lists import is_nothing
from toolcrib.checks.surface.dialects._tool_objects import LIBRARY_TEXT, ToolObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_MAKES_AGENTS = ("Agent", "ChatAgent", "RawAgent", "create_agent", "as_agent", "BaseAgent", "create_harness_agent")
_HOSTED = {
    "code_interpreter": "HostedCodeInterpreterTool", "web_search": "HostedWebSearchTool",
    "file_search": "HostedFileSearchTool", "image_generation": "HostedImageGenerationTool", "shell": "",
}  # fmt: skip
_GIVES = {**{f"get_{name}_tool": name for name in _HOSTED}, **{made: name for name, made in _HOSTED.items() if made}}
_REMOTE = ("MCPStdioTool", "MCPStreamableHTTPTool", "MCPWebsocketTool", "HostedMCPTool", "get_mcp_tool")
_WITHOUT_TOOLS = ("HistoryProvider", "CompactionProvider", "AggregateContextProvider")
_RUNS = ("run", "run_stream", "get_response", "get_streaming_response")


class AgentFramework(ToolObjectDialect):
    name = "agent-framework"
    roots = (
        "agent_framework", "agent_framework_anthropic", "agent_framework_azure_ai", "agent_framework_azure",
        "agent_framework_foundry", "agent_framework_openai", "agent_framework_ollama", "agent_framework_declarative",
    )  # fmt: skip
    words = frozenset(
        {"tool", "ai_function", "FunctionTool", "AIFunction", "as_tool", "extend_tools", "tools=", "context_providers="}
        | {"as_mcp_server", "AgentFactory", *_MAKES_AGENTS, *_GIVES, *_REMOTE}
    )
    own = frozenset({"agent_framework._tools.tool", "agent_framework._tools.FunctionTool"})
    texts = TextRules(style=DocStyle.RAW, empty_is_text=False, nothing="")
    tool_classes = frozenset({"FunctionTool", "AIFunction"})
    remote_classes = ("MCPStdioTool", "MCPStreamableHTTPTool", "MCPWebsocketTool")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail in ("tool", "ai_function") and "()" not in path:
            return self.marking(ev, args.get(0, "func"), lambda f, s: self._function(ev, f, args, site), site)
        if tail in ("FunctionTool", "AIFunction"):
            name = args.get(None, "name") or Unknown(args.open or f"a {tail} without a name")
            given = Args([], {**args.keywords, "name": name}, args.open)
            return self._function(ev, args.get(None, "func") or NONE, given, site)
        if tail in _MAKES_AGENTS:
            return self._agent(ev, args, site, harness=tail == "create_harness_agent")
        if tail in _GIVES:
            return self.make(ev, None, site, name=K(_GIVES[tail]), description=Unknown(LIBRARY_TEXT))
        if tail == "extend_tools":
            self.bind(ev, self.agent(ev, site, None, kind="provider"), args.get(1, "tools"), site)
        elif "AgentFactory" in path and "()" in path:
            self.unresolved(ev, site, "dynamic surface: the agent and its tools stand in a document")
        elif tail in _RUNS and "()" in path and args.get(None, "tools") is not None:
            self._give(ev, self.agent(ev, site, None, kind="model"), args.get(None, "tools"), site)
        return None

    # --- tools -------------------------------------------------------------------------------------------------------

    def _function(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        name = args.get(None, "name") or (Unknown(args.open) if args.open else None)
        text = args.get(None, "description") or (Unknown(args.open) if args.open else None)
        held = None if is_nothing(func) else func
        return self.make(ev, held, site, name=name, description=text, hints=_approval(args, site))

    def _as_tool(self, ev: Evaluator, agent: Obj, args: Args, site: Site) -> Value:
        name, text = args.get(None, "name"), args.get(None, "description")
        if name is None or is_nothing(name):
            own = text_of(agent.attrs.get("name") or NONE)
            name = K(sanitised(own)) if own else Unknown("the agent's name cannot be told")
        if text is None or is_nothing(text):
            text = agent.attrs.get("description") or NONE
        return self.make(ev, None, site, name=name, description=text, hints=_approval(args, site))

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, args: Args, site: Site, *, harness: bool) -> Obj:
        agent = self.agent(ev, site, args.get(None, "name"))
        agent.attrs["description"] = args.get(None, "description") or NONE
        self._give(ev, agent, args.get(None, "tools"), site)
        if harness:
            self.unresolved(ev, site, "dynamic surface: a harness agent has tools of the library's own")
        providers = args.get(None, "context_providers", "context_provider")
        if providers is not None and not is_nothing(providers):
            listed = providers if isinstance(providers, Items) else Items("list", [Entry(providers)])
            self._provided(ev, listed, site)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given tools: {args.open}")
        return agent

    def _provided(self, ev: Evaluator, providers: Items, site: Site) -> None:
        """Context providers: the library's may add tools; the repository's own say so where they add them."""
        found, more = elements(ev, providers, site.text)
        for entry in found:
            value = ev.resolve(entry.value)
            with ev.under(entry.when):
                if isinstance(value, Ext) and value.args is not None:
                    if not value.path.removesuffix("()").endswith(_WITHOUT_TOOLS):
                        self.unresolved(ev, site, f"dynamic surface: `{value.path}` may add tools to the agent")
                elif isinstance(value, Unknown):
                    self.unresolved(ev, site, f"a context provider that cannot be read may add tools: {value.reason}")
        if more:
            self.unresolved(ev, site, more)

    def _give(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> None:
        """A list of tools, or a single one."""
        value = ev.resolve(value) if value is not None else None
        single = isinstance(value, Obj | Inst | Table | Func) or (value is not None and _is_remote(value))
        self.bind(ev, agent, Items("list", [Entry(value)]) if value is not None and single else value, site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind != "agent":
            return None
        if name in ("as_tool", "as_mcp_server"):
            return self._as_tool(ev, obj, args if name == "as_tool" else Args(), site)
        if name in _RUNS and args.get(None, "tools") is not None:
            self._give(ev, obj, args.get(None, "tools"), site)
        return None

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        if name == "extend_tools" and args.get(1, "tools") is not None:
            self.bind(ev, self.agent(ev, site, None, kind="provider"), args.get(1, "tools"), site)
            return NONE
        if name == "as_agent" and args.get(None, "tools") is not None:
            return self._agent(ev, args, site, harness=False)
        if name in _GIVES:
            return self.call(ev, Ext(name), args, site)
        return None

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        return self.make(ev, value, site, name=None, description=None)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        from toolcrib.checks.surface.dialects.raw import tool_of_table

        if _is_remote(value):
            assert isinstance(value, Ext)  # what `_is_remote` looks at
            self.unresolved(ev, site, f"dynamic surface: `{value.path}` gives another server's tools")
        elif isinstance(value, Table):
            tool = tool_of_table(self.name, value, site)
            if tool is None:
                self.unresolved(ev, site, "a dictionary in the list of tools has no name that can be read")
            else:
                ev.ledger.expose(ev, tool, None, site)
                yield tool
        else:
            yield from super().other(ev, value, site)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return self.agent(ev, site, None) if path.rsplit(".", 1)[-1] in ("Agent", "ChatAgent") else None


def _is_remote(value: Value) -> bool:
    return isinstance(value, Ext) and value.args is not None and value.path.removesuffix("()").endswith(_REMOTE)


def _approval(args: Args, site: Site) -> tuple[Hint, ...]:
    mode = text_of(args.get(None, "approval_mode") or NONE)
    if mode not in ("always_require", "never_require"):
        return ()
    asks = mode == "always_require"
    return (Hint(name=HintName.NEEDS_APPROVAL, value=asks, at=site.location, spelled=f"approval_mode={mode}"),)


def sanitised(name: str) -> str:
    """An agent's name as its tool is called."""
    made = re.sub(r"_+", "_", re.sub(r"[^a-zA-Z0-9_]", "_", name)).strip("_")
    if not made:
        return "agent"
    return f"_{made}" if made[0].isdigit() else made
