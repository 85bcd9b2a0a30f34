"""What the tests of sessions share: `kind`, each kind of session in turn, and `turns.py`, loaded once."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

_spec = spec_from_file_location("registry_turns", Path(__file__).with_name("turns.py"))
assert _spec
assert _spec.loader
_turns = module_from_spec(_spec)
sys.modules[_spec.name] = _turns  # dataclasses look their module up
_spec.loader.exec_module(_turns)


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)
