"""DSPy.

Room: checks, middle. Owns `dspy`. `dspy.Tool`, and functions, methods and callable objects in the lists of modules that
call tools. Tools of a server are dynamic places; `finish`, which such a module adds, ends a run and is no capability.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._values import Args, Ext, Func, Inst, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import ready_tool
from toolcrib.checks.surface.dialects._objects import ObjectDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_MODULES = {"ReAct": 1, "ReActV2": 1, "CodeAct": 1, "RLM": None, "Avatar": 1}  # where the list of tools stands


class DsPy(ObjectDialect):
    name = "dspy"
    roots = ("dspy",)
    words = frozenset({"Tool", "from_mcp_tool", "from_langchain", "tools=", *_MODULES})
    texts = TextRules(style=DocStyle.RAW, empty_is_text=False, nothing="")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "Tool" and "()" not in path:
            given = by_name(args, "func", "name", "desc")
            name = given.get(None, "name") or (Unknown(args.open) if args.open else None)
            return self.make(ev, given.get(None, "func"), site, name=name, description=given.get(None, "desc"))
        if path.endswith("Tool.from_langchain"):
            held = ev.resolve(args.get(0, "tool") or Unknown("no tool"))
            return held if ready_tool(held) is not None else None
        if tail in _MODULES and "()" not in path:
            return self._module(ev, tail, args, site)
        return None

    def _module(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        made = self.holder(ev, site, None, args.get(_MODULES[tail], "tools"))
        if args.open and args.get(_MODULES[tail], "tools") is None:
            self.unresolved(ev, site, f"the module may be given tools: {args.open}")
        return made

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        return self._module(ev, tail, args, site) if tail in _MODULES else None

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        """An object that can be called is a tool: its class names and describes it."""
        called = value.cls.find("__call__")
        if value.framework is None and called is not None and isinstance(called[0], Func):
            made = self.make(ev, value, site, name=None, description=None)
            tool = made.data["tool"]
            assert isinstance(tool, Tool)  # what `make` stores
            yield tool
        else:
            yield from super().instance(ev, value, site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        return obj.data.get("function") if name == "func" else super().attribute(ev, obj, name, site)
