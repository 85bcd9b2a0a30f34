"""Sections are cut where the parser that the frameworks use cuts them."""

from __future__ import annotations

import inspect
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcrib.checks.surface._sections import Style, sections

griffe = pytest.importorskip("griffe", reason="the parser comes with the frameworks (dependency group `apps`)")

_LINES = (
    "Args:|Arguments:|Parameters|Parameters:|Returns|Returns:|Raises:|Yields:|Examples:|Examples|Example:|Note:|Notes|"
    "Rules:|if enabled:|Other Parameters:|Keyword Args:|Type Args:|Deprecated|Note: inline|see: this|text|str|x : int|"
    "---|----------|    x: the x|    y (int): z|    x|        deeper|  odd|   odd: one|    - a: b|    str: thing|"
    "    dict[str,int]: a map|```|    ```|>>> x|:param x: y|:param|:type x: int|:return: z|:returns: z|:rtype: int|"
    ":raises ValueError: x|:raises: x|:var x: y|:x|\tTab:|    **x: y|*args: y"
)
LINES = _LINES.split("|")


@pytest.mark.parametrize("style", ["google", "numpy", "sphinx"])
@settings(max_examples=150, deadline=None)
@given(lines=st.lists(st.one_of(st.sampled_from(LINES), st.just("")), min_size=1, max_size=10))
def test_sections_are_the_parser_s(style: Style, lines: list[str]) -> None:
    doc = "\n".join(lines)
    expected = _parsed(doc, style)
    if expected is not None:
        assert [(s.kind, s.text, s.kind == "parameters", s.returned) for s in sections(doc, style)] == expected


def _parsed(doc: str, style: Style) -> list[tuple[str, str, bool, tuple[str, str]]] | None:
    options = {"returns_named_value": False, "returns_multiple_items": False} if style == "google" else {}
    logging.getLogger("griffe").disabled = True
    if not inspect.cleandoc(doc.rstrip()):
        return None
    try:
        parsed = griffe.Docstring(doc, parser=style, parser_options={"warnings": False, **options}).parse()
    except IndexError:  # it stumbles over a heading with nothing but empty lines under it
        return None
    found = []
    for section in parsed:
        kind = section.kind.value
        returned = ("", "")
        text = ""
        if kind == "text":
            text = section.value
        elif kind == "admonition":
            text = section.value.kind
        elif kind == "returns":
            returned = (str(section.value[0].annotation or ""), section.value[0].description)
        elif kind != "parameters":
            kind = "other"
        found.append((kind, text, kind == "parameters", returned))
    return found
