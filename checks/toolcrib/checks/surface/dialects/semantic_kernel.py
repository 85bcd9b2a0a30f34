"""Semantic Kernel: plugins of marked functions.

Room: checks, middle. Owns `semantic_kernel`. A function is marked with `@kernel_function`; the model sees
`<plugin>-<function>` once a kernel or an agent is given the plugin. What nothing here adds to a kernel keeps its bare
name, as nothing tells its plugin; `declared_name` is the bare name always.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._mounts import mount
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Either,
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
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing, ready_tool
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_MARK = "__kernel_function__"
_ADDS = {
    "add_plugin": ("plugin", "plugin_name", "parent_directory"),
    "add_plugins": ("plugins",),
    "add_function": ("plugin_name", "function", "function_name", "description", "prompt"),
    "add_functions": ("plugin_name", "functions"),
}
_FROM_METHOD = ("KernelFunctionFromMethod", "from_method")
_FROM_PROMPT = ("KernelFunctionFromPrompt", "from_prompt")
_DYNAMIC = {
    "from_directory": "a folder of prompts", "from_openapi": "an API description", "from_python_file": "a file",
    "add_plugin_from_openapi": "an API description",
}  # fmt: skip


class SemanticKernel(AgentDialect):
    name = "semantic-kernel"
    roots = ("semantic_kernel",)
    words = frozenset(
        {"kernel_function", "Kernel", "KernelPlugin", "from_object", "plugins=", "Auto"}
        | {*_ADDS, *_DYNAMIC, *_FROM_METHOD, *_FROM_PROMPT}
    )
    own = frozenset({"semantic_kernel.functions.kernel_function_decorator.kernel_function"})
    texts = TextRules(style=DocStyle.RAW, empty_is_text=False)

    def __init__(self) -> None:
        self._marked: list[tuple[Tool, Site, Conds]] = []
        self._taken: set[int] = set()
        self._agents: list[tuple[Obj, Obj]] = []

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "kernel_function":
            return self.marking(ev, args.get(0, "func"), lambda f, s: self._mark(ev, f, args, site), site)
        if tail == "Kernel":
            kernel = Obj(self, "kernel", site)
            self._plugins(ev, kernel, args.get(0, "plugins"), site)
            return kernel
        if tail in _FROM_METHOD:
            return args.get(0, "method")
        if tail in _FROM_PROMPT:
            return self._prompt(ev, args, site)
        if tail in _DYNAMIC and "()" not in path:
            self.unresolved(ev, site, f"dynamic surface: a plugin of {_DYNAMIC[tail]}")
            return Obj(self, "plugin", site, data={"tools": []})
        if tail in ("KernelPlugin", "from_object"):
            order = ("name", "description", "functions") if tail == "KernelPlugin" else ("plugin_name", "instance")
            given = by_name(args, *order)
            held = given.get(None, "functions", "instance", "plugin_instance") or NONE
            return self._plugin(ev, held, given.get(None, "name", "plugin_name"), site)
        if "FunctionChoiceBehavior" in path and args.get(None, "filters") is not None:
            ev.ledger.note(site, may_hide(site.text, "hides tools"))
            return None
        return self._agent(ev, args, site) if tail.endswith("Agent") and "()" not in path else None

    # --- functions ---------------------------------------------------------------------------------------------------

    def _mark(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        name = args.get(1, "name") or (Unknown(args.open) if args.open else None)
        made = self.make(ev, func, site, name=name, description=args.get(2, "description"), declared=False)
        if isinstance(func, Func):
            func.attrs[_MARK] = made
        self._marked.append((made.data["tool"], site, ev.conds()))
        return func

    def _prompt(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        name = args.get(None, "function_name") or Unknown(args.open or "a prompt function without a name")
        text = args.get(None, "description") or NONE
        made = self.make(ev, None, site, name=name, description=text, declared=False)
        self._marked.append((made.data["tool"], site, ev.conds()))
        return made

    def _functions(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        """The marked functions of an object, a table or a list; an agent is one function of its name."""
        value = ev.resolve(value)
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    yield from self._functions(ev, option.value, site)
        elif isinstance(value, Func):
            made = value.attrs.get(_MARK)
            if made is None:
                self.unresolved(ev, site, f"`{value.qualname}` is no kernel function: it is not marked as one")
            else:
                yield from self._functions(ev, made, site)
        elif ready_tool(value) is not None:
            tool = ready_tool(value)
            assert tool is not None  # looked at on the line above
            yield tool
        elif isinstance(value, Obj) and value.kind == "plugin":
            yield from value.data["tools"]
        elif isinstance(value, Inst):
            yield from self._methods(value)
        elif isinstance(value, Table | Items):
            held = Items("list", list(value.entries.values()), value.open) if isinstance(value, Table) else value
            for entry in held.items:
                with ev.under(entry.when):
                    yield from self._functions(ev, entry.value, site)
            if held.open:
                self.unresolved(ev, site, held.open)
        elif not is_nothing(value):
            path = value.path if isinstance(value, Ext) else ""
            reason = value.reason if isinstance(value, Unknown) else "a plugin that cannot be read"
            self.unresolved(ev, site, f"dynamic surface: `{path}` is a plugin of another package" if path else reason)

    def _methods(self, value: Inst) -> Iterator[Tool]:
        seen: set[str] = set()
        for cls in value.cls.mro():
            for name, held in cls.ns.items():
                made = held.attrs.get(_MARK) if isinstance(held, Func) and name not in seen else None
                tool = ready_tool(made) if made is not None else None
                if tool is not None:
                    yield tool
                seen.add(name)

    # --- plugins -----------------------------------------------------------------------------------------------------

    def _plugin(self, ev: Evaluator, value: Value, name: Value | None, site: Site) -> Obj:
        value = ev.resolve(value)
        if isinstance(value, Obj) and value.kind == "plugin" and (is_nothing(name) or "name" in value.attrs):
            return value
        if isinstance(value, Obj) and value.kind == "agent":
            own = value.attrs.get("name") or Unknown("the agent's name cannot be told")
            text = value.attrs.get("description") or NONE
            made = self.make(ev, None, site, name=own, description=text, declared=False)
            named = own if name is None or is_nothing(name) else name
            return Obj(self, "plugin", site, {"name": named}, {"tools": [made.data["tool"]]})
        plugin = Obj(self, "plugin", site, {}, {"tools": list(self._functions(ev, value, site))})
        plugin.attrs["name"] = _name(value) if name is None or is_nothing(name) else name
        return plugin

    def _take(self, ev: Evaluator, kernel: Obj, plugin: Obj, site: Site) -> Obj:
        """A kernel has a plugin: its functions are seen as `<plugin>-<function>`."""
        prefix = plugin.attrs.get("name")
        mount(plugin, kernel, prefix, when=ev.conds(), join="-")
        for tool in plugin.data["tools"]:
            self._taken.add(id(tool))
            ev.ledger.expose(ev, tool, plugin, site)
            kernel.data.setdefault("given", []).append((prefix, tool))
        return plugin

    def _plugins(self, ev: Evaluator, kernel: Obj, value: Value | None, site: Site) -> None:
        """A list of plugins, or a table of them by name."""
        if value is None or is_nothing(value):
            return
        if isinstance(value, Obj):
            self._take(ev, kernel, self._plugin(ev, value, None, site), site)
            return
        table = as_table(value)
        if table is not None:
            for key, entry in table.entries.items():
                with ev.under(entry.when):
                    self._take(ev, kernel, self._plugin(ev, entry.value, K(key), site), site)
            more = table.open
        else:
            found, more = elements(ev, value, site.text)
            for entry in found:
                with ev.under(entry.when):
                    self._take(ev, kernel, self._plugin(ev, entry.value, None, site), site)
        if more:
            self.unresolved(ev, site, more)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind != "kernel":
            return None
        if name == "clone":
            return obj
        if name in _DYNAMIC:
            self.unresolved(ev, site, f"dynamic surface: a plugin of {_DYNAMIC[name]}")
            return NONE
        return self._add(ev, obj, name, by_name(args, *_ADDS[name]), site) if name in _ADDS else None

    def _add(self, ev: Evaluator, kernel: Obj, name: str, given: Args, site: Site) -> Value:
        named = given.get(None, "plugin_name")
        if name == "add_plugins":
            self._plugins(ev, kernel, given.get(None, "plugins"), site)
            return NONE
        if name == "add_plugin":
            held = given.get(None, "plugin")
            if held is None or is_nothing(held):
                kind = "a folder of prompts" if given.get(None, "parent_directory") else given.open
                self.unresolved(ev, site, f"dynamic surface: a plugin of {kind}")
                return NONE
            return self._take(ev, kernel, self._plugin(ev, held, named, site), site)
        named = named or Unknown(given.open or "a function without a plugin's name")
        functions = given.get(None, "function", "functions")
        if functions is None and name == "add_function":
            functions = self._prompt(ev, given, site)
        plugin = self._take(ev, kernel, self._plugin(ev, functions or Unknown(given.open), named, site), site)
        return plugin if name == "add_functions" else functions or NONE

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        """`x.add_plugin(…)` where nothing tells what `x` is: only what holds marked functions counts."""
        if name not in _ADDS:
            return None
        given = by_name(args, *_ADDS[name])
        held = given.get(None, "plugin", "function", "functions", "plugins")
        certain = isinstance(held, Inst) and any(True for _ in self._methods(held))
        if certain or (isinstance(held, Func) and _MARK in held.attrs):
            return self._add(ev, Obj(self, "kernel", site), name, given, site)
        return None

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        agent = self.agent(ev, site, args.get(None, "name"))
        agent.attrs["description"] = args.get(None, "description") or NONE
        kernel = args.get(None, "kernel")
        held = kernel if isinstance(kernel, Obj) and kernel.kind == "kernel" else Obj(self, "kernel", site)
        self._plugins(ev, held, args.get(None, "plugins"), site)
        self._agents.append((agent, held))
        if args.open:
            self.unresolved(ev, site, f"the agent may be given plugins: {args.open}")
        return agent

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "agent" and name == "kernel":
            return next((kernel for agent, kernel in self._agents if agent is obj), None)
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return Obj(self, "kernel", site) if path.rsplit(".", 1)[-1] == "Kernel" else None

    def finish(self, ev: Evaluator) -> None:
        """What no kernel took keeps its bare name; agents have what their kernel has in the end."""
        marked, self._marked = self._marked, []
        for tool, site, when in marked:
            if id(tool) not in self._taken:
                ev.ledger.expose(ev, tool, None, site, when)
        agents, self._agents = self._agents, []
        for agent, kernel in agents:
            given = [(p, t) for p, t in kernel.data.get("given", ()) if text_of(p) and text_of(t.name)]
            names = tuple(f"{text_of(p)}-{text_of(t.name)}" for p, t in given)
            tools = [tool for _, tool in given]
            assert agent.site is not None  # where it was made
            ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, agent.site, tools, agent, names))


def _name(value: Value) -> Value:
    """A plugin's own `name`, else the name of its class."""
    if isinstance(value, Inst):
        held = value.cls.find("name")
        own = value.attrs.get("name") or (held[0] if held is not None else NONE)
        return own if text_of(own) else K(value.cls.decl.name)
    return Unknown("a plugin without a name that can be read")
