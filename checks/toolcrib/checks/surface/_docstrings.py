"""A docstring → the text that a framework sends, and every text that says the same.

Room: checks, middle. One style a framework; `sent` is the newest supported generation's text, `accepted` what any
supported generation makes of it, whole or without its parameter sections. Checked against the installed frameworks in
`tests/checks/surface`. Not here: where sections begin and end (`_sections`).
"""

from __future__ import annotations

import inspect
import re
import textwrap
from enum import StrEnum

from toolcrib.checks.surface._sections import Style, first_text, sections


class DocStyle(StrEnum):
    """What a framework makes of a docstring."""

    RAW = "raw"  # mcp: `__doc__` as it stands
    CLEAN = "clean"  # google: inspect.cleandoc
    DEDENTED = "dedented"  # langchain: textwrap.dedent, then both ends trimmed
    GOOGLE_BLOCKS = "google-blocks"  # langchain with parse_docstring, and bind_tools of a function
    FASTMCP = "fastmcp"  # 4: the text before the first section, whole when there is none; 3: when parameters are named
    FIRST_TEXT = "first-text"  # openai-agents: always the first text between sections
    XML = "xml"  # pydantic-ai: the first text, wrapped together with the returned value where one is described
    TWO_PARTS = "two-parts"  # anthropic: short and long description, before any section
    SMOLAGENTS = "smolagents"  # the text before the first line that begins with Args, Returns or Raises
    STRANDS = "strands"  # without its Args section
    LINES = "lines"  # agno: short and long description without the empty line between them


# The headings that fastmcp 4 counts as structure although they are no sections of the parser.
_FASTMCP_ADMONITIONS = frozenset(
    {"attention", "caution", "danger", "error", "example", "hint", "important", "note", "notes", "raise", "references"}
    | {"return", "see-also", "tip", "todo", "warning", "yield"}
)
# These read inspect.getdoc, which looks into base classes.
INHERITING = frozenset({DocStyle.FASTMCP, DocStyle.FIRST_TEXT, DocStyle.SMOLAGENTS, DocStyle.STRANDS, DocStyle.LINES})
_STYLES: tuple[Style, ...] = ("google", "numpy", "sphinx")


def sent(doc: str, style: DocStyle) -> str:
    """The text for the newest supported generation of a framework with this style."""
    if style is DocStyle.RAW:
        return doc
    if style is DocStyle.DEDENTED:
        return textwrap.dedent(doc).strip()
    clean = inspect.cleandoc(doc)
    if not clean.strip():
        return ""
    if style is DocStyle.CLEAN:
        return clean
    return _xml(doc) if style is DocStyle.XML else _SENT[style](clean)


def accepted(doc: str, style: DocStyle) -> tuple[str, ...]:
    """Every reading of a docstring that counts as the same statement: whole, and without its parameter sections."""
    clean = inspect.cleandoc(doc)
    if not clean.strip():
        return ("",)
    readings = [clean, without_parameters(clean), before_sections(clean)]
    readings += [_fastmcp(clean), _fastmcp_3(clean), _first_text(clean), _google_blocks(clean)]
    if style is DocStyle.XML:
        readings.append(_xml(doc))
    elif style in _SENT:
        readings.append(_SENT[style](clean))
    return tuple(dict.fromkeys(readings))


# --- frameworks ------------------------------------------------------------------------------------------------------


def _fastmcp(clean: str) -> str:
    for style in _STYLES:
        found = sections(clean, style)
        kinds = {s.kind for s in found} - {"text", "admonition"}
        listed = any(s.kind == "admonition" and s.text in _FASTMCP_ADMONITIONS for s in found)
        if kinds or listed:
            return first_text(found) or ""
    return clean


def _fastmcp_3(clean: str) -> str:
    for style in _STYLES:
        found = sections(clean, style)
        if any(s.kind == "parameters" and s.named for s in found):
            return first_text(found) or ""
    return clean


def _first_text(clean: str) -> str:
    style = _openai_style(clean)
    if style == "google":
        clean = _blank_above_parameters(clean)
    return first_text(sections("\n" + clean, style)) or ""


