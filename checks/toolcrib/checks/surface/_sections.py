"""A docstring → its sections, as the parser that most frameworks use (griffe) cuts it.

Room: checks, middle. Pure text work. Only what decides a description is kept: the texts between sections, whether a
section names parameters, and the first returned value. Three styles: Google, numpydoc, Sphinx fields.
Not here: which framework sends what (`_docstrings`).
"""

from __future__ import annotations

import inspect
import re
import textwrap
from dataclasses import dataclass
from typing import Literal

Style = Literal["google", "numpy", "sphinx"]
Kind = Literal["text", "parameters", "returns", "admonition", "other"]


@dataclass(frozen=True, slots=True)
class Section:
    """`text` is a text section's text or an admonition's kind; `named` tells that parameters are listed by name."""

    kind: Kind
    text: str = ""
    named: bool = False
    returned: tuple[str, str] = ("", "")  # type and description of the first returned value


def sections(doc: str, style: Style) -> list[Section]:
    lines = inspect.cleandoc(doc.rstrip()).split("\n")
    return {"google": _google, "numpy": _numpy, "sphinx": _sphinx}[style](lines)


def first_text(found: list[Section]) -> str | None:
    return next((s.text for s in found if s.kind == "text"), None)


def _blank(line: str) -> bool:
    return not line.strip()


def _text(lines: list[str]) -> list[Section]:
    return [Section("text", "\n".join(lines).rstrip("\n"))] if any(lines) else []


def _fence(line: str) -> bool:
    return line.lstrip(" ").startswith("```")


# --- Google ----------------------------------------------------------------------------------------------------------

_HEADING = re.compile(r"^(?P<kind>\w[\w\s-]*):(?:\s+\S.*)?\s*$")
_PARAMETERS = ("args", "arguments", "params", "parameters")
_OTHER = frozenset(
    {f"{first} {second}" for first in ("keyword", "other", "type") for second in _PARAMETERS}
    - {"keyword params", "keyword parameters"}
    | {"raises", "exceptions", "yields", "receives", "examples", "attributes", "functions", "methods", "classes"}
    | {"type aliases", "modules", "warns", "warnings"}
)


def _google(lines: list[str]) -> list[Section]:
    found: list[Section] = []
    text: list[str] = []
    fenced = False
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = None if fenced or _fence(line) else _HEADING.match(line)
        if _fence(line):
            fenced = not fenced
        if heading is None or not _has_block(lines, at):
            text.append(line)
            at += 1
            continue
        block, after = _block(lines, at + 1)
        section = _google_section(heading["kind"].lower(), block)
        if section is None:
            text.append(line)
            at += 1
            continue
        found += _text(text)
        found += [section] if _says_something(section, heading["kind"], block) else []
        text = []
        at = after
    return found + _text(text)


def _has_block(lines: list[str], at: int) -> bool:
    """A heading counts with nothing right above it and an indented line right below it."""
    below = [not _blank(line) and line.startswith(" ") for line in lines[at + 1 : at + 3]]
    if not any(below) or (at > 0 and not _blank(lines[at - 1])):
        return False
    return not (_blank(lines[at + 1]) and below[-1])


