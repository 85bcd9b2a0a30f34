"""A small one of `tests/benchmarks/soak.py`: tasks share sessions, sessions share the registry, the facts flip."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location("toolcrib_soak", Path(__file__).resolve().parent.parent / "benchmarks" / "soak.py")
assert _spec
assert _spec.loader
soak = module_from_spec(_spec)
sys.modules["toolcrib_soak"] = soak
_spec.loader.exec_module(soak)


def test_every_decision_is_right_for_the_facts_it_was_given() -> None:
    found = asyncio.run(soak.soak(12, 80))
    assert (found.decisions, found.wrong, found.ran_wrongly) == (960, 0, 0)
    assert found.decisions // 20 < found.allowed < found.decisions // 2
    assert found.grown < 100
