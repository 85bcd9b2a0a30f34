"""AG2 1.0 and later (also `autogen.beta` before): tools, toolkits, plugins and agents.

Room: checks, middle. Functions of the dialect in `ag2`. Toolkits of other servers and of the library are dynamic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, Tool
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import NONE, Args, Entry, Ext, Items, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import is_callable, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.ag2 import Ag2

_LIBRARY = {  # class → the name that it has unless another is given
    "AnthropicBashTool": "bash", "CodeExecutionTool": "code_execution", "FileSearchTool": "file_search",
    "GoogleMapsTool": "google_maps", "ImageGenerationTool": "image_generation", "MemoryTool": "memory",
    "RetrievalTool": "retrieval", "ShellTool": "shell", "SkillsTool": "skills", "ToolSearchTool": "tool_search",
    "WebFetchTool": "web_fetch", "WebSearchTool": "web_search", "XSearchTool": "x_search",
    "SandboxCodeTool": "run_code", "SandboxShellTool": "run_shell_command", "DuckDuckSearchTool": "duckduckgo_search",
    "TavilySearchTool": "tavily_search",
}  # fmt: skip
_AGENTS = ("Agent", "LiveAgent")
_RUNS = ("ask", "run", "stream")
REMOTE = ("MCPToolkit", "FilesystemToolkit", "SkillsToolkit", "SkillSearchToolkit", "PerplexitySearchToolkit")
WORDS = frozenset({*REMOTE, "add_tool", "as_tool", "subagent_tool", "plugins=", "Plugin", "Agent", *_LIBRARY})


def call(dialect: Ag2, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    path, tail = func.path, func.tail
    if "()" in path:
        return None
    if tail == "tool":
        return dialect.marking(ev, args.get(0, "function"), lambda f, s: _tool(dialect, ev, f, args, site), site)
    if tail in _LIBRARY:
        name = args.get(None, "name")
        text = args.get(None, "description") or Unknown("the library's own text")
        named = name if name is not None and not is_nothing(name) else K(_LIBRARY[tail])
        return dialect.make(ev, None, site, name=named, description=text)
    if tail == "subagent_tool":
        return _as_tool(dialect, ev, args.get(0, "agent"), args, site)
    if tail in ("Toolkit", "Plugin"):
        made = _holder(dialect, tail.lower(), site, args.get(None, "name"))
        given = Items("list", [Entry(a) for a in args.positional], args.open)
        _take(dialect, ev, made, given if tail == "Toolkit" else args.get(None, "tools"), site)
        return made
    if tail in _AGENTS:
        return _agent(dialect, ev, args, site)
    return None


def _tool(dialect: Ag2, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
    return dialect.wrap(ev, func, args.get(None, "name"), Args([], args.keywords, args.open), site)


def _holder(dialect: Ag2, kind: str, site: Site, name: Value | None) -> Obj:
    made = Obj(dialect, kind, site, {"name": name} if name is not None else {}, {"current": True, "tools": []})
    label = text_of(name) if name is not None else None
    if label is not None:
        made.data["label"] = label
    return made


def _take(dialect: Ag2, ev: Evaluator, holder: Obj, value: Value | None, site: Site) -> None:
    """A toolkit, a plugin or an agent is given tools."""
    found = list(dialect.listed(ev, value, site))
    holder.data["tools"] += found
    if holder.kind == "agent":
        ev.ledger.agents.append(Bound(holder.attrs.get("name"), dialect.name, holder.site or site, found, holder))


def _agent(dialect: Ag2, ev: Evaluator, args: Args, site: Site) -> Obj:
    agent = _holder(dialect, "agent", site, args.get(0, "name"))
    _take(dialect, ev, agent, args.get(None, "tools"), site)
    plugins = args.get(None, "plugins")
    found, more = elements(ev, plugins, site.text) if plugins is not None else ([], "")
    for entry in found:
        plugin = ev.resolve(entry.value)
        with ev.under(entry.when):
            if isinstance(plugin, Obj) and plugin.kind == "plugin":
                plugin.data.setdefault("agents", []).append(agent)
                _bound(dialect, ev, agent, plugin.data["tools"], site)
            else:
                dialect.unresolved(ev, site, "dynamic surface: a plugin of another package may bring tools")
    if more or args.open:
        dialect.unresolved(ev, site, f"the agent may be given tools: {more or args.open}")
    for key, names in (("tasks", ("run_subtask", "run_subtasks")), ("knowledge", ("knowledge",))):
        given = args.get(None, key)
        if given is None or (isinstance(given, K) and not given.value):
            continue
        if isinstance(given, Ext) and given.args is not None:
            shown = given.args.get(None, "expose_tool")
            if isinstance(shown, K) and shown.value is False:
                continue
        _bound(dialect, ev, agent, [dialect.library(ev, K(name), site) for name in names], site)
    return agent


def _bound(dialect: Ag2, ev: Evaluator, agent: Obj, tools: list[Tool], site: Site) -> None:
    ev.ledger.agents.append(Bound(agent.attrs.get("name"), dialect.name, agent.site or site, list(tools), agent))


def _as_tool(dialect: Ag2, ev: Evaluator, agent: Value | None, args: Args, site: Site) -> Value:
    name = args.get(None, "name")
    if name is None or is_nothing(name):
        own = text_of(agent.attrs.get("name") or NONE) if isinstance(agent, Obj) and agent.kind == "agent" else None
        name = K(f"task_{own}") if own else Unknown("the agent's name cannot be told")
    return dialect.make(ev, None, site, name=name, description=args.get(None, "description") or NONE)


def method(dialect: Ag2, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
    if obj.kind == "agent" and name == "as_tool":
        return _as_tool(dialect, ev, obj, args, site)
    if name == "add_tool":
        _give(dialect, ev, obj, args.get(0, "t") or NONE, site)
        return obj
    if name == "tool":
        first = args.get(0, "function")

        def register(func: Value, where: Site) -> Value:
            made = _tool(dialect, ev, func, args, site)
            _give(dialect, ev, obj, made, site)
            return made

        return dialect.marking(ev, first if is_callable(first) else None, register, site)
    if obj.kind == "agent" and name in _RUNS and args.get(None, "tools") is not None:
        _take(dialect, ev, obj, args.get(None, "tools"), site)
    return None


def _give(dialect: Ag2, ev: Evaluator, holder: Obj, value: Value, site: Site) -> None:
    before = len(holder.data["tools"])
    _take(dialect, ev, holder, Items("list", [Entry(value)]), site)
    for agent in holder.data.get("agents", ()):
        _bound(dialect, ev, agent, holder.data["tools"][before:], site)


def annotated(dialect: Ag2, ev: Evaluator, path: str, site: Site) -> Value | None:
    tail = path.rsplit(".", 1)[-1]
    if tail in _AGENTS:
        return _holder(dialect, "agent", site, None)
    return _holder(dialect, tail.lower(), site, None) if tail in ("Toolkit", "Plugin") else None