def _xml(doc: str) -> str:
    found = sections(doc, _pydantic_style(doc))
    text = first_text(found) or ""
    returned = next((s.returned for s in found if s.kind == "returns"), None)
    if returned is None:
        return text
    kind = f"<type>{returned[0]}</type>\n" if returned[0] else ""
    xml = f"<returns>\n{kind}<description>{returned[1]}</description>\n</returns>"
    return f"<summary>{text}</summary>\n{xml}" if text else xml


def _google_blocks(clean: str) -> str:
    """Blocks between blank lines up to the one that begins with `Args:`, joined by one blank each."""
    kept: list[str] = []
    past = False
    for block in clean.split("\n\n"):
        if block.startswith("Args:"):
            break
        past = past or block.startswith(("Returns:", "Example:"))
        if not past:
            kept.append(block)
    return " ".join(kept).strip()


def _two_parts(clean: str) -> str:
    short, _, long = before_sections(clean).partition("\n")
    return "\n\n".join(part for part in (short.strip(), long.strip()) if part)


def _smolagents(clean: str) -> str:
    found = re.search(r"^(.*?)(?=\n\s*(?:Args:|Returns:|Raises:)|\Z)", clean.strip(), re.DOTALL)
    return found[1].strip() if found is not None else ""


_STRANDS_ARGS = ("args:", "arguments:", "parameters:", "param:", "params:")
_STRANDS_OTHER = (
    "returns:", "return:", "yields:", "yield:", "raises:", "raise:", "except:", "exceptions:", "examples:", "example:",
    "note:", "notes:", "see also:", "seealso:", "references:", "ref:",
)  # fmt: skip


def _strands(clean: str) -> str:
    kept: list[str] = []
    skipping = False
    for line in clean.strip().split("\n"):
        start = line.strip().lower()
        skipping = (skipping or start.startswith(_STRANDS_ARGS)) and not start.startswith(_STRANDS_OTHER)
        if not skipping:
            kept.append(line)
    return "\n".join(kept).strip()


_PARSER_GOOGLE = re.compile(
    r"^(?:Arguments|Args|Parameters|Params|Raises|Exceptions|Except|Attributes|Example|Examples|Returns|Yields)"
    r":[ \t\r\f\v]*$",
    re.MULTILINE,
)
_PARSER_NUMPY = re.compile(
    r"^(?:Parameters|Params|Arguments|Args|Other Parameters|Receives|Other Args|Raises|Exceptions|Warns|Warnings|"
    r"Attributes|Returns|Yields|Examples?|Notes?|References?|See Also|Deprecated)[ \t]*\n-{3,}\s*$",
    re.MULTILINE | re.IGNORECASE,
)


def _lines(clean: str) -> str:
    """What docstring_parser calls the short and the long description, in the style with most sections."""
    found = [
        (len(re.findall(r"^:(?:param|type|return|raise|var|ivar|attr|key|arg)", clean, re.MULTILINE)), r"^:"),
        (2 * len(_PARSER_GOOGLE.findall(clean)), _PARSER_GOOGLE.pattern),
        (2 * len(_PARSER_NUMPY.findall(clean)), _PARSER_NUMPY.pattern),
    ]
    marks = max(found, key=lambda pair: pair[0])
    flags = re.MULTILINE | (re.IGNORECASE if marks[1] == _PARSER_NUMPY.pattern else re.NOFLAG)
    cut = re.search(marks[1], clean, flags)
    short, _, long = clean[: cut.start() if cut is not None else None].partition("\n")
    return "\n".join(part for part in (short.strip() if not long.strip() else short, long.strip()) if part)


_SENT = {
    DocStyle.FASTMCP: _fastmcp,
    DocStyle.FIRST_TEXT: _first_text,
    DocStyle.GOOGLE_BLOCKS: _google_blocks,
    DocStyle.TWO_PARTS: _two_parts,
    DocStyle.SMOLAGENTS: _smolagents,
    DocStyle.STRANDS: _strands,
    DocStyle.LINES: _lines,
}

# --- which style a docstring is written in, as two frameworks guess it -----------------------------------------------


