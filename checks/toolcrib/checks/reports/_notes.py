"""Say what a note about the surface means to somebody who reads a report.

Room: checks, middle. Pure. The machine formats keep the surface's own words.
"""

from __future__ import annotations

from toolcrib.checks.surface import Note

_UPPER_BOUND = ": the surface is an upper bound"


def for_people(note: Note) -> str:
    """The note, with what it means for the comparison in the place of the term for it."""
    if note.text.endswith(_UPPER_BOUND):
        said = note.text.removesuffix(_UPPER_BOUND)
        return (
            f"{said}, which only a run can tell: all of them are counted and need rows, though some may not be offered"
        )
    return note.text
