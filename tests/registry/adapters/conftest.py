"""What the tests of adapters share: `kit.py`, under the name `adapters_kit`, loaded once."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location("adapters_kit", Path(__file__).with_name("kit.py"))
assert _spec
assert _spec.loader
_kit = module_from_spec(_spec)
sys.modules[_spec.name] = _kit  # dataclasses look their module up
_spec.loader.exec_module(_kit)
