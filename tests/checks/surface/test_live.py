"""What the installed frameworks really list, next to what is read from the same file.

The cases here are among those of `test_cases.py`: they run as they stand. A framework that is not installed is skipped.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolcrib.checks.surface import HintName, Surface, read_surface

HERE = Path(__file__).parent
HINTS = {
    HintName.READ_ONLY: "readOnlyHint",
    HintName.DESTRUCTIVE: "destructiveHint",
    HintName.IDEMPOTENT: "idempotentHint",
    HintName.OPEN_WORLD: "openWorldHint",
}
Live = dict[str, tuple[str | None, dict[str, bool]]]


def load(case: str) -> tuple[ModuleType, Surface]:
    (file,) = (HERE / case / "input").glob("*.py")
    spec = importlib.util.spec_from_file_location(f"surface_case_{case.replace('/', '_')}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the frameworks' own deprecations and betas
        spec.loader.exec_module(module)
    return module, read_surface({file.name: file.read_bytes()})


def hints(annotations: Any) -> dict[str, bool]:
    held = annotations.model_dump(by_alias=True, exclude_none=True) if annotations is not None else {}
    return {key: value for key, value in held.items() if key.endswith("Hint")}


def read(surface: Surface, server: str | None = None) -> Live:
    """As the framework lists them: the last of two with one name wins."""
    found: Live = {}
    for tool in surface.tools:
        if server is None or tool.server == server:
            stated = {HINTS[h.name]: h.value for h in tool.hints if h.name in HINTS}
            found[tool.name] = (tool.description.sent, stated)
    return found


def same(live: Live, static: Live) -> None:
    assert sorted(static) == sorted(live)
    for name, (text, stated) in live.items():
        if static[name][0] is not None:  # a text of the library's own is not read
            assert static[name] == (text or "", stated), name


def listed(server: Any) -> Live:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tools = asyncio.run(server.list_tools())
    return {t.name: (t.description or "", hints(t.annotations)) for t in tools}


def servers(module: ModuleType, kind: type) -> Iterator[Any]:
    yield from {id(v): v for v in vars(module).values() if isinstance(v, kind)}.values()


@pytest.mark.parametrize("case", ["decorator_forms", "tool_objects", "memory", "mixin", "middleware", "assembled"])
def test_fastmcp(case: str) -> None:
    fastmcp = pytest.importorskip("fastmcp", reason="fastmcp is not installed (dependency group `apps`)")
    module, surface = load(f"fastmcp/{case}")
    shown = {t.server for t in surface.tools}
    for server in servers(module, fastmcp.FastMCP):
        if server.name in shown:  # a mounted server is shown where it is mounted
            live = listed(server)
            if case == "middleware":  # one of its middleware shows only the first: the surface is an upper bound
                assert set(live) <= set(read(surface, server.name))
            else:
                same(live, read(surface, server.name))


@pytest.mark.parametrize("case", ["decorator_forms", "call_forms", "constructor", "subclass", "extensions"])
def test_mcp_high_level(case: str) -> None:
    mcpserver = pytest.importorskip("mcp.server.mcpserver", reason="MCP SDK 2 is not installed (group `apps`)")
    module, surface = load(f"mcp/{case}")
    found = list(servers(module, mcpserver.MCPServer))
    assert found
    for server in found:
        live = {t.name: (as_before(t.description), hints(t.annotations)) for t in asyncio.run(server.list_tools())}
        same(live, {name: (as_before(text), seen) for name, (text, seen) in read(surface, server.name).items()})


def as_before(text: str | None) -> str | None:
    """Since 3.13 Python itself takes the common indent off a docstring, which a check of the source cannot know."""
    return text if text is None or sys.version_info < (3, 13) else "\n".join(li.strip() for li in text.split("\n"))


def test_mcp_low_level() -> None:
    lowlevel = pytest.importorskip("mcp.server.lowlevel", reason="the MCP SDK is not installed (group `apps`)")
    pytest.importorskip("mcp_types", reason="MCP SDK 2 is not installed (dependency group `apps`)")
    module, surface = load("mcp/low_level_2")
    found = [*servers(module, lowlevel.Server), module.app.server]
    assert len(found) == 3
    for server in found:
        handler = server.get_request_handler("tools/list").handler
        live = {t.name: (t.description, {}) for t in asyncio.run(handler(None, None)).tools}
        same(live, read(surface, server.name))


@pytest.mark.parametrize("case", ["decorator_forms", "objects", "classes"])
def test_langchain(case: str) -> None:
    tools = pytest.importorskip("langchain_core.tools", reason="LangChain is not installed (group `apps`)")
    module, surface = load(f"langchain/{case}")
    objects = [*servers(module, tools.BaseTool), *getattr(module, "OBJECTS", ())]
    live: Live = {t.name: (t.description, {}) for t in objects}
    static = read(surface)
    static.pop("never_made", None)  # a class that nothing makes: declared, but there is no object to ask
    same(live, static)


@pytest.mark.parametrize("case", ["function_tools", "objects", "agents"])
def test_openai_agents(case: str) -> None:
    agents = pytest.importorskip("agents", reason="the OpenAI Agents SDK is not installed (dependency group `apps`)")
    module, surface = load(f"openai_agents/{case}")
    held = [t for agent in servers(module, agents.Agent) for t in agent.tools]
    held += [v for v in vars(module).values() if isinstance(v, agents.FunctionTool | agents.CustomTool)]
    same({t.name: (getattr(t, "description", None), {}) for t in held}, _texts(read(surface)))
    bound = {b.agent: set(b.tools) for b in surface.agents}
    for agent in servers(module, agents.Agent):
        assert bound[agent.name] == {t.name for t in agent.tools}


@pytest.mark.parametrize("case", ["decorators", "constructor", "toolsets"])
def test_pydantic_ai(case: str) -> None:
    pydantic_ai = pytest.importorskip("pydantic_ai", reason="pydantic-ai is not installed (dependency group `apps`)")
    module, surface = load(f"pydantic_ai/{case}")
    static = _texts(read(surface))
    bound = {b.agent: set(b.tools) for b in surface.agents}
    everything: Live = {}
    for agent in servers(module, pydantic_ai.Agent):
        named = agent.name or next(k for k, v in vars(module).items() if v is agent)
        live = _given(agent)
        everything |= live
        assert bound[named] == set(live)
    same(everything, static)


def _given(agent: Any) -> Live:
    """What a run of the agent gives to the model, asked with a model that calls nothing."""
    from pydantic_ai.models.test import TestModel

    model = TestModel(call_tools=[])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asyncio.run(agent.run("x", model=model, deps=True))
    given = model.last_model_request_parameters
    return {d.name: (d.description, {}) for d in given.function_tools}


def _texts(live: Live) -> Live:
    """Without hints that the framework keeps elsewhere, and None as the empty text."""
    return {name: (text or "" if text is not None else None, {}) for name, (text, _) in live.items()}


@pytest.mark.parametrize("case", ["mounted", "not_mounted", "other_servers"])
def test_claude_agent_sdk(case: str) -> None:
    """The prefix of a mounted server is composed outside of Python: here the bare names are compared."""
    sdk = pytest.importorskip("claude_agent_sdk", reason="the Claude Agent SDK is not installed")
    module, surface = load(f"claude_agent_sdk/{case}")
    live = {v.name: v.description for v in vars(module).values() if isinstance(v, sdk.SdkMcpTool)}
    static = {t.declared_name: t.description.sent for t in surface.tools}
    assert live.items() <= static.items()
