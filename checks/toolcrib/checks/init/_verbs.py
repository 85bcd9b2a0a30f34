"""What a tool's name suggests about writing: a hint for a person, never an answer.

Room: checks, middle. Pure. The words are those of the rule about write verbs (`toolcrib.checks.writes`), so that the
check contradicts no answer that was suggested here.
"""

from __future__ import annotations

from toolcrib.checks.writes import said_by


def suggestion(name: str) -> str:
    """`its name says "list"`, or nothing when no word of the name says so."""
    said = said_by(name)
    return "" if said is None else f'its name says "{said.verb}"'


def suggested(name: str) -> bool | None:
    """The suggestion as a value, for the default of a prompt."""
    said = said_by(name)
    return None if said is None else said.writes
