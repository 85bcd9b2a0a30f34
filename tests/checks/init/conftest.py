"""Surfaces made by hand: what `init` drafts from, without reading any source."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from toolcrib.checks.surface import Declaration, Description, Hint, HintName, TextSource
from toolcrib.manifest import Location

MakeTool = Callable[..., Declaration]


@pytest.fixture
def tool() -> MakeTool:
    def make(
        name: str,
        *,
        path: str = "app/server.py",
        line: int = 1,
        server: str = "mcp",
        framework: str = "fastmcp",
        text: str | None = "Do it.",
        accepted: Sequence[str] = (),
        hints: Sequence[tuple[HintName, bool]] = (),
        agents: Sequence[str] = (),
    ) -> Declaration:
        at = Location(path, line, 1, line + 3, 1)
        return Declaration(
            name=name,
            declared_name=name,
            at=at,
            site=at,
            framework=framework,
            server=server,
            description=Description(
                source=TextSource.NONE if text is None else TextSource.DOCSTRING,
                sent=text,
                accepted=tuple(accepted) or (() if text is None else (text,)),
                at=at,
            ),
            hints=tuple(Hint(name=hint, value=value, at=at, spelled=f"{hint}={value}") for hint, value in hints),
            agents=tuple(agents),
        )

    return make
