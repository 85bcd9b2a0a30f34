"""A docstring with other prose in it: its layout and its parameter sections stay as they are.

Room: checks, middle. Pure: the old raw text and the row's text in, the new raw text out (before quoting).
Not here: quoting (`_literal`), which docstring it is (`_descriptions`).
"""

from __future__ import annotations

import inspect
import re

from toolcrib.checks.fix._literal import LONGEST, wrapped

_HEADS = (
    "args|arguments|parameters|params|keyword args|keyword arguments|other parameters|returns?|yields?|receives|"
    "raises|exceptions?|warns|attributes"
)
# Google ("Args:"), NumPy (underlined) and Sphinx (":param x:") sections, from the start of their line.
_SECTION = re.compile(
    rf"^[ \t]*(?:(?:{_HEADS})[ \t]*:[ \t]*$|(?:{_HEADS})[ \t]*\n[ \t]*-{{3,}}[ \t]*$|"
    r":(?:param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|except|exception|yields?)\b[^\n:]*:)",
    re.IGNORECASE | re.MULTILINE,
)


def split(text: str) -> tuple[str, str]:
    """The prose before the first parameter section, and everything from its line on ("" when there is none)."""
    found = _SECTION.search(text)
    return (text, "") if found is None else (text[: found.start()], text[found.start() :])


def with_prose(old: str, row: str, *, indent: str, column: int) -> tuple[str, str]:
    """The new raw text in two parts: what is written anew, and what stays as it stands (the parameter sections).

    Old sections stay unless the row states its own. `old` is the text between the quotes as written in the source,
    `indent` the indentation of the docstring's statement, `column` where the text begins on its first line.
    """
    new = inspect.cleandoc(row)
    prose, sections = split(old)
    if sections and split(new)[1]:
        prose, sections = old, ""
    below = re.match(r"[ \t]*\\?\n", old)
    lead = below.group() if below else ""
    lines = _laid_out(new, old, indent=indent, column=column, below=bool(below))
    padded = [indent + line if line and (number or below) else line for number, line in enumerate(lines)]
    if sections:
        gap = prose[len(prose.rstrip()) :] if prose.strip() else "\n\n"
        return lead + "\n".join(padded) + gap, sections
    return lead + "\n".join(padded) + _tail(old, indent, many=len(lines) > 1), ""


def _laid_out(new: str, old: str, *, indent: str, column: int, below: bool) -> list[str]:
    """The prose in lines that are no longer than the old docstring's, or than is usual."""
    width = max([LONGEST, *(len(line) for line in old.split("\n")[1:])]) - len(indent)
    lines = wrapped(new, width=width).split("\n")
    # The first line shares its own with the quotes, and with the closing ones when it is the only one.
    room = width + len(indent) - column - (3 if "\n" not in old and len(lines) == 1 else 0)
    if not below and len(lines[0]) > room:
        lines = wrapped(new, width=min(width, room)).split("\n")
    return lines


def _tail(old: str, indent: str, *, many: bool) -> str:
    """What stands between the last word and the closing quotes."""
    if "\n" in old:
        return old[len(old.rstrip()) :]
    return "\n" + indent if many else ""
