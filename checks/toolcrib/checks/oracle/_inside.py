"""List the tools of a live object of any framework that is read here.

Room: checks, edge. Two ways in: as a script in the user's interpreter (`python _inside.py OUT module:object`), which
may be older than ours and holds no toolcrib, and from the pytest assertion with an object that the test already has.
Standard library only at the top; a framework is imported only where an object of it was met. Out: a JSON value
`{"holder", "names", "hints", "tools": [{"name", "description", "hints"}], "remarks"}`.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import os
import sys
import threading
import traceback
from collections.abc import Iterable, Mapping
from typing import Any, Optional

PROTOCOL = ("read-only", "destructive", "idempotent", "open-world")
SPELLED = {
    "readOnlyHint": "read-only",
    "destructiveHint": "destructive",
    "idempotentHint": "idempotent",
    "openWorldHint": "open-world",
}
PAGES = 200
Tool = dict[str, Any]
Found = dict[str, Any]


class Unlistable(Exception):  # noqa: N818  # it says what the object is
    """The object is none that can be asked for its tools; the text says what it is."""


def listed(obj: Any, name: str = "") -> Found:
    """What `obj` offers. `name` is what the code calls it. Raises `Unlistable` for anything else.

    Runs in a thread of its own, so that it also works where an event loop is already running.
    """
    outcome: list[Any] = []

    def work() -> None:
        try:
            outcome.append(asyncio.run(_listed(obj, name)))
        except BaseException as error:  # handed over to the caller's thread below
            outcome.append(error)

    thread = threading.Thread(target=work, name="toolcrib-oracle")
    thread.start()
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return dict(outcome[0])


async def _listed(obj: Any, name: str) -> Found:
    for called in (False, True):
        found = await _known(obj, name)
        if found is not None:
            return found
        if called or not callable(obj):
            break
        obj = _called(obj)
        if inspect.isawaitable(obj):
            obj = await obj
    raise Unlistable(
        f"it is a {_kind(obj)}: give a server of fastmcp or of the MCP SDK, an agent or a toolset of pydantic-ai, an "
        "Agent of the OpenAI Agents SDK, a tool, a list of tools or an agent of LangChain, or something to call that "
        "returns one"
    )


def _called(obj: Any) -> Any:
    try:
        needed = [
            p.name
            for p in inspect.signature(obj).parameters.values()
            if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
        ]
    except (TypeError, ValueError):
        needed = []
    if needed:
        raise Unlistable(f"it is a {_kind(obj)} that needs {', '.join(needed)}: name one that needs nothing")
    return obj()


def _kind(obj: Any) -> str:
    return f"{type(obj).__module__}.{type(obj).__qualname__}"


def _is(obj: Any, root: str, *names: str) -> bool:
    return any(cls.__name__ in names and cls.__module__.partition(".")[0] == root for cls in type(obj).__mro__)


async def _known(obj: Any, name: str) -> Optional[Found]:  # noqa: UP045  # the user's interpreter may be older
    if _is(obj, "fastmcp", "FastMCP"):
        return await _of_fastmcp(obj, name)
    if _is(obj, "mcp", "MCPServer", "FastMCP"):
        tools = await obj.list_tools()
        return _found("server", (obj.name, name), [_of_protocol(tool) for tool in tools], PROTOCOL)
    if _is(obj, "mcp", "Server"):
        return await _of_lowlevel(obj, name)
    if _is(obj, "pydantic_ai", "AbstractAgent", "Agent"):
        return await _of_pydantic_agent(obj, name)
    if _is(obj, "pydantic_ai", "AbstractToolset"):
        return _found("tools", (name,), await _of_toolset(obj), ("needs-approval",))
    if _is(obj, "agents", "AgentBase", "Agent"):
        return await _of_openai_agent(obj, name)
    tools = _of_langchain(obj)
    if tools is not None:
        holder = "agent" if hasattr(obj, "nodes") else "tools"
        return _found(holder, (getattr(obj, "name", None), name), tools, ())
    return _of_list(obj, name)


def _found(holder: str, names: Iterable[Any], tools: list[Tool], hints: Iterable[str]) -> Found:
    texts = dict.fromkeys(n for n in names if isinstance(n, str) and n)
    return {"holder": holder, "names": list(texts), "tools": tools, "hints": list(hints), "remarks": []}


def _tool(name: Any, description: Any, hints: Optional[Mapping[str, bool]] = None) -> Tool:  # noqa: UP045  # as above
    text = None if description is None else str(description)
    return {"name": str(name), "description": text, "hints": dict(hints or {})}


def _of_protocol(tool: Any) -> Tool:
    """A tool as the protocol sends it, in either generation's spelling of its fields."""
    held = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations is not None else {}
    hints = {SPELLED[key]: value for key, value in held.items() if key in SPELLED and isinstance(value, bool)}
    return _tool(tool.name, tool.description, hints)


