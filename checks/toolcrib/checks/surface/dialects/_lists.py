"""What the agent frameworks share: a list of tools given to an agent, and plain functions in it.

Room: checks, middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from toolcrib.checks.surface._declare import Bound, TextRules, Tool, describe, name_of, place_of, qualname_of
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._types import Hint
from toolcrib.checks.surface._values import (
    Args,
    Either,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Method,
    Native,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._base import Dialect
from toolcrib.checks.surface.dialects._server import is_nothing, label_of

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class AgentDialect(Dialect):
    """A framework in which tools are objects or plain functions in a list that an agent is given."""

    texts: ClassVar[TextRules] = TextRules(style=DocStyle.RAW)

    # --- making tools ------------------------------------------------------------------------------------------------

    def make(
        self,
        ev: Evaluator,
        func: Value | None,
        site: Site,
        *,
        name: Value | None,
        description: Value | None,
        hints: tuple[Hint, ...] = (),
        declared: bool = True,
        style: DocStyle | None = None,
    ) -> Obj:
        """A tool object; `declared` tells that making it is declaring it, bound to an agent or not."""
        func = ev.resolve(func) if func is not None else None
        schema: Value | None = None
        if isinstance(func, Partial) and isinstance(func.func, Func):
            func, schema = func.func, Unknown("some of its arguments are given already")
        at = place_of(func, site)
        named = name_of(func) if is_nothing(name) else name
        if isinstance(name, Either):
            named = Either(
                tuple(o if not is_nothing(o.value) else type(o)(name_of(func), o.when) for o in name.options)
            )
        assert named is not None  # `is_nothing` is true of None
        tool = Tool(
            framework=self.name,
            name=named,
            description=describe(description, func, replace(self.texts, style=style or self.texts.style), at),
            at=at,
            hints=hints,
            function=qualname_of(func),
            func=func,
            schema=schema,
        )
        made = Obj(self, "tool", site, {"name": named})
        made.data["tool"] = tool
        made.data["function"] = func
        if declared:
            ev.ledger.expose(ev, tool, None, site)
        return made

    def marking(self, ev: Evaluator, first: Value | None, make: Callable[[Value, Site], Value], site: Site) -> Value:
        """A decorator in its bare and its called form."""
        if is_callable(first) or isinstance(first, Unknown):  # a function that cannot be told is said by `make`
            assert first is not None  # `is_callable` is false of None
            return make(first, site)

        def apply(ev: Evaluator, inner: Args, inner_site: Site) -> Value:
            func = inner.get(0)
            return make(func, inner_site) if func is not None else Unknown("a decorator without a function")

        return Native(apply, "tool")

    # --- binding -----------------------------------------------------------------------------------------------------

    def agent(self, ev: Evaluator, site: Site, name: Value | None, *, kind: str = "agent") -> Obj:
        made = Obj(self, kind, site, {"name": name} if name is not None else {})
        if isinstance(name, K) and isinstance(name.value, str):
            made.data["label"] = name.value
        return made

    def of_annotation(self, ev: Evaluator, site: Site) -> Obj:
        """An agent that is known by its annotation: what is put into its list is given to some agent of that class."""
        made = self.agent(ev, site, None)
        made.attrs["tools"] = Items("list", [])
        made.data["annotated"] = True
        self.wait(ev, made, site)
        return made

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        """Give an agent a list of tools: plain functions in it become tools, and the edge is recorded."""
        tools = list(self.listed(ev, value, site))
        if not tools and agent.data.get("annotated"):
            return tools
        ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, site, tools, agent))
        agent.data.setdefault("tools", []).extend(tools)
        return tools

    def copied(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Obj | None:
        """An agent that is made of another: with the tools that it is given, else with those that the other has."""
        if obj.kind != "agent":
            return None
        made = self.agent(ev, site, args.get(None, "name") or obj.attrs.get("name"))
        given = args.get(None, "tools") or (Unknown(args.open) if args.open else None)
        if "tools" in obj.attrs:
            named = made.attrs
            made.attrs = {**obj.attrs, **named, "tools": given if given is not None else obj.attrs["tools"]}
            self.wait(ev, made, site)
        elif given is not None:
            self.bind(ev, made, given, site)
        else:
            held = list(obj.data.get("tools", ()))
            ev.ledger.agents.append(Bound(made.attrs.get("name"), self.name, site, held, made))
        return made

    def wait(self, ev: Evaluator, agent: Obj, site: Site) -> None:
        """An agent whose list is in `attrs["tools"]`: read now, or by a dialect whose lists grow, at the end."""
        self.bind(ev, agent, agent.attrs["tools"], site)

    def listed(self, ev: Evaluator, value: Value | None, site: Site) -> Iterator[Tool]:
        if value is None or (isinstance(value, K) and value.value is None):
            return
        if isinstance(value, Either) and not any(isinstance(o.value, Items) for o in value.options):
            for option in value.options:
                with ev.under(option.when):
                    yield from self.listed(ev, option.value, site)
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under(entry.when):
                for tool in self.element(ev, entry.value, site):
                    ev.ledger.list_element(ev, tool, entry.at, site)
                    yield tool
        if more:
            self.unresolved(ev, site, more)

    def element(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        """One element of a list of tools."""
        value = ev.resolve(value)
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    yield from self.element(ev, option.value, site)
            return
        ready = ready_tool(value)
        if ready is not None:
            yield ready
        elif isinstance(value, Func | Partial) or (isinstance(value, Ext) and value.args is None):
            made = self._once(ev, value, site)
            tool = made.data["tool"]
            assert isinstance(tool, Tool)  # what `make` stores
            yield tool
        elif isinstance(value, Inst):
            yield from self.instance(ev, value, site)
        elif isinstance(value, Unknown):
            self.unresolved(ev, site, value.reason)
        elif isinstance(value, Items):
            yield from self.listed(ev, value, site)
        else:
            yield from self.other(ev, value, site)

    def _once(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        """The same function in two lists is one tool."""
        if not isinstance(value, Func):
            return self.plain(ev, value, site)
        mark = f"__toolcrib_plain_{self.name}__"
        kept = value.attrs.get(mark)
        if not isinstance(kept, Obj):
            kept = value.attrs[mark] = self.plain(ev, value, site)
        return kept

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        """A plain function in a list of tools."""
        return self.make(ev, value, site, name=None, description=None)

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        """An object of a local class in a list of tools."""
        if value.framework is not None:
            yield from self.element(ev, value.framework, site)
        else:
            self.unresolved(
                ev, site, f"an object of {value.cls.qualname} in a list of tools is no tool that can be read"
            )

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        """Something else in a list of tools: a toolset, a dictionary, a remote server."""
        if isinstance(value, Method) and isinstance(value.receiver, Unknown):
            self.unresolved(ev, site, f"`.{value.name}` of something unknown is in the list: {value.receiver.reason}")
        elif not isinstance(value, Obj | Method):
            text = value.path if isinstance(value, Ext) else type(value).__name__
            self.unresolved(ev, site, f"an element of the list is no tool that can be read ({text})")
        return
        yield

    def unresolved(self, ev: Evaluator, site: Site, reason: str, *, dynamic: bool = False) -> None:
        settle = "list the tools by name here, or acknowledge this place with the names that it registers"
        ev.ledger.cannot(site, self.name, reason, settle, dynamic=dynamic)


def is_callable(value: Value | None) -> bool:
    if isinstance(value, Either):
        return any(is_callable(o.value) for o in value.options)
    return (
        isinstance(value, Func | Partial)
        or (isinstance(value, Inst) and not value.member)
        or (isinstance(value, Ext) and value.args is None)
    )


def ready_tool(value: Value) -> Tool | None:
    """The tool that a value already is."""
    if isinstance(value, Obj):
        tool = value.data.get("tool")
        return tool if isinstance(tool, Tool) else None
    if isinstance(value, Inst) and value.framework is not None:
        return ready_tool(value.framework)
    return None


__all__ = ["AgentDialect", "is_callable", "is_nothing", "label_of", "ready_tool"]
