"""A docstring → the text that a framework sends, and every text that says the same.

Room: checks, middle. Source of the table: each framework's own code, by version (reference page of the dialects).
"""

from __future__ import annotations

import inspect
import re
from enum import StrEnum


class DocStyle(StrEnum):
    """What a framework makes of a docstring."""

    RAW = "raw"  # __doc__ as it stands
    STRIPPED = "stripped"  # both ends trimmed, inner indentation kept
    CLEAN = "clean"  # inspect.cleandoc
    SUMMARY = "summary"  # without the parameter sections
    BEFORE_SECTIONS = "before-sections"  # only the text before the first section of any kind


_SECTION = re.compile(
    r"^[ \t]*(?:args|arguments|params|parameters|keyword args|keyword arguments|other parameters|returns?|yields?|raises?"
    r"|receives|attributes|examples?|notes?|warns|see also|references)[ \t]*:?[ \t]*$",
    re.IGNORECASE,
)
_FIELD = re.compile(r"^[ \t]*(?::|@)(?:param|parameter|arg|argument|key|keyword|type|return|returns|rtype|raises?)\b")
_PARAMETERS = re.compile(
    r"^[ \t]*(?:args|arguments|params|parameters|keyword args|keyword arguments|other parameters|returns?|yields?|raises?)"
    r"[ \t]*:?[ \t]*$",
    re.IGNORECASE,
)


def sent(doc: str, style: DocStyle) -> str:
    """The text for the newest supported generation of a framework with this style."""
    if style is DocStyle.RAW:
        return doc
    if style is DocStyle.STRIPPED:
        return doc.strip()
    clean = inspect.cleandoc(doc)
    if style is DocStyle.BEFORE_SECTIONS:
        return before_sections(clean)
    return clean if style is DocStyle.CLEAN else without_parameters(clean)


def accepted(doc: str) -> tuple[str, ...]:
    """Every reading of a docstring that counts as the same statement: whole, and without its parameter sections."""
    clean = inspect.cleandoc(doc)
    return tuple(dict.fromkeys((clean, without_parameters(clean), before_sections(clean))))


def without_parameters(clean: str) -> str:
    """A dedented docstring without its Args, Returns, Raises… sections; other sections stay."""
    kept: list[str] = []
    lines = clean.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        underlined = index + 1 < len(lines) and re.fullmatch(r"\s*-{3,}\s*", lines[index + 1]) is not None
        heading = _PARAMETERS.match(line) is not None and (line.rstrip().endswith(":") or underlined)
        if not heading and _FIELD.match(line) is None:
            kept.append(line)
            index += 1
            continue
        indent = len(line) - len(line.lstrip())
        index += 2 if heading and underlined else 1
        while index < len(lines):
            here = lines[index]
            if here.strip() and not underlined and len(here) - len(here.lstrip()) <= indent:
                break
            if underlined and index + 1 < len(lines) and re.fullmatch(r"\s*-{3,}\s*", lines[index + 1]):
                break
            index += 1
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def before_sections(clean: str) -> str:
    """The text before the first section of any kind."""
    kept: list[str] = []
    for line in clean.split("\n"):
        if (_SECTION.match(line) and line.rstrip().endswith(":")) or _FIELD.match(line):
            break
        if re.fullmatch(r"\s*-{3,}\s*", line) and kept and _SECTION.match(kept[-1]):
            kept.pop()
            break
        kept.append(line)
    return "\n".join(kept).strip()
