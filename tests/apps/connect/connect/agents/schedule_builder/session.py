"""One build session: what was asked, what was answered, and the spec so far."""

from __future__ import annotations

from dataclasses import dataclass, field

TEMPLATES = {"bridge": ["Survey", "Foundations", "Piers", "Girders", "Deck"], "school": ["Survey", "Shell", "Fit-out"]}


@dataclass(slots=True)
class BuildSession:
    project_id: str
    wish: str
    answers: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    activities: list[str] = field(default_factory=list)
