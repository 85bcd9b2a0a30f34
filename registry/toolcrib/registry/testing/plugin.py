"""The pytest fixture `toolcrib_probe`, with one line in the conftest.py at the root.

`pytest_plugins = ["toolcrib.registry.testing.plugin"]`

Room: registry, the conformance kit; needs pytest, which is imported here only.
Touch it when tests need it in another form. Not here: what is asked (`_probes`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

__all__ = ["toolcrib_probe"]


@pytest.fixture
def toolcrib_probe() -> Callable[..., None]:
    """`toolcrib_probe(make, manifest, ...)`: as `probe`, and the test fails with everything that is wrong."""
    from toolcrib.registry.testing import probe, shown  # here: this module is imported in every run of the tests

    def hold(*given: Any, **options: Any) -> None:
        __tracebackhide__ = True
        if found := probe(*given, **options):
            counted = f"{len(found)} failure{'s' if len(found) > 1 else ''}"
            pytest.fail(f"the dispatcher does not hold to the manifest: {counted}\n{shown(found)}", pytrace=False)

    return hold
