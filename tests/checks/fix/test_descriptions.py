"""A description is rewritten in its place; everything else stays byte for byte."""

from __future__ import annotations

import ast
import inspect
import textwrap
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks.fix._descriptions import Rewritten, Wanted, rewrite
from toolcrib.manifest import Location

CASES = Path(__file__).with_name("rewrites")
LONG = (
    'List the "schedules" of the projects in scope, from C:\\new and from elsewhere, so that this is one long line '
    "which has to be broken somewhere in its middle.\n\n- one\n- two"
)
NEW = {"short": "New words.", "long": LONG}


def place(node: ast.expr) -> Location:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return Location("a.py", node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset + 1)


def texts_of(source: bytes) -> dict[Location, bool]:
    """The place of every docstring and of every `description=` argument, and whether it is a docstring."""
    found: dict[Location, bool] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # people's docstrings hold invalid escapes, and so does a case
        tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node) is not None:
            statement = node.body[0]
            assert isinstance(statement, ast.Expr)
            found[place(statement.value)] = True
        if isinstance(node, ast.keyword) and node.arg == "description":
            found[place(node.value)] = False
    return found


def rewritten(source: bytes, text: str) -> Rewritten:
    return rewrite(source, {at: Wanted(text=text, docstring=doc) for at, doc in texts_of(source).items()})


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize("case", sorted(CASES.glob("*.py.txt")), ids=lambda path: path.name.removesuffix(".py.txt"))
def test_case(case: Path, new: str) -> None:
    after = rewritten(case.read_bytes(), NEW[new])
    expected = case.with_name(case.name.replace(".py.txt", f".{new}.txt"))
    refused = "".join(f"# {at}: {why}\n" for at, why in after.refused)
    assert after.source.decode() + refused == expected.read_text("utf-8")


def fold(text: str) -> str:
    return " ".join(text.split())


@given(text=st.text(st.characters(codec="utf-8")).filter(str.strip), quote=st.sampled_from(['"', "'", '"""', "'''"]))
def test_any_text_can_stand_in_an_argument(text: str, quote: str) -> None:
    source = f"@tool(description={quote}old{quote})\ndef f(): pass\n# end\n".encode()
    after = rewritten(source, text).source
    call = ast.parse(after).body[0]
    assert isinstance(call, ast.FunctionDef)
    decorator = call.decorator_list[0]
    assert isinstance(decorator, ast.Call)
    assert ast.literal_eval(decorator.keywords[0].value) == text
    assert after.startswith(b"@tool(description=")
    assert after.endswith(b")\ndef f(): pass\n# end\n")


PROSE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zl", "Zp"), include_characters="\n"))


@given(
    text=PROSE.filter(lambda text: text.strip() and ":" not in text and "--" not in text),
    old=st.sampled_from(
        [
            '"""Old."""',
            "'Old.'",
            'r"""Old \\d."""',
            '"""\n    Old.\n    """',
            '"""Old.\n\n    More.\n\n    Args:\n        x: the \\\\d of \\u2014 it\n    """',
            '"""\\\n    Old.\n\n    :param x: it\n    """',
        ]
    ),
)
def test_a_docstring_says_the_text_and_keeps_its_sections(text: str, old: str) -> None:
    source = f"def f(x):\n    {old}\n    return x  # end\n".encode()
    after = rewritten(source, text).source
    function = ast.parse(after).body[0]
    assert isinstance(function, ast.FunctionDef)
    said = ast.get_docstring(function, clean=True)
    assert said is not None
    kept = {"Args": "Args: x: the \\d of \u2014 it", ":param": ":param x: it"}
    section = next((tail for head, tail in kept.items() if head in old), "")
    assert fold(said) == fold(f"{inspect.cleandoc(text)} {section}")
    if section:
        head = "    Args:" if "Args" in old else "    :param"
        assert after.decode().partition(head)[1:] == source.decode().partition(head)[1:]
    assert after.endswith(b"return x  # end\n")


def test_line_endings_tabs_and_encodings_stay() -> None:
    source = '# -*- coding: latin-1 -*-\r\nclass A:\r\n\tdef f(self):\r\n\t\t"""Old.\r\n\r\n\t\tMore."""\r\n\t\t# é\r\n'
    after = rewritten(source.encode("latin-1"), "New.\n\nAnd é more.").source
    expected = source.replace("Old.\r\n\r\n\t\tMore.", "New.\r\n\r\n\t\tAnd é more.")
    assert after == expected.encode("latin-1")


def test_a_place_that_has_moved_is_said_and_nothing_is_written() -> None:
    source = b'def f():\n    "Old."\n'
    gone = Location("a.py", 7, 5, 7, 11)
    after = rewrite(source, {gone: Wanted(text="New.", docstring=True)})
    assert after.source == source
    assert [at for at, _ in after.refused] == [gone]


def test_doing_it_twice_changes_nothing_more() -> None:
    source = textwrap.dedent(
        '''\
        def f(x):
            """Old.

            Args:
                x: it
            """
        '''
    ).encode()
    once = rewritten(source, LONG).source
    assert rewritten(once, LONG).source == once
