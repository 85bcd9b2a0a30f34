"""The tools that middleware brings into a LangChain agent.

Room: checks, middle. Not here: tool classes (`_classes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound
from toolcrib.checks.surface._values import Args, Ext, Func, Inst, K, Obj, Site, Unknown, Value

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.langchain import LangChain

CLASSES = ("BaseTool", "StructuredTool", "Tool")

# --- middleware ------------------------------------------------------------------------------------------------------

_ADDS: dict[str, tuple[tuple[str, str], ...]] = {  # class → (argument that names the tool, its default)
    "TodoListMiddleware": (("", "write_todos"),),
    "ShellToolMiddleware": (("tool_name", "shell"),),
    "FilesystemFileSearchMiddleware": (("", "glob_search"), ("", "grep_search")),
}
_BRINGS = (
    "FilesystemMiddleware",
    "SubAgentMiddleware",
    "AsyncSubAgentMiddleware",
    "SkillsMiddleware",
    "MemoryMiddleware",
)


def middleware(dialect: LangChain, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    """A middleware object that brings tools; its tools exist once an agent takes it."""
    if func.tail in _ADDS or func.tail in _BRINGS:
        return Obj(dialect, "middleware", site, dict(args.keywords), {"what": func.tail})
    return None


def take(dialect: LangChain, ev: Evaluator, agent: Obj, value: Value, site: Site) -> None:
    """An agent takes a middleware."""
    if isinstance(value, Obj) and value.kind == "middleware":
        what = str(value.data["what"])
        if what in _BRINGS:
            dialect.unresolved(ev, site, f"dynamic surface: `{what}` adds tools of its own")
        where = value.site or site
        for argument, name in _ADDS.get(what, ()):
            text = (
                value.attrs.get("tool_description")
                or value.attrs.get("description")
                or Unknown("the library's own text")
            )
            named = value.attrs.get(argument) or K(name)
            made = dialect.make(ev, None, where, name=named, description=text)
            ev.ledger.agents.append(Bound(agent.attrs.get("name"), dialect.name, site, [made.data["tool"]], agent))
    elif isinstance(value, Inst):
        held = value.attrs.get("tools")
        found = value.cls.find("tools")
        tools = held if held is not None else ev.resolve(found[0]) if found is not None else None
        if tools is not None and not isinstance(tools, Func):
            dialect.bind(ev, agent, tools, site)
    elif isinstance(value, Unknown):
        dialect.unresolved(ev, site, f"a middleware that cannot be read may add tools: {value.reason}")
    elif isinstance(value, Ext) and value.args is not None and not value.root.startswith("langchain"):
        dialect.unresolved(ev, site, f"dynamic surface: `{value.path}` may add tools to the agent")
