"""What is said where code hides, filters or removes tools at run time.

Room: checks, middle. One text for all dialects: the surface then shows what could be offered, not what is.
"""

from __future__ import annotations


def may_hide(text: str, what: str) -> str:
    """`text` is the code, `what` says what it does: "hides tools by tag"."""
    return (
        f"`{text}` {what} when it runs, so a tool shown here may not be offered. The check holds all the same: every "
        "tool that could be offered is shown and needs its row. Nothing to do, unless a tool is never offered: then "
        "remove it from the code"
    )