def _block(lines: list[str], at: int) -> tuple[list[str], int]:
    """The indented lines from here, their common indent removed, and the first line after them."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    if not indent:
        return [], at
    end = at
    while end < len(lines) and (_blank(lines[end]) or lines[end].startswith(" " * indent)):
        end += 1
    return [line[indent:] for line in lines[at:end]], end


def _google_section(kind: str, block: list[str]) -> Section | None:
    pairs = any(":" in line and not line.startswith(" ") for line in block)
    if kind in _PARAMETERS:
        return Section("parameters", named=pairs)
    if kind == "returns":
        return Section("returns", returned=_google_returned(block))
    if kind in _OTHER:
        return Section("other", named=pairs or kind in ("yields", "receives", "examples"))
    return Section("admonition", kind.replace(" ", "-")) if block else None


def _says_something(section: Section, kind: str, block: list[str]) -> bool:
    """A section in which nothing can be read is cut out all the same, but is no section; examples always are one."""
    return kind.lower() == "examples" or (bool(block) and (section.named or section.kind in ("returns", "admonition")))


def _google_returned(block: list[str]) -> tuple[str, str]:
    lines = "\n".join(block).rstrip("\n").splitlines()
    if not lines:
        return "", ""
    kind, colon, first = lines[0].partition(":")
    kind, first = (kind.lstrip("(").rstrip(")"), first) if colon else ("", lines[0])
    return kind, "\n".join([first.lstrip(), *lines[1:]]).rstrip("\n")


# --- numpydoc --------------------------------------------------------------------------------------------------------

_NUMPY_NAME = r"\*{0,2}[_a-z][_a-z0-9]*"
_NUMPY_PARAMETER = re.compile(_NUMPY_NAME, re.IGNORECASE)
_NUMPY_RETURN = re.compile(
    rf"(?:(?P<named>{_NUMPY_NAME})\s*:\s*(?P<its>.+)|{_NUMPY_NAME}\s*:\s*|\s*:\s*$|(?::\s*)?(?P<type>.+)\s*)",
    re.IGNORECASE,
)
_NUMPY_OTHER = frozenset(
    {"deprecated", "other parameters", "type parameters", "yields", "receives", "raises", "warns", "examples"}
    | {"attributes", "functions", "methods", "classes", "type aliases", "modules"}
)


def _dashes(lines: list[str], at: int) -> bool:
    return at < len(lines) and "-" in lines[at] and _blank(lines[at].replace("-", ""))


def _numpy(lines: list[str]) -> list[Section]:
    found: list[Section] = []
    text: list[str] = []
    title = ""
    fenced = False
    at = 0

    def close() -> None:
        nonlocal text, title
        if title:
            kind = title.lower().replace(" ", "-")
            found.append(Section("admonition", kind[:-1] if kind in ("warnings", "notes") else kind))
        else:
            found.extend(_text(text))
        text, title = [], ""

    while at < len(lines):
        line = lines[at]
        if fenced or _fence(line):
            fenced ^= _fence(line)
            text.append(line)
        elif not _blank(line) and _dashes(lines, at + 1):
            close()
            if line.lower() in ("parameters", "returns", *_NUMPY_OTHER):
                items, at = (_numpy_text if line.lower() == "examples" else _numpy_items)(lines, at + 2)
                found += _numpy_section(line.lower(), items)
                continue
            title = line
            at += 1
        else:
            text.append("" if _blank(line) else line)
        at += 1
    close()
    return found


def _numpy_items(lines: list[str], at: int) -> tuple[list[list[str]], int]:
    """The items of a section, each with the lines under it, and the first line after the section."""
    while at < len(lines) and _blank(lines[at]):
        at += 1
    items: list[list[str]] = []
    while at < len(lines):
        line = lines[at]
        if items and (_blank(line) or line.startswith(" ")):
            items[-1].append("" if _blank(line) else line[4:] if line.startswith("    ") else line.lstrip())
        elif items and _dashes(lines, at + 1):
            break
        else:
            items.append([line])
        at += 1
    return items, at


def _numpy_text(lines: list[str], at: int) -> tuple[list[list[str]], int]:
    """Examples run on until an empty line with the next heading under it."""
    while at < len(lines) and _blank(lines[at]):
        at += 1
    end = at
    while end < len(lines) and not (_blank(lines[end]) and (_dashes(lines, end + 1) or _dashes(lines, end + 2))):
        end += 1
    return [lines[at:end]] if end > at else [], end


def _numpy_section(kind: str, items: list[list[str]]) -> list[Section]:
    if not items:
        return [Section("other")] if kind == "examples" else []
    if kind == "parameters":
        named = any(_NUMPY_PARAMETER.match(item[0]) for item in items)
        return [Section("parameters", named=True)] if named else []
    if kind == "returns":
        match = _NUMPY_RETURN.match(items[0][0])
        returned = (match["its"] or match["type"] or "") if match is not None else ""
        return [Section("returns", returned=(returned, textwrap.dedent("\n".join(items[0][1:]))))]
    return [Section("other")]


# --- Sphinx ----------------------------------------------------------------------------------------------------------

_SPHINX: dict[str, tuple[str, ...]] = {
    "type": (":type",),
    "parameter": (":param", ":arg", ":key"),
    "vartype": (":vartype",),
    "attribute": (":var", ":ivar", ":cvar"),
    "raises": (":raise", ":except"),
    "returns": (":return",),
    "rtype": (":rtype",),
}


def _sphinx(lines: list[str]) -> list[Section]:
    text: list[str] = []
    seen: dict[str, str] = {}
    at = 0
    while at < len(lines):
        kind = next((k for k, starts in _SPHINX.items() if lines[at].startswith(starts)), "")
        if not kind:
            text.append(lines[at])
            at += 1
            continue
        end = at + 1
        while end < len(lines) and not lines[end].startswith(":"):
            end += 1
        parts = inspect.cleandoc("\n".join(lines[at:end])).rstrip("\n").split(":", 2)
        words = len(parts[1].split(" ")) if len(parts) == 3 else 0
        if words >= {"parameter": 2, "attribute": 2, "raises": 2}.get(kind, 1):
            seen[kind] = parts[2].strip()
        at = end
    while text and _blank(text[0]):
        text.pop(0)
    while text and _blank(text[-1]):
        text.pop()
    found = [Section("text", "\n".join(text))]
    if "parameter" in seen:
        found.append(Section("parameters", named=True))
    if "attribute" in seen:
        found.append(Section("other"))
    if "returns" in seen:
        found.append(Section("returns", returned=(seen.get("rtype", "").replace(" or ", " | "), seen["returns"])))
    if "raises" in seen:
        found.append(Section("other"))
    return found
