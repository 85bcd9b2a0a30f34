"""LlamaIndex.

Room: checks, middle. Owns `llama_index`. Function tools (the text begins with a line of the signature, which is not
claimed), tools of query engines, retrievers and loaders, tool specs with their lists of methods, agents and workflows.
MCP specs, specs of other packages and tools chosen by a retriever are dynamic places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import Description, TextSource
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Method,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._classes import ToolClasses, field
from toolcrib.checks.surface.dialects._lists import is_nothing
from toolcrib.checks.surface.dialects._objects import ObjectDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_AGENTS = (
    "FunctionAgent", "ReActAgent", "CodeActAgent", "FunctionCallingAgent", "OpenAIAgent", "FunctionCallingAgentWorker",
    "ReActAgentWorker", "LATSAgentWorker", "StructuredPlannerAgent", "OpenAIAssistantAgent", "GoogleGenAIAgent",
)  # fmt: skip
_NAMED = {  # a tool of a library's object → its name when none is given
    "QueryEngineTool": "query_engine_tool", "EvalQueryEngineTool": "query_engine_tool",
    "RetrieverTool": "retriever_tool", "QueryPlanTool": "query_plan_tool",
}  # fmt: skip
_OWN = Unknown("the library's own text")


class _Classes(ToolClasses):
    """A tool class states name and text in its `metadata`."""

    def construct(self, ev: Evaluator, inst: Inst, args: Args, site: Site) -> Obj:
        meta = (
            args.keywords.get("metadata") or inst.attrs.get("metadata") or field(ev, inst.cls, "metadata", inst, site)
        )
        held = meta if isinstance(meta, Obj) and meta.kind == "metadata" else None
        name = held.attrs.get("name") if held is not None else None
        text = held.attrs.get("description") if held is not None else None
        name = name or Unknown("the `metadata` of the tool cannot be told")
        given = Args([], {"name": name, "description": text or NONE}, args.open)
        return super().construct(ev, inst, given, site)


class LlamaIndex(ObjectDialect):
    name = "llama-index"
    roots = ("llama_index",)
    words = frozenset(
        {"FunctionTool", "ToolMetadata", "BaseToolSpec", "to_tool_list()", "to_tool_list_async()", "BaseTool"}
        | {
            "AsyncBaseTool",
            "OnDemandLoaderTool",
            "from_tools_or_functions",
            "from_tools()",
            "tools=",
            *_AGENTS,
            *_NAMED,
        }
    )
    own = frozenset({"llama_index.core.tools.tool_spec.base.BaseToolSpec"})
    texts = TextRules(style=DocStyle.RAW)
    bases = frozenset({"BaseTool", "AsyncBaseTool"})
    runs = ("__call__", "call", "acall")

    def __init__(self) -> None:
        super().__init__()
        self._specs: list[Cls] = []
        self._listed: set[int] = set()

    def tool_classes(self) -> ToolClasses:
        return _Classes(self, self.runs)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        owner = path.rsplit(".", 2)[-2] if path.count(".") > 1 else ""
        if tail == "ToolMetadata":
            return Obj(self, "metadata", site, by_name(args, "description", "name").keywords)
        if owner == "FunctionTool" and tail == "from_defaults":
            return self._function(ev, by_name(args, "fn", "name", "description"), site)
        if tail == "FunctionTool" and "()" not in path:
            given = by_name(args, "fn", "metadata", "async_fn")
            return self._function(
                ev, Args([], {**given.keywords, "tool_metadata": given.get(None, "metadata") or NONE}), site
            )
        if owner in _NAMED and tail == "from_defaults":
            return self._of_library(ev, owner, by_name(args, "first", "name", "description"), site)
        if tail in _NAMED and "()" not in path:
            return self._of_library(ev, tail, by_name(args, "first", "metadata"), site)
        if owner == "OnDemandLoaderTool" and tail == "from_defaults":
            given = by_name(
                args, "reader", "index_cls", "index_kwargs", "use_query_str_in_loader", "name", "description"
            )
            name = given.get(None, "name")
            text = given.get(None, "description")
            named = Unknown("the tool is named after a method of its reader") if is_nothing(name) else name
            return self.make(ev, None, site, name=named, description=_OWN if is_nothing(text) else text)
        if (tail in _AGENTS and "()" not in path) or (owner in _AGENTS and tail == "from_tools"):
            position = 0 if tail == "from_tools" else None
            return self._agent(ev, args.get(None, "name"), args.get(position, "tools"), args, site)
        if owner == "AgentWorkflow" and tail == "from_tools_or_functions":
            return self._agent(ev, NONE, args.get(0, "tools_or_functions"), args, site)
        return None

    # --- tools -------------------------------------------------------------------------------------------------------

    def _function(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        meta = args.get(None, "tool_metadata")
        func = args.get(None, "fn")
        if is_nothing(func):
            func = args.get(None, "async_fn")
        name, text = args.get(None, "name"), args.get(None, "description")
        if isinstance(meta, Obj) and meta.kind == "metadata":
            name, text = meta.attrs.get("name") or NONE, meta.attrs.get("description") or NONE
        elif meta is not None and not is_nothing(meta):
            name = Unknown("the tool's metadata cannot be told")
        elif args.open and is_nothing(name):
            name = Unknown(args.open)
        return self._made(ev, func, name, text, site)

    def _made(self, ev: Evaluator, func: Value | None, name: Value | None, text: Value | None, site: Site) -> Obj:
        made = self.make(ev, func, site, name=name, description=None if is_nothing(text) else text)
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        if text is None or is_nothing(text):
            tool.description = _with_signature(tool)
        return made

    def _of_library(self, ev: Evaluator, kind: str, args: Args, site: Site) -> Obj:
        meta = args.get(None, "metadata")
        name, text = args.get(None, "name"), args.get(None, "description")
        if isinstance(meta, Obj) and meta.kind == "metadata":
            name, text = meta.attrs.get("name"), meta.attrs.get("description")
        elif meta is not None and not is_nothing(meta):
            name = Unknown("the tool's metadata cannot be told")
        if is_nothing(name):
            name = Unknown(args.open) if args.open else K(_NAMED[kind])
        return self.make(ev, None, site, name=name, description=_OWN if is_nothing(text) else text)

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        return self._made(ev, value, None, None, site)

    # --- tool specs --------------------------------------------------------------------------------------------------

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        if path.endswith("ToolSpec"):
            return Obj(self, "spec", site, data={"inst": inst})
        return super().construct(ev, inst, path, args, site)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if path.endswith("ToolSpec"):
            self._specs.append(cls)
        else:
            super().subclass(ev, cls, path)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "spec" and name in ("to_tool_list", "to_tool_list_async"):
            return self._tools_of(ev, obj.data["inst"], args, site)
        return None

    def _tools_of(self, ev: Evaluator, inst: Inst, args: Args, site: Site) -> Items:
        """The methods that a spec lists, or those that the call asks for."""
        asked = args.get(0, "spec_functions")
        listed = asked if asked is not None and not is_nothing(asked) else self._list_of(ev, inst)
        if not inst.opaque:
            self._listed.add(id(inst.cls))
        if listed is None:
            reason = f"dynamic surface: {inst.cls.qualname} lists its functions at run time"
            self.unresolved(ev, site, reason)
            return Items("list", [], "")
        mapping = as_table(args.get(1, "func_to_metadata_mapping") or NONE)
        found, more = elements(ev, listed, site.text)
        made: list[Entry] = []
        for entry in found:
            pair = elements(ev, entry.value, "")[0] if isinstance(entry.value, Items) else [Entry(entry.value)]
            names = [text_of(part.value) for part in pair]
            if not names or names[0] is None:
                more = more or "a name in `spec_functions` cannot be read"
                continue
            metas = [mapping.entries[n].value for n in names if mapping is not None and n in mapping.entries]
            with ev.under(entry.when):
                tool = self._of_spec(ev, inst, names[0], metas[0] if metas else None)
            made.append(Entry(tool, entry.when))
        if more:
            self.unresolved(ev, site, more)
        return Items("list", made)

    def _of_spec(self, ev: Evaluator, inst: Inst, name: str, meta: Value | None) -> Obj:
        func = inst.cls.find(name)
        where = Site(inst.cls.module, inst.cls.decl.pos, inst.cls.qualname)
        value = ev.resolve(func[0]) if func is not None else None
        if isinstance(value, Func):
            where = Site(value.core.scope.module, value.core.decl.pos, value.core.qualname)
        named: Value = K(name)
        text: Value | None = None
        if isinstance(meta, Obj) and meta.kind == "metadata":
            named, text = meta.attrs.get("name") or named, meta.attrs.get("description")
        kept = inst.cls.ns.get(f"__toolcrib_spec_{name}__")
        if meta is None and isinstance(kept, Obj):
            return kept
        made = self._made(ev, value if isinstance(value, Func) else None, named, text, where)
        if meta is None:
            inst.cls.ns[f"__toolcrib_spec_{name}__"] = made
        return made

    def _list_of(self, ev: Evaluator, inst: Inst) -> Value | None:
        held = inst.attrs.get("spec_functions")
        return (
            held
            if held is not None
            else field(ev, inst.cls, "spec_functions", inst, Site(inst.cls.module, inst.cls.decl.pos, ""))
        )

    def finish(self, ev: Evaluator) -> None:
        super().finish(ev)
        specs, self._specs = self._specs, []
        for cls in specs:
            if id(cls) in self._listed:
                continue
            site = Site(cls.module, cls.decl.pos, cls.qualname)
            inst = self._object_of(ev, cls, site)
            if self._list_of(ev, inst) is not None or not cls.subclassed:
                self._tools_of(ev, inst, Args(), site)

    def _object_of(self, ev: Evaluator, cls: Cls, site: Site) -> Inst:
        from toolcrib.checks.surface._instances import instantiate

        if cls.instances:
            return cls.instances[0]
        given = Args(open="nothing read here makes this object")
        made = ev.apart(cls.module, lambda: instantiate(ev, cls, given, site, opaque=True))
        return made if isinstance(made, Inst) else Inst(cls, opaque=True)

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, name: Value | None, tools: Value | None, args: Args, site: Site) -> Obj:
        agent = self.holder(ev, site, name, tools)
        if not is_nothing(args.get(None, "tool_retriever")):
            self.unresolved(ev, site, "dynamic surface: a retriever chooses the agent's tools for each question")
        if args.open:
            self.unresolved(ev, site, f"the agent may be given more tools: {args.open}")
        return agent

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        held = value.framework
        if isinstance(held, Obj) and held.kind == "spec":
            self.unresolved(ev, site, f"{value.cls.qualname} in a list of tools is no tool: call its `to_tool_list()`")
        else:
            yield from super().instance(ev, value, site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if name == "metadata" and obj.kind == "tool":
            return Obj(self, "metadata", site, {"name": obj.data["tool"].name})
        if obj.kind == "metadata" and name == "get_name":
            return Method(obj, name)
        return super().attribute(ev, obj, name, site)


def _with_signature(tool: Tool) -> Description:
    """The framework puts `name(signature)` above the docstring: the docstring is the statement, the sum is not told."""
    text = tool.description
    if text.source is not TextSource.DOCSTRING:
        return from_value(_OWN, tool.at)
    return replace(text, sent=None)