async def _of_fastmcp(server: Any, name: str) -> Found:
    """Through the server's own listing with its middleware, without starting its lifespan; in 2, as a client asks."""
    if hasattr(server, "list_tools"):
        tools = [tool if not hasattr(tool, "to_mcp_tool") else tool.to_mcp_tool() for tool in await server.list_tools()]
    else:
        async with importlib.import_module("fastmcp").Client(server) as client:
            tools = await client.list_tools()
    newest: dict[str, Tool] = {}
    for tool in tools:  # several versions of one tool are one tool to a client
        newest[tool.name] = _of_protocol(tool)
    return _found("server", (server.name, name), list(newest.values()), PROTOCOL)


async def _of_lowlevel(server: Any, name: str) -> Found:
    """As a client asks, over memory."""
    package = importlib.import_module("mcp")
    types = importlib.import_module("mcp.types")
    if hasattr(package, "Client"):
        async with package.Client(server) as client:
            tools = await _pages(client.session, types)
    else:
        memory = importlib.import_module("mcp.shared.memory")
        async with memory.create_connected_server_and_client_session(server) as session:
            tools = await _pages(session, types)
    return _found("server", (server.name, name), [_of_protocol(tool) for tool in tools], PROTOCOL)


async def _pages(session: Any, types: Any) -> list[Any]:
    found: list[Any] = []
    cursor, asked = None, set()
    for _ in range(PAGES):
        page = await session.list_tools(params=types.PaginatedRequestParams(cursor=cursor))
        found += page.tools
        cursor = _cursor(page)
        if cursor is None:
            return found
        if cursor in asked:
            break
        asked.add(cursor)
    raise Unlistable("it lists its tools in pages that do not come to an end")


def _cursor(page: Any) -> Any:
    return page.next_cursor if hasattr(page, "next_cursor") else page.nextCursor


async def _of_pydantic_agent(agent: Any, name: str) -> Found:
    """What a run gives to the model: asked with a model that calls nothing and reaches no network."""
    test = importlib.import_module("pydantic_ai.models.test")
    model = test.TestModel(call_tools=[])
    await agent.run("list your tools", model=model)
    given = model.last_model_request_parameters
    tools = [
        _tool(d.name, d.description, {"needs-approval": True} if getattr(d, "kind", "") == "unapproved" else None)
        for d in given.function_tools
    ]
    native = getattr(given, "native_tools", None) or getattr(given, "builtin_tools", None) or ()
    tools += [_tool(getattr(one, "kind", _kind(one)), None) for one in native]
    return _found("agent", (getattr(agent, "name", None), name), tools, ("needs-approval",))


async def _of_toolset(toolset: Any) -> list[Tool]:
    run = importlib.import_module("pydantic_ai")
    test = importlib.import_module("pydantic_ai.models.test")
    usage = importlib.import_module("pydantic_ai.usage")
    spent = getattr(usage, "RunUsage", None) or usage.Usage
    context = run.RunContext(deps=None, model=test.TestModel(), usage=spent())
    async with toolset:
        found = await toolset.get_tools(context)
    return [
        _tool(
            key,
            held.tool_def.description,
            {"needs-approval": True} if getattr(held.tool_def, "kind", "") == "unapproved" else None,
        )
        for key, held in found.items()
    ]


async def _of_openai_agent(agent: Any, name: str) -> Found:
    """With its MCP servers connected, as a run would have them."""
    contexts = importlib.import_module("agents")
    servers: list[Any] = list(getattr(agent, "mcp_servers", ()))
    opened: list[Any] = []
    try:
        for server in servers:
            await server.connect()
            opened.append(server)
        tools = await agent.get_all_tools(contexts.RunContextWrapper(None))
    finally:
        for server in reversed(opened):
            await server.cleanup()
    return _found("agent", (agent.name, name), [_of_openai(tool) for tool in tools], ("needs-approval",))


def _of_openai(tool: Any) -> Tool:
    approval = getattr(tool, "needs_approval", False)
    return _tool(
        tool.name, getattr(tool, "description", None), {"needs-approval": True} if approval is not False else None
    )


