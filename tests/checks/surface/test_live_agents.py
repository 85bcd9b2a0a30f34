"""What agent frameworks really give a model, next to what is read from the same file.

As `test_live.py`, for frameworks that the dependency groups do not install: each test is skipped where its framework is
missing, and runs in an environment that has it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import warnings
from collections.abc import Iterable, Iterator
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


def test_autogen() -> None:
    agents = pytest.importorskip("autogen_agentchat.agents", reason="AutoGen is not installed")
    module, surface = load("autogen/tools")
    live: Live = {}
    for agent in values(module, agents.AssistantAgent):
        given = {t["name"]: t["description"] for bench in agent._workbench for t in asyncio.run(bench.list_tools())}
        live |= given
        assert next(set(b.tools) for b in surface.agents if b.agent == agent.name) == set(given)
    live["never_made"] = module.Never().description  # declared, and nothing here gives it to an agent
    same(live.items(), surface)
