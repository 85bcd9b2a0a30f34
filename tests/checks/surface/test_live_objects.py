"""What frameworks whose tools are objects really list, next to what is read from the same file.

As in `test_live.py`: the cases are among those of `test_cases.py`, and a framework that is not installed is skipped.
None of these is in the dependency group `apps`: they are run where somebody has them.
"""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolcrib.checks.surface import Surface, read_surface

HERE = Path(__file__).parent


def load(case: str) -> tuple[ModuleType, Surface]:
    (file,) = (HERE / case / "input").glob("*.py")
    spec = importlib.util.spec_from_file_location(f"surface_case_{case.replace('/', '_')}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the frameworks' own deprecations
        spec.loader.exec_module(module)
    return module, read_surface({file.name: file.read_bytes()})


def same(live: list[tuple[str, str | None]], surface: Surface, *, besides: tuple[str, ...] = ()) -> None:
    """The same names, and each text that is claimed is one that is sent."""
    assert {name for name, _ in live} == {t.name for t in surface.tools} - set(besides)
    for tool in surface.tools:
        texts = [text or "" for name, text in live if name == tool.name]
        if tool.description.sent is not None and tool.name not in besides:
            assert tool.description.sent in texts, tool.name
            assert set(texts) <= {*tool.description.accepted, tool.description.sent}, tool.name


def held(surface: Surface, agent: str) -> set[str]:
    return {name for bound in surface.agents if bound.agent == agent for name in bound.tools}


def test_smolagents() -> None:
    pytest.importorskip("smolagents", reason="smolagents is not installed")
    module, surface = load("smolagents/forms")
    ends = "final_answer"  # every agent has it; it ends a run
    same([(t.name, t.description) for t in module.OBJECTS if t.name != ends], surface, besides=("never_made",))
    assert set(module.worker.tools) == held(surface, "worker") | {ends}
    assert {*module.manager.tools, *module.manager.managed_agents} == held(surface, "manager") | {ends}


def test_strands() -> None:
    pytest.importorskip("strands", reason="Strands Agents is not installed")
    module, surface = load("strands/forms")
    live: list[tuple[str, str | None]] = []
    for agent in module.AGENTS:
        specs: dict[str, Any] = agent.tool_registry.get_all_tools_config()
        assert set(specs) == held(surface, agent.name)
        live += [(name, spec["description"]) for name, spec in specs.items()]
    same(live, surface)


def test_crewai() -> None:
    pytest.importorskip("crewai", reason="CrewAI is not installed")
    module, surface = load("crewai/forms")
    same([(t.name, t.description) for t in module.OBJECTS], surface, besides=("Never made",))


def test_agno() -> None:
    tools = pytest.importorskip("agno.tools", reason="Agno is not installed")
    module, surface = load("agno/forms")
    live: list[tuple[str, str | None]] = []
    for holder in module.HOLDERS:
        functions: list[Any] = []
        for given in holder.tools:
            if isinstance(given, tools.Toolkit):
                functions += [*given.functions.values(), *given.async_functions.values()]
            else:
                functions.append(given if isinstance(given, tools.Function) else tools.Function.from_callable(given))
        for function in functions:
            function.process_entrypoint()
        assert {f.name for f in functions} == held(surface, holder.name)
        live += [(f.name, f.description) for f in functions]
    same(live, surface)


def test_browser_use() -> None:
    pytest.importorskip("browser_use", reason="browser-use is not installed")
    module, surface = load("browser_use/actions")
    live = [(n, a.description) for h in module.HOLDERS for n, a in h.registry.registry.actions.items()]
    same(live, surface)
    defaults = {t.name for t in surface.tools if t.description.sent is None}
    assert defaults == {*module.Tools().registry.registry.actions}


def test_llama_index() -> None:
    """The framework puts the signature above a docstring: there the text is not claimed."""
    pytest.importorskip("llama_index.core", reason="LlamaIndex is not installed")
    module, surface = load("llama_index/forms")
    live = [(t.metadata.name, t.metadata.description) for agent in module.AGENTS for t in agent.tools]
    _claimed(live, surface)
    for agent in module.AGENTS:
        assert {t.metadata.name for t in agent.tools} == held(surface, agent.name)


def _claimed(live: list[tuple[str, str | None]], surface: Surface) -> None:
    assert {name for name, _ in live} == {t.name for t in surface.tools}
    for tool in surface.tools:
        if tool.description.sent is not None:
            assert (tool.name, tool.description.sent) in live


def test_dspy() -> None:
    pytest.importorskip("dspy", reason="DSPy is not installed")
    module, surface = load("dspy/forms")
    tools = [t for held_by in module.MODULES for t in held_by.tools.values()]
    same([(t.name, t.desc) for t in (*tools, module.bare) if t.name != "finish"], surface)


def test_agentkit() -> None:
    pytest.importorskip("coinbase_agentkit", reason="AgentKit is not installed")
    module, surface = load("agentkit/forms")
    same([(a.name, a.description) for p in module.PROVIDERS for a in p.get_actions(None)], surface)