def _of_langchain(obj: Any) -> Optional[list[Tool]]:  # noqa: UP045  # as above
    """One tool, a toolkit, a tool node, a model that tools are bound to, a compiled graph, an executor."""
    if _is(obj, "langchain_core", "BaseTool"):
        return [_tool(obj.name, obj.description)]
    if _is(obj, "langchain_core", "BaseToolkit"):
        return [_tool(tool.name, tool.description) for tool in obj.get_tools()]
    if _is(obj, "langgraph", "ToolNode"):
        return [_tool(tool.name, tool.description) for tool in obj.tools_by_name.values()]
    if _is(obj, "langchain_core", "RunnableBinding") and "tools" in obj.kwargs:
        return [_of_schema(tool) for tool in obj.kwargs["tools"]]
    if _is(obj, "langgraph", "Pregel"):
        found: dict[str, Tool] = {}
        for node in obj.nodes.values():
            bound = getattr(node, "bound", None)
            for step in (bound, *getattr(bound, "steps", ())):
                for tool in _of_langchain(step) or () if _is(step, "langgraph", "ToolNode") else ():
                    found[tool["name"]] = tool
        return list(found.values())
    if any(cls.__name__ == "AgentExecutor" for cls in type(obj).__mro__):
        return [_tool(tool.name, tool.description) for tool in obj.tools]
    return None


def _of_schema(tool: Any) -> Tool:
    """A tool as a provider's API takes it."""
    inner = tool.get("function", tool) if isinstance(tool, Mapping) else None
    if not isinstance(inner, Mapping) or "name" not in inner:
        raise Unlistable(f"a tool that is bound to a model has no name: {str(tool)[:200]}")
    return _tool(inner["name"], inner.get("description"))


def _of_list(obj: Any, name: str) -> Optional[Found]:  # noqa: UP045  # as above
    """A list of tools: LangChain's, OpenAI Agents', fastmcp's, the protocol's own, pydantic-ai's, provider schemas."""
    held = obj
    if type(obj).__name__ == "ListToolsResult":
        if _cursor(obj) is not None:
            raise Unlistable("it is one page of a listing: ask for all of them first")
        held = obj.tools
    if isinstance(held, Mapping):
        held = list(held.values())
    if not isinstance(held, (list, tuple, set, frozenset)):
        return None
    tools: list[Tool] = []
    hints: tuple[str, ...] = ()
    for position, one in enumerate(held):
        if _is_protocol_tool(one) or hasattr(one, "to_mcp_tool"):
            tools.append(_of_protocol(one.to_mcp_tool() if hasattr(one, "to_mcp_tool") else one))
            hints = PROTOCOL
        elif _is(one, "pydantic_ai", "Tool"):
            approval = {"needs-approval": True} if getattr(one, "requires_approval", False) else None
            tools.append(_tool(one.name, one.description, approval))
        elif type(one).__module__.partition(".")[0] == "agents" and hasattr(one, "name"):
            tools.append(_of_openai(one))
        elif isinstance(one, Mapping):
            tools.append(_of_schema(one))
        else:
            more = _of_langchain(one)
            if more is None:
                raise Unlistable(f"item {position + 1} of the list is a {_kind(one)}, which is no tool of a framework")
            tools += more
    return _found("tools", (name,), tools, hints)


def _is_protocol_tool(one: Any) -> bool:
    return type(one).__name__ == "Tool" and type(one).__module__.partition(".")[0] in ("mcp", "mcp_types")


def _innermost(error: BaseException) -> BaseException:
    """The first error of a group, however deep: what holds a server in memory wraps what the server raised."""
    inner = getattr(error, "exceptions", None)
    return _innermost(inner[0]) if inner and isinstance(inner[0], BaseException) else error


def _trace(error: BaseException) -> str:
    """Where it came from, without this script's own steps; nothing when no others were taken."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__ and not frame.filename.startswith("<frozen importlib")
    ]
    outside = [frame for frame in frames if os.sep + "importlib" + os.sep not in frame.filename]
    return "".join(traceback.format_list(frames)) if outside else ""


def main(out: str, target: str) -> int:
    """Import `module:object` from the folder we are in and write what it offers, or why not, to the file `out`."""
    sys.path[0:1] = [os.getcwd()]  # noqa: PTH109  # not the folder of this script
    module, _, path = target.partition(":")
    answer: dict[str, Any]
    try:
        obj: Any = importlib.import_module(module)
        for part in path.removesuffix("()").split("."):
            obj = getattr(obj, part)
        answer = listed(obj, path.removesuffix("()").rpartition(".")[2])
    except Unlistable as error:
        answer = {"error": str(error), "traceback": ""}
    except BaseException as raised:  # whatever the user's code does, it is said and not ours to raise
        inner = _innermost(raised)
        answer = {"error": f"{type(inner).__name__}: {inner}", "traceback": _trace(inner)}
    with open(out, "w", encoding="utf-8") as file:  # noqa: PTH123  # kept plain for older interpreters
        json.dump(answer, file)
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1], sys.argv[2])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # threads that the user's code left running end with it
