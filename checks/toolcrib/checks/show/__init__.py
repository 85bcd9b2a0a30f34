"""`show` and `surface`: what is declared and what the source shows, to look at.

Room: checks. In: a `Declared`, a `Surface`. Out: text, JSON with a version, Markdown. Nothing is judged here.
Not here: findings (`toolcrib.checks.rules`), printing (`toolcrib.checks.cli`).
"""

from toolcrib.checks.show._json import show_json
from toolcrib.checks.show._markdown import show_markdown
from toolcrib.checks.show._paint import painted
from toolcrib.checks.show._surface import surface_json, surface_text
from toolcrib.checks.show._text import show_text
from toolcrib.checks.show._view import FilterProblems, Filters, UnknownFilterError, View, view

__all__ = [
    "FilterProblems",
    "Filters",
    "UnknownFilterError",
    "View",
    "painted",
    "show_json",
    "show_markdown",
    "show_text",
    "surface_json",
    "surface_text",
    "view",
]