def _openai_style(clean: str) -> Style:
    """The style with most of its marks; Sphinx before numpydoc before Google when they are equal."""
    marks: dict[Style, tuple[str, ...]] = {
        "sphinx": (r"^:param\s", r"^:type\s", r"^:return:", r"^:rtype:"),
        "numpy": (r"^Parameters\s*\n\s*-{3,}", r"^Returns\s*\n\s*-{3,}", r"^Yields\s*\n\s*-{3,}"),
        "google": (r"^(?:Args|Arguments):", r"^Returns:", r"^Raises:"),
    }
    scores: list[tuple[int, Style]] = []
    for style, found in marks.items():
        scores.append((sum(bool(re.search(m, clean, re.MULTILINE)) for m in found), style))
    best = max(score for score, _ in scores)
    return next(style for score, style in scores if score == best) if best else "google"


def _blank_above_parameters(clean: str) -> str:
    """openai-agents lets `Args:` stand right under a text line."""
    lines: list[str] = []
    given = clean.splitlines()
    for at, line in enumerate(given):
        heading = re.match(r"^(?:args|arguments|params|parameters):\s*$", line, re.IGNORECASE)
        indented = at + 1 < len(given) and given[at + 1].startswith((" ", "\t"))
        if heading and indented and lines and lines[-1].strip():
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


_PYDANTIC_MARKS: tuple[tuple[str, str, Style], ...] = (
    (
        r"\n[ \t]*:(?:{words})(?:[ \t]+\w+)*:(?:[ \t]+.+)?\n",
        "param,parameter,arg,argument,key,keyword,type,var,ivar,cvar,vartype,returns,return,rtype,raises,raise,except,"
        "exception",
        "sphinx",
    ),
    (
        r"\n[ \t]*(?:{words}):(?:[ \t]+.+)?\n[ \t]+.+",
        "args,arguments,params,parameters,keyword args,keyword arguments,other args,other arguments,other params,"
        "other parameters,raises,exceptions,returns,yields,receives,examples,attributes,functions,methods,classes,"
        "modules,warns,warnings",
        "google",
    ),
    (
        r"\n[ \t]*(?:{words})\n[ \t]*---+\n",
        "deprecated,parameters,other parameters,returns,yields,receives,raises,warns,attributes,functions,methods,"
        "classes,modules",
        "numpy",
    ),
)


def _pydantic_style(doc: str) -> Style:
    for pattern, words, style in _PYDANTIC_MARKS:
        if re.search(pattern.replace("{words}", words.replace(",", "|")), doc, re.IGNORECASE | re.MULTILINE):
            return style
    return "google"


# --- with and without, for every framework ---------------------------------------------------------------------------

_WORDS = r"args|arguments|params|parameters|keyword args|keyword arguments|other parameters|returns?|yields?|raises?"
_PARAMETERS = re.compile(rf"^[ \t]*(?:{_WORDS})[ \t]*:?[ \t]*$", re.IGNORECASE)
_SECTION = re.compile(
    rf"^[ \t]*(?:{_WORDS}|receives|attributes|examples?|notes?|warns|see also|references)[ \t]*:?[ \t]*$", re.IGNORECASE
)
_FIELD = re.compile(r"^[ \t]*(?::|@)(?:param|parameter|arg|argument|key|keyword|type|return|returns|rtype|raises?)\b")
_UNDERLINE = re.compile(r"\s*-{3,}\s*")


def without_parameters(clean: str) -> str:
    """A dedented docstring without its Args, Returns, Raises… sections; other sections stay."""
    kept: list[str] = []
    lines = clean.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        underlined = index + 1 < len(lines) and _UNDERLINE.fullmatch(lines[index + 1]) is not None
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
            if underlined and index + 1 < len(lines) and _UNDERLINE.fullmatch(lines[index + 1]):
                break
            index += 1
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def before_sections(clean: str) -> str:
    """The text before the first section of any kind."""
    kept: list[str] = []
    for line in clean.split("\n"):
        if (_SECTION.match(line) and line.rstrip().endswith(":")) or _FIELD.match(line):
            break
        if _UNDERLINE.fullmatch(line) and kept and _SECTION.match(kept[-1]):
            kept.pop()
            break
        kept.append(line)
    return "\n".join(kept).strip()
