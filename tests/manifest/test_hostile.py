"""Files that mean harm, or are no manifest at all: a clear answer each, soon, and never a traceback."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from toolcrib.manifest import ManifestProblems, Sources, ToolcribError, declare, load, load_text

HEAD = "agents: {}\ncapabilities: {}\ntools: {}\n"
SECONDS = 60  # processor time on a slow machine; what is refused by its size takes none


def refused(content: bytes, path: str = "tools.yaml") -> list[ToolcribError]:
    began = time.process_time()
    with pytest.raises(ManifestProblems) as caught:
        declare(Sources(path=path, pins_path="pins.yaml", files={path: content}))
    assert time.process_time() - began < SECONDS
    found = list(caught.value.errors)
    assert found
    assert all(len(str(error)) < 1_000 for error in found)
    return found


@pytest.mark.parametrize(
    ("content", "code", "place", "words"),
    [
        (HEAD.encode("utf-16"), "encoding", (1, 1), "UTF-16"),
        (HEAD.encode("utf-16-le"), "encoding|hidden-character", (1, 2), "U\\+0000"),
        (HEAD.encode("utf-32"), "encoding", (1, 1), "UTF-32"),
        (b"\xef\xbb\xbf" + HEAD.encode(), "encoding", (1, 1), "byte order mark"),
        ("agents:\n  é: {}\n".encode("latin-1"), "encoding", (2, 3), "byte 0xE9.*"),
        (b"agents: \xff\n", "encoding", (1, 9), "byte 0xFF"),
        (b"a\x00b", "hidden-character", (1, 2), "U\\+0000"),
        (b"tools: {}\x1b[31m\n", "hidden-character", (1, 10), "U\\+001B"),
        ("a: b # \u202e reversed\n".encode(), "hidden-character", (1, 8), "RIGHT-TO-LEFT OVERRIDE"),
        ("a: z\u200bw\n".encode(), "hidden-character", (1, 5), "ZERO WIDTH SPACE"),
        ("a: \U000e0041\n".encode(), "hidden-character", (1, 4), "TAG LATIN CAPITAL LETTER A"),
        ("a: \ue000\n".encode(), "hidden-character", (1, 4), "PRIVATE USE"),
        ("a: \u2028b\n".encode(), "hidden-character", (1, 4), "LINE SEPARATOR"),
        (b"a: {}\rb: {}\n", "hidden-character", (1, 6), "carriage return"),
        (b"tools:\n  a:\n\tb: 1\n", "syntax", (3, 1), "a tab stands"),
        (b"tools:\n  a: 1\n  \tb: 1\n", "syntax", (3, 3), "a tab stands"),
        (b'a: "\\q"\n', "syntax", (1, 6), "escape"),
    ],
)
def test_an_odd_byte_is_shown_where_it_stands(content: bytes, code: str, place: tuple[int, int], words: str) -> None:
    error = refused(content)[0]
    assert error.code in code.split("|")
    assert error.at
    assert (error.at.line, error.at.column) == place
    with pytest.raises(ToolcribError, match=words):
        raise error


SIZE = 600_000


def filled(text: str, size: int = SIZE) -> bytes:
    return (text * (size // len(text) + 1))[:size].encode()


LINES = "x" * 40_000 + "\n"
HOSTILE = {
    "open brackets": b"tools: " + b"[" * 40_000,
    "open braces": b"tools: " + b"{a: " * 10_000,
    "brackets a line": filled("[\n"),
    "dashes": filled("- "[:1] + "\n"),
    "dashes in a row": b"- " * 20_000,
    "questions": b"? " * 20_000,
    "anchors": b"tools:\n" + filled("  &a b: &c d\n"),
    "an anchor bomb": b"a: &a [x,x,x,x,x,x,x,x,x]\n"
    + b"".join(b"%c: &%c [*%c,*%c,*%c,*%c,*%c]\n" % (c, c, *([c - 1] * 5)) for c in range(98, 123)),
    "a quote": b'tools: "' + filled("x\n"),
    "many texts": b"tools: |\n" + filled("  x\n"),
    "underscores": b"tools:\n" + b"".join(b"  a%d: 1%bx\n" % (n, b"_" * 40_000) for n in range(20)),
    "one text": b"a: " + filled("x\n  "),
    "the same key": b"tools:\n" + filled("  a: 1\n"),
    "many keys": b"tools:\n" + b"".join(b"  a%d: 1\n" % number for number in range(60_000)),
    "indentation": b"\n".join(b" " * depth + b"a:" for depth in range(1_500)),
    "documents": filled("---\n"),
    "directives": filled("%A 1\n"),
    "tags": b"a: !" + b"a" * 45_000,
    "many tags": filled("- !" + "a" * 40_000 + "\n"),
    "a number": b"a: " + b"9" * 45_000,
    "new lines": filled("\n"),
    "comments": filled("# a\n"),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_bomb_does_not_go_off(content: bytes) -> None:
    refused(content)


def test_fifty_megabytes_are_not_read(tmp_path: Path) -> None:
    place = tmp_path / "tools.yaml"
    place.write_bytes(b"tools:\n" + b"# a comment\n" * (50_000_000 // 12))
    began = time.process_time()
    with pytest.raises(ManifestProblems, match=r"tools\.yaml") as caught:
        load(place)
    assert time.process_time() - began < 1
    (error,) = caught.value.errors
    assert error.code == "too-large"
    assert error.message == f"the file has {place.stat().st_size:,} bytes; a manifest's file may have 4 MiB"


def test_a_long_line_is_shown_where_it_begins() -> None:
    (error,) = refused(HEAD.encode() + b"renamed: {" + b"x" * 60_000 + b"}\n")
    assert (error.code, str(error.at)) == ("too-large", "tools.yaml:4:1")


def test_more_problems_than_anyone_reads_are_counted() -> None:
    rows = "".join(f"  t{n}: {{description: d, capability: c, mutates: true, agents: [a{n}]}}\n" for n in range(400))
    found = refused(f"agents: {{}}\ncapabilities: {{}}\ntools:\n{rows}".encode())
    assert len(found) == 101
    assert found[-1].message == "700 more problems are not shown"


@pytest.mark.parametrize(
    "content",
    [
        b"TOOL_MANIFEST = " + b"(" * 5_000,
        b"TOOL_MANIFEST = " + b"-" * 5_000 + b"1",
        b"TOOL_MANIFEST = " + b"+".join([b"'a'"] * 20_000),
        b"\x00",
        b"# coding: latin-1\nTOOL_MANIFEST = 1\n",
        b"# coding: utf-7\nTOOL_MANIFEST = 1\n",
        "é = 1 +\n".encode("latin-1"),
        b"TOOL_MANIFEST = '\\q'\n",
        b"from toolcrib.manifest import *\nTOOL_MANIFEST = Manifest()\n",
        b"TOOL_MANIFEST = TOOL_MANIFEST\n",
        b"from toolcrib.manifest import Manifest\nA = B\nB = A\nTOOL_MANIFEST = Manifest(tools=A)\n",
        b"from toolcrib.manifest import Manifest\nA0 = 'x' * 9\nTOOL_MANIFEST = Manifest(tools=A0)\n",
    ],
)
def test_hostile_python_is_refused_in_words(content: bytes) -> None:
    refused(content, "tool_manifest.py")


def test_names_that_stand_for_names_do_not_multiply_without_end() -> None:
    """Forty lines that would stand for a thousand billion texts."""
    lists = ["A0 = ['x', 'x']", *(f"A{n} = [*A{n - 1}, *A{n - 1}]" for n in range(1, 40))]
    texts = ["B0 = 'xxxxxxxx'", *(f"B{n} = B{n - 1} + B{n - 1}" for n in range(1, 40))]
    trees = ["C0 = {'x': 'y'}", *(f"C{n} = {{'a': C{n - 1}, 'b': C{n - 1}, 'c': C{n - 1}}}" for n in range(1, 30))]
    for lines, last in ((lists, "A39"), (texts, "B39"), (trees, "C29")):
        source = "\n".join(
            ["from toolcrib.manifest import Manifest", *lines, f"TOOL_MANIFEST = Manifest(tools={last})"]
        )
        assert any(error.code == "too-large" for error in refused(source.encode(), "tool_manifest.py"))


def test_text_that_cannot_be_encoded_is_no_surprise() -> None:
    with pytest.raises(ManifestProblems):
        load_text("a: \ud800")
