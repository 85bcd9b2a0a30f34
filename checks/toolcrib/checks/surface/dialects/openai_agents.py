"""OpenAI Agents SDK.

Room: checks, middle. Owns `agents`. `function_tool` in its forms (a positional text is ignored by the framework),
FunctionTool, agents as tools, hosted tools, and agents with their lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import NONE, Args, Entry, Ext, Items, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._hints import approval
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

HOSTED = {
    "WebSearchTool": "web_search", "FileSearchTool": "file_search", "CodeInterpreterTool": "code_interpreter",
    "ImageGenerationTool": "image_generation", "LocalShellTool": "local_shell", "ShellTool": "shell",
    "ApplyPatchTool": "apply_patch", "ComputerTool": "computer_use_preview", "HostedMCPTool": "hosted_mcp",
    "ToolSearchTool": "tool_search",
}  # fmt: skip


class OpenAiAgents(AgentDialect):
    name = "openai-agents"
    roots = ("agents",)
    words = frozenset({"function_tool", "FunctionTool", "as_tool", *HOSTED})
    texts = TextRules(style=DocStyle.FIRST_TEXT, empty_is_text=False, nothing="")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail == "function_tool":
            first = args.get(0, "func")
            return self.marking(ev, first, lambda f, s: self._function(ev, f, args, site), site)
        if tail == "FunctionTool":
            return self.make(
                ev,
                args.get(3, "on_invoke_tool"),
                site,
                name=args.get(0, "name") or Unknown(args.open or "a FunctionTool without a name"),
                description=args.get(1, "description") or NONE,
                hints=approval(args.get(None, "needs_approval"), "needs_approval", site),
            )
        if tail in HOSTED:
            return self.make(ev, None, site, name=K(HOSTED[tail]), description=NONE)
        if tail in ("Agent", "RealtimeAgent", "SandboxAgent"):
            agent = self.agent(ev, site, args.get(0, "name"))
            agent.attrs["tools"] = tools = args.get(None, "tools") or Items("list", [])
            self.bind(ev, agent, tools, site)
            return agent
        return None

    def _function(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        description = args.get(None, "description_override")
        uses_doc = args.get(None, "use_docstring_info")
        if is_nothing(description) and isinstance(uses_doc, K) and uses_doc.value is False:
            made = self.make(ev, func, site, name=args.get(None, "name_override"), description=NONE)
            tool = made.data["tool"]
            assert isinstance(tool, Tool)  # what `make` stores
            tool.description = from_value(NONE, tool.at)
            return made
        hints = approval(args.get(None, "needs_approval"), "needs_approval", site)
        return self.make(ev, func, site, name=args.get(None, "name_override"), description=description, hints=hints)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "agent-tools" and name in ("append", "extend"):
            given = args.get(0) or NONE
            self.bind(ev, obj.data["agent"], Items("list", [Entry(given)]) if name == "append" else given, site)
            return NONE
        if obj.kind != "agent":
            return None
        if name == "as_tool":
            named = args.get(0, "tool_name")
            if is_nothing(named):
                own = text_of(obj.attrs.get("name") or NONE)
                named = K(function_style(own)) if own else Unknown("the agent's name cannot be told")
            description = args.get(1, "tool_description") or NONE
            return self.make(ev, None, site, name=named, description=description)
        if name == "clone":
            clone = self.agent(ev, site, args.get(None, "name") or obj.attrs.get("name"))
            clone.attrs["tools"] = args.get(None, "tools") or obj.attrs.get("tools") or NONE
            self.bind(ev, clone, clone.attrs["tools"], site)
            return clone
        return None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "agent" and name == "tools":
            return Obj(self, "agent-tools", site, data={"agent": obj})
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        if obj.kind == "agent" and name == "tools" and obj.site is not None:
            self.bind(ev, obj, value, obj.site)

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        return obj.data["agent"].attrs.get("tools") if obj.kind == "agent-tools" else None

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Ext) and value.args is not None:
            self.unresolved(ev, site, f"`{value.path}` in the list is a tool of another package")
        elif isinstance(value, Obj) and value.kind == "agent-tools":
            inner = value.data["agent"].attrs.get("tools")
            yield from self.listed(ev, inner, site)
        else:
            yield from super().other(ev, value, site)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return self.agent(ev, site, None) if path.rsplit(".", 1)[-1] == "Agent" else None


def function_style(name: str) -> str:
    """An agent's name as the SDK makes a tool name of it: other characters to `_`, lower case."""
    return re.sub(r"[^a-zA-Z0-9_]", "_", name.replace(" ", "_")).lower()
