"""AG2, before and since 1.0, and the older AutoGen API.

Room: checks, middle. Owns `autogen` and `ag2`. Tools that are registered with the agent that proposes them: the name is
the one given there. What an agent only executes (`function_map`, `register_for_execution`) counts as a tool as well,
unless something that is read proposes it.
Not here: the objects of 1.0 and later (`_ag2_current`), AutoGen 0.4 (`autogen`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import TextSource
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Native,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects import _ag2_current as current
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._lists import is_nothing, ready_tool
from toolcrib.checks.surface.dialects._tool_objects import ToolObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_REGISTERS = ("register_for_llm", "register_for_execution", "register_tool")
_RUNS = ("run", "a_run", "run_iter", "a_run_iter")
_OWN_TOOLS = (
    "CaptainAgent", "DeepResearchAgent", "DiscordAgent", "DocAgent", "PerplexityAgent", "QuickResearchAgent",
    "SlackAgent", "TavilyAgent", "TelegramAgent", "WebSurferAgent", "WikipediaAgent", "YoutubeAgent",
)  # fmt: skip


class Ag2(ToolObjectDialect):
    name = "ag2"
    roots = ("autogen", "ag2")
    words = frozenset(
        {"register_function", "register_for_llm", "register_for_execution", "register_tool", "update_tool_signature"}
        | {"update_function_signature", "tool", "Tool", "Toolkit", "functions=", "function_map=", "llm_config="}
        | {"LLMConfig", "tools=", *current.WORDS}
    )
    own = frozenset(
        {"autogen.tools.tool.tool", "autogen.tools.tool.Tool", "autogen.tools.toolkit.Toolkit"}
        | {"ag2.tools.final.function_tool.tool", "ag2.tools.final.toolkit.Toolkit"}
        | {"autogen.beta.tools.final.function_tool.tool", "autogen.beta.tools.final.toolkit.Toolkit"}
    )
    texts = TextRules(style=DocStyle.RAW, nothing="", empty_is_text=False)
    tool_classes = frozenset({"Tool"})
    remote_classes = current.REMOTE

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[tuple[int, str, str], Tool] = {}
        self._proposed: set[int] = set()  # ids of functions that some model is told of
        self._executed: list[tuple[Value, Value | None, Site, Conds]] = []

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if path.startswith(("ag2.", "autogen.beta.")):
            return current.call(self, ev, func, args, site)
        if tail in _REGISTERS and "()" in path:
            self.unresolved(ev, site, f"dynamic surface: `{path.partition('()')[0]}` brings tools of another package")
            return Native(lambda _ev, inner, _site: inner.get(0) or NONE, tail)
        if "()" in path:
            return None
        if tail == "register_function":
            return self._register_function(ev, args, site)
        if tail == "tool":
            return self.marking(ev, None, lambda f, s: self.wrap(ev, f, args.get(0, "name"), args, site), site)
        if tail == "Tool":
            held = args.get(None, "func_or_tool") or Unknown(args.open or "a Tool without a function")
            return self.wrap(ev, held, args.get(None, "name"), args, site)
        if tail == "Toolkit":
            toolkit = Obj(self, "toolkit", site)
            toolkit.data["tools"] = list(self.listed(ev, args.get(0, "tools"), site))
            return toolkit
        if tail == "convert_tool":
            given = args.get(0, "tool")
            return given if given is not None and ready_tool(given) is not None else None
        if tail == "LLMConfig":
            self._schemas(ev, self.agent(ev, site, None, kind="model"), Table(_entries(args), args.open), site)
            return None
        return self._agent(ev, tail, args, site) if tail.endswith(("Agent", "AgentCapability")) else None

    # --- tools -------------------------------------------------------------------------------------------------------

    def wrap(
        self, ev: Evaluator, func: Value, name: Value | None, args: Args, site: Site, *, declared: bool = True
    ) -> Obj:
        """A Tool of a function or of another Tool; the same one for the same function, name and text."""
        func, text = ev.resolve(func), args.get(1, "description")
        held = func.framework if isinstance(func, Inst) else func
        before = ready_tool(func)
        if before is not None and isinstance(held, Obj) and is_nothing(name) and is_nothing(text):
            return held
        if is_nothing(name):
            name = before.name if before is not None else Unknown(args.open) if args.open else None
        core = held.data.get("function") if before is not None and isinstance(held, Obj) else func
        made = self.make(ev, core, site, name=name, description=text, declared=False)
        tool = made.data["tool"]
        if before is not None and is_nothing(text):
            tool.description = before.description
        key = (id(_core(core)), text_of(tool.name) or str(site.pos), tool.description.sent or "")
        made.data["tool"] = tool = self._made.setdefault(key, tool)
        if declared:
            self._declare(ev, tool, core, site)
        return made

    def _declare(self, ev: Evaluator, tool: Tool, core: Value | None, site: Site) -> None:
        self._proposed.add(id(_core(core)))
        ev.ledger.expose(ev, tool, None, site)

    def propose(self, ev: Evaluator, agent: Obj | None, func: Value, args: Args, site: Site) -> Value:
        """An agent's model is told of a function."""
        if isinstance(func, Obj) and func.kind == "toolkit":
            for tool in func.data["tools"]:
                self._give(ev, agent, tool, site)
            return func
        made = self.wrap(ev, func, args.get(None, "name"), Args([], args.keywords, args.open), site)
        self._declare(ev, made.data["tool"], made.data.get("function"), site)
        self._give(ev, agent, made.data["tool"], site)
        return made

    def _give(self, ev: Evaluator, agent: Obj | None, tool: Tool, site: Site) -> None:
        if agent is not None:
            ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, agent.site or site, [tool], agent))

    def _execute(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        """An agent runs a function when its name is called."""
        if isinstance(func, Obj) and func.kind == "toolkit":
            return func
        made = self.wrap(ev, func, args.get(0, "name"), Args([], args.keywords), site, declared=False)
        self._executed.append((made, None, site, ev.conds()))
        return made

    def _register_function(self, ev: Evaluator, args: Args, site: Site) -> Value:
        func = args.get(0, "f") or Unknown(args.open or "a registration without a function")
        caller = args.get(None, "caller")
        self.propose(ev, _as_agent(caller), func, args, site)
        return NONE

    def _function_map(self, ev: Evaluator, value: Value | None, site: Site) -> None:
        if value is None or is_nothing(value):
            return
        table = as_table(value)
        if table is None or table.open:
            self.unresolved(ev, site, table.open if table is not None else "a function map that cannot be read")
        for key, entry in table.entries.items() if table is not None else ():
            if isinstance(key, str) and not is_nothing(entry.value):
                self._executed.append((entry.value, K(key), site, ev.conds() + entry.when))

    def finish(self, ev: Evaluator) -> None:
        super().finish(ev)
        executed, self._executed = self._executed, []
        known = {text_of(e.tool.name) for e in ev.ledger.exposures if e.tool.framework == self.name}
        for func, name, site, when in executed:
            held = func.data.get("function") if isinstance(func, Obj) else func
            if (id(_core(held)) in self._proposed) if name is None else (text_of(name) in known):
                continue
            made = self.wrap(ev, func, name, Args(), site, declared=False)
            ev.ledger.expose(ev, made.data["tool"], None, site, when)

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        agent = self.agent(ev, site, args.get(0, "name"))
        functions = args.get(None, "functions")
        if functions is not None and not is_nothing(functions):
            given = functions if isinstance(functions, Items) else Items("list", [Entry(functions)])
            for tool in self.bind(ev, agent, given, site):
                text = tool.description
                if text.source is TextSource.DOCSTRING and text.sent is not None:  # here it is trimmed
                    tool.description = replace(text, sent=text.sent.strip(), accepted=(*text.accepted, text.sent))
        for key in ("llm_config", "assistant_config"):
            table = as_table(args.get(None, key) or NONE)
            if table is not None:
                self._schemas(ev, agent, table, site)
        self._function_map(ev, args.get(None, "function_map"), site)
        if tail in _OWN_TOOLS:
            self.unresolved(ev, site, f"dynamic surface: {tail} gives its model tools of its own")
        return agent

    def _schemas(self, ev: Evaluator, agent: Obj, config: Table, site: Site) -> None:
        """`llm_config={"tools": […], "functions": […]}`."""
        for key in ("tools", "functions"):
            entry = config.entries.get(key)
            if entry is not None:
                with ev.under(entry.when):
                    self.bind(ev, agent, entry.value, site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.data.get("current"):
            return current.method(self, ev, obj, name, args, site)
        if obj.kind in ("tool", "toolkit") and name in _REGISTERS:
            if name == "register_for_execution":
                return self._execute(ev, obj, Args(), site)
            return self.propose(ev, _as_agent(args.get(0, "agent")), obj, Args(), site)
        if obj.kind == "toolkit" and name in ("set_tool", "remove_tool"):
            return self._change(ev, obj, name, args, site)
        if obj.kind == "agent" and name in _RUNS:
            if args.get(None, "tools") is not None:
                self.bind(ev, obj, args.get(None, "tools"), site)
            return None
        return self._of_agent(ev, obj, name, args, site) if obj.kind == "agent" else None

    def _of_agent(self, ev: Evaluator, agent: Obj | None, name: str, args: Args, site: Site) -> Value | None:
        if name == "register_for_llm":
            return Native(lambda ev, inner, s: self.propose(ev, agent, inner.get(0) or NONE, args, site), "tool")
        if name == "register_for_execution":
            return Native(lambda ev, inner, s: self._execute(ev, inner.get(0) or NONE, args, site), "tool")
        if name == "register_function":
            self._function_map(ev, args.get(0, "function_map"), site)
            return NONE
        if name in ("update_tool_signature", "update_function_signature"):
            removes = args.get(1, "is_remove")
            if isinstance(removes, K) and removes.value is True:
                ev.ledger.note(site, may_hide(site.text, "removes a tool"))
            else:
                given = args.get(0, "tool_sig", "func_sig") or Unknown(args.open)
                self.bind(ev, agent or self.agent(ev, site, None), Items("list", [Entry(given)]), site)
            return NONE
        return None

    def _change(self, ev: Evaluator, toolkit: Obj, name: str, args: Args, site: Site) -> Value:
        if name == "set_tool":
            toolkit.data["tools"] += list(self.element(ev, args.get(0, "tool") or NONE, site))
        else:
            ev.ledger.note(site, may_hide(site.text, "removes a tool"))
        return NONE

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        if name in ("register_for_llm", "register_for_execution"):
            return self._of_agent(ev, None, name, args, site) if not _as_agent(args.get(0, "agent")) else None
        return None

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        return self.wrap(ev, value, None, Args(), site)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        from toolcrib.checks.surface.dialects.raw import tool_of_table

        if isinstance(value, Table):
            tool = tool_of_table(self.name, value, site)
            if tool is None:
                self.unresolved(ev, site, "a dictionary in the list of tools has no name that can be read")
            else:
                ev.ledger.expose(ev, tool, None, site)
                yield tool
        elif isinstance(value, Obj) and value.kind == "toolkit":
            yield from value.data["tools"]
        else:
            yield from super().other(ev, value, site)

    def instantiated(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> None:
        if not path.startswith(("ag2.", "autogen.beta.")):
            super().instantiated(ev, inst, path, args, site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "toolkit" and name == "tools":
            return Items("list", [Entry(self._shown(t, site)) for t in obj.data["tools"]])
        if obj.kind == "tool" and name in ("func", "tool_schema", "function_schema"):
            return obj.data.get("function") if name == "func" else obj
        return super().attribute(ev, obj, name, site)

    def _shown(self, tool: Tool, site: Site) -> Obj:
        return Obj(self, "tool", site, {"name": tool.name}, {"tool": tool, "function": tool.func})

    def apply(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value | None:
        return Unknown(f"`{site.text}` calls a tool") if obj.kind == "tool" else None

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        if path.startswith(("ag2.", "autogen.beta.")):
            return current.annotated(self, ev, path, site)
        return self.agent(ev, site, None) if path.endswith("Agent") else None


def _core(value: Value | None) -> object:
    return value.core.decl if isinstance(value, Func) else value


def _as_agent(value: Value | None) -> Obj | None:
    held = value.framework if isinstance(value, Inst) else value
    return held if isinstance(held, Obj) and held.kind == "agent" else None


def _entries(args: Args) -> dict[str, Entry]:
    return {key: Entry(value) for key, value in args.keywords.items()}
