"""What agent frameworks really give a model, next to what is read from the same file.

As `test_live.py`, for frameworks that the dependency groups do not install: each test is skipped where its framework is
missing, and runs in an environment that has it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import warnings
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolcrib.checks.surface import Surface, read_surface

HERE = Path(__file__).parent
Live = dict[str, str]


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


def values(module: ModuleType, *kinds: type) -> Iterator[Any]:
    yield from {id(v): v for v in vars(module).values() if isinstance(v, kinds)}.values()


def same(live: Iterable[tuple[str, str | None]], surface: Surface) -> None:
    """The names, and every text that is read at all."""
    told = {name: text or "" for name, text in live}
    assert sorted({t.name for t in surface.tools}) == sorted(told)
    for tool in surface.tools:
        if tool.description.sent is not None:  # a text of the library's own is not read
            assert tool.description.sent == told[tool.name], tool.name


def held_by(surface: Surface, agent: str) -> set[str]:
    """What an agent is given, at all the places that give it something."""
    return {tool for bound in surface.agents if bound.agent == agent for tool in bound.tools}


def test_autogen() -> None:
    agents = pytest.importorskip("autogen_agentchat.agents", reason="AutoGen is not installed")
    module, surface = load("autogen/tools")
    live: Live = {}
    for agent in values(module, agents.AssistantAgent):
        given = {t["name"]: t["description"] for bench in agent._workbench for t in asyncio.run(bench.list_tools())}
        live |= given
        assert held_by(surface, agent.name) == set(given)
    live["never_made"] = module.Never().description  # declared, and nothing here gives it to an agent
    same(live.items(), surface)


def test_ag2_before_1() -> None:
    autogen = pytest.importorskip("autogen", reason="AG2 before 1.0 is not installed")
    module, surface = load("ag2/before_1")
    live: Live = {}
    for agent in values(module, autogen.ConversableAgent):
        config = agent.llm_config or {}
        given = [t["function"] for t in config.get("tools") or ()] + [*(config.get("functions") or ())]
        live |= {f["name"]: f["description"] for f in given}
        named = {f["name"] for f in given}
        assert held_by(surface, agent.name) == named
        for name in set(agent.function_map) - set(live):
            live[name] = module.many.__doc__  # what an agent only executes
    same(live.items(), surface)


def test_ag2_since_1() -> None:
    ag2 = pytest.importorskip("ag2", reason="AG2 1.0 or later is not installed")
    module, surface = load("ag2/since_1")
    live: Live = {}
    for agent in values(module, ag2.Agent):
        given: Live = {}
        for tool in (*agent.tools, *agent._additional_tools):
            for schema in asyncio.run(_schemas(tool)):
                function = getattr(schema, "function", None)
                given |= {function.name: function.description} if function else {schema.type: ""}
        live |= given
        assert held_by(surface, agent.name) == set(given)
    same(live.items(), surface)


async def _schemas(tool: Any) -> list[Any]:
    context, stream = import_module("ag2.context"), import_module("ag2.stream")
    return list(await tool.schemas(context.ConversationContext(stream.MemoryStream())))


@pytest.mark.parametrize("case", ["plugins", "agents"])
def test_semantic_kernel(case: str) -> None:
    kernel = pytest.importorskip("semantic_kernel", reason="Semantic Kernel is not installed")
    agents = pytest.importorskip("semantic_kernel.agents", reason="Semantic Kernel is not installed")
    module, surface = load(f"semantic_kernel/{case}")
    live: Live = {"alone": "Alone."} if case == "plugins" else {}  # no kernel has it: its plugin is not known
    for agent in values(module, agents.ChatCompletionAgent):
        assert held_by(surface, agent.name) == set(_functions(agent.kernel))
        live |= _functions(agent.kernel)
    for one in values(module, kernel.Kernel):
        live |= _functions(one)
    same(live.items(), surface)


def _functions(kernel: Any) -> Live:
    return {f.fully_qualified_name: f.description for f in kernel.get_full_list_of_function_metadata()}


def test_haystack() -> None:
    tools = pytest.importorskip("haystack.tools", reason="Haystack is not installed")
    module, surface = load("haystack/tools")
    held = [t for toolset in values(module, tools.Toolset) for t in toolset if toolset is not module.found]
    live = {t.name: t.description for t in (*module.OBJECTS, *held, *values(module, tools.Tool))}
    live["search_tools"] = ""  # the library's own, made when it is first needed
    same(live.items(), surface)


def test_agent_framework() -> None:
    framework = pytest.importorskip("agent_framework", reason="Microsoft Agent Framework is not installed")
    module, surface = load("agent_framework/tools")
    live: Live = {}
    for agent in values(module, framework.Agent):
        given: Live = {}
        for tool in agent.default_options["tools"]:
            given |= {tool["name"]: ""} if isinstance(tool, dict) else {tool.name: tool.description}
        assert held_by(surface, agent.name) == set(given)
        live |= given
    same(live.items(), surface)


def test_camel() -> None:
    agents = pytest.importorskip("camel.agents", reason="CAMEL is not installed")
    module, surface = load("camel/tools")
    (agent,) = values(module, agents.ChatAgent)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a tool without a text
        functions = [schema["function"] for schema in agent._get_full_tool_schemas()]
    assert held_by(surface, "agent") == {f["name"] for f in functions}
    same(((f["name"], f["description"]) for f in functions), surface)


def test_raw_functions() -> None:
    """What two providers' libraries make of a plain function in a list."""
    ollama = pytest.importorskip("ollama._utils", reason="Ollama's client is not installed")
    types = pytest.importorskip("google.genai.types", reason="Gemini's client is not installed")
    folder = HERE / "raw/more_clients/input"
    surface = read_surface({p.name: p.read_bytes() for p in folder.glob("*.py")})
    source = {t.name: t for t in surface.tools}
    functions: dict[str, Any] = {}
    code = (folder / "app.py").read_text(encoding="utf-8").partition("def for_ollama")[2].partition("def schema")[0]
    exec(compile(f"def for_ollama{code}", "app.py", "exec"), functions)
    function = ollama.convert_function_to_tool(functions["for_ollama"]).function
    assert source[function.name].description.sent == function.description
    declared = types.FunctionDeclaration.from_callable_with_api_option(callable=functions["for_gemini"])
    assert source[declared.name].description.sent == declared.description


def test_google_adk() -> None:
    agents = pytest.importorskip("google.adk.agents", reason="Google ADK is not installed")
    module, surface = load("google_adk/toolsets")
    live: Live = {}
    for agent in values(module, agents.LlmAgent):
        given = {tool.name: tool.description for tool in asyncio.run(agent.canonical_tools())}
        assert held_by(surface, agent.name) == set(given)
        live |= given
    same(live.items(), surface)
