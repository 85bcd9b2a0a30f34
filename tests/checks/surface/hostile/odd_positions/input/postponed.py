from __future__ import annotations

from server import tool


def function(value: tool("postponed")): ...
