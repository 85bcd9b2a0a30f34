"""What the tests of sessions share: `kind`, each kind of session in turn, in which the same holds."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)
