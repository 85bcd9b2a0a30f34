"""What each installed framework makes of a docstring, next to what is read from it: many shapes, and generated ones."""

from __future__ import annotations

import inspect
import logging
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from toolcrib.checks.surface._docstrings import DocStyle, accepted, sent

DOCS = {
    "one line": "Close a ticket.",
    "paragraphs": "\n    Close a ticket.\n\n        Deeper.\n\n    More.\n    ",
    "google": "Close.\n\n    More.\n\n    Args:\n        x: the number\n            with more\n\n    Returns:\n"
    "        str: text\n    ",
    "text after arguments": "Close.\n\nArgs:\n    x: the number\n\nTail.",
    "no blank line above": "Close.\nArgs:\n    x: the number",
    "only arguments": "\n    Args:\n        x: the number\n    ",
    "arguments and returns": "Args:\n    x: the number\n\nReturns:\n    a text\n",
    "returns alone": "Close.\n\nReturns:\n    a text",
    "returns in a line": "Close.\n\nReturns: a text\n",
    "returns with a list": "Close.\n\nReturns:\n    A dict with:\n    - a: one\n    - b: two\n\n    More on it.",
    "raises": "Close.\n\nRaises:\n    ValueError: never",
    "example": "Close.\n\nExample:\n    close(1)\n\nMore text.",
    "note": "Close.\n\nNote:\n    a note\n\nMore.",
    "note in a line": "Close.\n\nNote: a note\n\nMore",
    "prose with a colon": "Close.\n\nRules:\n    one\n    two\n\nArgs:\n    x: the number\n\nTail.",
    "a fence": "Close.\n\n```python\nArgs:\n    x: 1\n```\n\nMore.",
    "numpydoc": "Close.\n\n    More.\n\n    Parameters\n    ----------\n    x : int\n        the x\n\n    Returns\n"
    "    -------\n    str\n        a text\n    ",
    "numpydoc notes": "Close.\n\nMore.\n\nNotes\n-----\nA note.",
    "sphinx": "Close.\n\nMore.\n\n:param x: the number\n:type x: int\n:return: a text\n",
    "sphinx right below": "Close.\n\nMore.\n:param x: the number\n",
    "markdown": "Close.\n\n**Args:**\n    x: the number",
    "typed arguments": "Close.\n\nArgs:\n    x (int, optional): the number\n        more of it\n",
    "bullets": "Close.\n\nArgs:\n    - x: the number\n",
    "lower case": "Close.\n\nargs:\n    x: the number",
    "parameters": "Close.\n\nParameters:\n    x: the number",
    "trailing space": "Close.  \n\nMore.   \n",
}  # fmt: skip


def _fastmcp(function: Callable[..., Any]) -> str | None:
    tools = pytest.importorskip("fastmcp.tools", reason="fastmcp is not installed (dependency group `apps`)")
    return tools.Tool.from_function(function).description  # type: ignore[no-any-return]  # the module is not typed here


def _mcp(function: Callable[..., Any]) -> str | None:
    tools = pytest.importorskip("mcp.server.mcpserver.tools", reason="MCP SDK 2 is not installed (group `apps`)")
    return tools.Tool.from_function(function).description  # type: ignore[no-any-return]  # the module is not typed here


def _langchain(function: Callable[..., Any]) -> str | None:
    tools = pytest.importorskip("langchain_core.tools", reason="LangChain is not installed (dependency group `apps`)")
    return tools.tool(function).description  # type: ignore[no-any-return]  # the module is not typed here


def _langchain_parsed(function: Callable[..., Any]) -> str | None:
    calling = pytest.importorskip("langchain_core.utils.function_calling", reason="LangChain is not installed")
    return calling.convert_to_openai_function(function)["description"]  # type: ignore[no-any-return]  # as above


def _openai(function: Callable[..., Any]) -> str | None:
    agents = pytest.importorskip("agents", reason="the OpenAI Agents SDK is not installed (dependency group `apps`)")
    return agents.function_tool(function).description  # type: ignore[no-any-return]  # the module is not typed here


def _pydantic(function: Callable[..., Any]) -> str | None:
    pydantic_ai = pytest.importorskip("pydantic_ai", reason="pydantic-ai is not installed (dependency group `apps`)")
    return pydantic_ai.Tool(function).tool_def.description  # type: ignore[no-any-return]  # the module is not typed here


FRAMEWORKS: dict[DocStyle, Callable[[Callable[..., Any]], str | None]] = {
    DocStyle.FASTMCP: _fastmcp,
    DocStyle.RAW: _mcp,
    DocStyle.DEDENTED: _langchain,
    DocStyle.GOOGLE_BLOCKS: _langchain_parsed,
    DocStyle.FIRST_TEXT: _openai,
    DocStyle.XML: _pydantic,
}


def ask(style: DocStyle, doc: str) -> str | None:
    """The framework's text; None where it refuses the function for its docstring."""

    def function(x: int = 1) -> str:
        return ""

    function.__doc__ = doc
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return FRAMEWORKS[style](function) or ""
    except (ValueError, IndexError):
        return None
    finally:
        logging.disable(logging.NOTSET)


@pytest.mark.parametrize("shape", DOCS)
@pytest.mark.parametrize("style", FRAMEWORKS)
def test_the_text_is_the_framework_s(style: DocStyle, shape: str) -> None:
    doc = DOCS[shape]
    assert ask(style, doc) in (sent(doc, style), None)


LINES = [
    "Close.",
    "More:",
    "Args:",
    "    x: the number",
    "Returns:",
    "    str: a text",
    "",
    "",
    "Note:",
    "    indented",
]


@pytest.mark.parametrize("style", [DocStyle.FASTMCP, DocStyle.FIRST_TEXT, DocStyle.XML, DocStyle.DEDENTED])
@settings(max_examples=40, deadline=None)
@given(lines=st.lists(st.sampled_from(LINES), min_size=1, max_size=8))
def test_so_is_the_text_of_any_docstring(style: DocStyle, lines: list[str]) -> None:
    doc = "\n".join(lines)
    assume(inspect.cleandoc(doc))
    assert ask(style, doc) in (sent(doc, style), None)


@given(doc=st.text(), style=st.sampled_from(DocStyle))
def test_every_docstring_has_a_text(doc: str, style: DocStyle) -> None:
    """No docstring, however odd, is refused; what a framework sends is among what counts as the same."""
    text = sent(doc, style)
    folded = {" ".join(reading.split()) for reading in (*accepted(doc, style), text)}
    assert " ".join(text.split()) in folded
    assert " ".join(inspect.cleandoc(doc).split()) in folded
