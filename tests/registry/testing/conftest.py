"""What the tests of the conformance kit share: the sample dispatchers, loaded once under a name of their own."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_FOLDER = Path(__file__).with_name("dispatchers")
_spec = spec_from_file_location(
    "toolcrib_testing_dispatchers", _FOLDER / "__init__.py", submodule_search_locations=[str(_FOLDER)]
)
assert _spec
assert _spec.loader
_module = module_from_spec(_spec)
sys.modules[_spec.name] = _module
_spec.loader.exec_module(_module)
