"""A look at the bytes leaves files out, and the surface is the one that reading every file gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks.surface import Surface, read_surface
from toolcrib.checks.surface._look import Asked, look, said
from toolcrib.checks.surface._parts import Seen, joined, own_root, readable
from toolcrib.checks.surface._program import Program

CASES = Path(__file__).parent
FOLDERS = sorted(folder.parent for folder in CASES.glob("*/*/input"))


def sources(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*.py"))}


def shown(surface: Surface) -> tuple[object, ...]:
    return surface.tools, surface.unresolved, surface.agents


@pytest.mark.parametrize("case", FOLDERS, ids=lambda f: f.relative_to(CASES).as_posix())
def test_the_surface_is_the_one_of_all_files(case: Path) -> None:
    files = sources(case / "input")
    assert shown(read_surface(files)) == shown(read_surface(files, look=False))


SERVER = b"from fastmcp import FastMCP\nmcp = FastMCP('s')\n\n@mcp.tool\ndef one() -> None:\n    'One.'\n"


def parsed(files: dict[str, bytes]) -> set[str]:
    """The files that are read in full."""
    read: set[str] = set()
    seen = Program.read

    def counted(self: Program, path: str, data: bytes, tree: ast.Module | None = None) -> object:
        read.add(path)
        return seen(self, path, data, tree)

    patch = pytest.MonkeyPatch()
    with patch.context() as context:
        context.setattr(Program, "read", counted)
        read_surface(files)
    return read


def test_what_no_import_leads_to_is_not_read() -> None:
    """A word of a framework in another part of the tree is another's word; a helper's name there is a namesake."""
    files = {
        "a/server.py": SERVER + b"\ndef helper(f):\n    return mcp.tool(f)\n",
        "b/query.py": b"class Query:\n    def clone(self, functions=()):\n        return self.clone(functions=[1])\n",
        "b/other.py": b"from b.query import Query\ndef helper(f): return f\n@helper\ndef two(): ...\n",
    }
    assert parsed(files) == {"a/server.py"}


def test_a_word_in_a_comment_reads_no_file() -> None:
    files = {
        "a/server.py": SERVER,
        "a/notes.py": b"from a import server\n# a tool of the trade\nTEXT = 'no tool here'\n",
    }
    assert "a/notes.py" not in parsed(files)


@pytest.mark.parametrize(
    "text",
    [
        b"from a.server import mcp\n@mcp.tool\ndef two(): ...\n",
        b"import a.server as s\ns.mcp.tool(print)\n",
        b"from a import server\ngetattr(server.mcp, 'tool')(print)\n",
        b"import importlib\nm = importlib.import_module('a.server')\nm.mcp.tool(print)\n",
        b"\xef\xbb\xbffrom a.server import mcp\n@mcp.tool\ndef two(): ...\n",
        b"from a.server import mcp\r@mcp.tool\rdef two(): ...\r",
        b"from a. \\\n  server import mcp\n@mcp.tool\ndef two(): ...\n",
        "from a.server import mcp\n@mcp.\uff54ool\ndef two(): ...\n".encode(),
        b"# coding: utf-7\nfrom a.server import mcp\n+AEA-mcp.tool\ndef two(): ...\n",
    ],
)
def test_what_can_register_is_read(text: bytes) -> None:
    assert "b.py" in parsed({"a/server.py": SERVER, "a/__init__.py": b"", "b.py": text})


def test_every_way_to_import_joins() -> None:
    def reach(path: str, dotted: str, level: int, names: tuple[str, ...]) -> list[str]:
        found = [f"{dotted}.py", *(f"{dotted}/{name}.py" for name in names), *(f"{name}.py" for name in names if level)]
        return [name for name in found if name in files]

    files = {"m.py": b"", "n.py": b"", "alone.py": b"x = 'm'\n"}
    ways = [
        b"import os, m\n", b"if x: import m\n", b"from m import (  # (not\n  a,\n)\n", b"x = 1; from m import a\n",
        b"from \\\n  m import a\n", b"import \\\n  m as z\n", b"from . import (a,\n  m)\n",
        b"def f():\n\tfrom m import *\n",
    ]  # fmt: skip
    for way in ways:
        files["it.py"] = way
        groups = joined({path: Seen(data) for path, data in files.items()}, reach, lambda path: own_root(path, set()))
        assert ["it.py", "m.py"] in groups, way
        assert ["alone.py"] in groups


@given(st.text("imporft (),.*\\\n;#ab\t", max_size=60))
def test_no_import_is_overlooked(text: str) -> None:
    """Whatever Python's own parser calls an import is seen."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    seen = Seen(text.encode()).imports
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert any(dotted == alias.name for dotted, _, _ in seen), text
        elif isinstance(node, ast.ImportFrom):
            wanted = (node.module or "", node.level, {a.name for a in node.names})
            assert any((d, lv) == wanted[:2] and wanted[2] <= set(n) for d, lv, n in seen), text


@given(st.text(max_size=40))
def test_a_look_finds_every_identifier(text: str) -> None:
    source = f"x.attr(name, key={text!r})\nfrom mod import alias as other\nclass Cls(base): ...\n"
    tree = look(source.encode())
    assert tree is not None
    found = said(tree)
    for word in (".attr", "name()", "key=", "alias()", "Cls()", "base()", "name", "attr!", ".attr!", "Cls.attr!"):
        assert found.any_of(Asked([word])), word
    assert found.any_of(Asked([text])) == (
        text in {"x", "attr", "name", "key", "mod", "alias", "Cls", "base"} or text.isidentifier()
    )


def test_bytes_that_nobody_can_decode_may_say_anything() -> None:
    assert readable(b"# coding: no-such-thing\n") is None
    assert readable(b"\xff") is None
    assert readable("# coding: latin-1\n# \xe9\n".encode("latin-1")) is not None
