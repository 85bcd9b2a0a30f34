"""Documents with a header: the frame, the places, what is refused; the values are as the manifest reader has them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcrib.manifest.documents import MAX_BYTES, MAX_HEADER, Entries, Items, Scalar, key_path, read_document


def test_a_header_and_its_body() -> None:
    document, problems = read_document(b"---\non: yes # a text\nb:\n  - '1'\n---\nBody\n---\nmore\n", "X.md")
    assert problems == ()
    assert document
    assert [entry.key.text for entry in document.header.entries] == ["on", "b"]
    first, second = (entry.value for entry in document.header.entries)
    assert isinstance(first, Scalar)
    assert isinstance(second, Items)
    assert (first.value, str(first.span.at("X.md"))) == ("yes", "X.md:2:5")
    assert str(second.items[0].span.at("X.md")) == "X.md:4:5"
    assert (document.body, document.body_line) == ("Body\n---\nmore\n", 6)


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"", "syntax", "X.md:1:1"),
        (b"\n---\na: 1\n---\n", "syntax", "X.md:1:1"),
        (b" ---\na: 1\n---\n", "syntax", "X.md:1:1"),
        (b"----\na: 1\n---\n", "refused-syntax", "X.md:1:1"),
        (b"---js\na: 1\n---\n", "refused-syntax", "X.md:1:1"),
        (b"---yaml\na: 1\n---\n", "refused-syntax", "X.md:1:1"),
        (b"---\na: 1\n", "syntax", "X.md:1:1"),
        (b"---\na: 1\n---x\n---\n", "refused-syntax", "X.md:3:1"),
        (b"---\n---\n", "wrong-type", "X.md:1:1"),
        (b"---\n- a\n---\n", "wrong-type", "X.md:1:1"),
        (b"---\na: 1\n...\nb: 1\n---\n", "refused-syntax", "X.md:4:1"),
        (b"---\n%YAML 1.1\na: 1\n---\n", "syntax", "X.md:3:1"),
        (b"---\na: 1\na: 1\n---\n", "duplicate", "X.md:3:1"),
        (b"---\na: {b: 1, b: 1}\n---\n", "duplicate", "X.md:2:11"),
        (b"---\na: &x 1\n---\n", "refused-syntax", "X.md:2:4"),
        (b"---\na:\tb\n---\n", "syntax", "X.md:2:3"),
        (b"---\na: 1\rb: 2\n---\n", "hidden-character", "X.md:2:5"),
        ("---\na: 1\n---\nHello\u200b\n".encode(), "hidden-character", "X.md:4:6"),
        (b'---\na: "\\u202e"\n---\n', "hidden-character", "X.md:2:4"),
        (b"---\na: \xff\n---\n", "encoding", "X.md:2:4"),
        ("---\na: 1\n---\n".encode("utf-16"), "encoding", "X.md:1:1"),
        (b"---\na: 1\n---\n" + b"x" * MAX_BYTES, "too-large", "X.md:1:1"),
        (b"---\n" + b"# x\n" * (MAX_HEADER // 4 + 1) + b"---\n", "too-large", "X.md:1:1"),
    ],
)
def test_what_is_refused_is_refused_where_it_stands(content: bytes, code: str, place: str) -> None:
    _, problems = read_document(content, "X.md")
    (problem, *_) = problems
    assert (problem.code.value, str(problem.at)) == (code, place)
    assert problem.hint or problem.message


@settings(deadline=None)
@given(st.text(alphabet="ab:-[]{},'\" \n#1", max_size=40), st.text(max_size=20))
def test_a_body_says_nothing_about_the_header(header: str, body: str) -> None:
    one, first = read_document(f"---\n{header}\n---\n".encode(), "X.md")
    other, second = read_document(f"---\n{header}\n---\n{body}".encode("utf-8", "surrogatepass"), "X.md")
    if one is not None and other is not None:
        assert isinstance(one.header, Entries)
        assert (one.header, first) == (other.header, second)
        assert other.body_line == one.body_line


def test_keys_are_written_as_people_do() -> None:
    assert key_path(("ui", "tools", 2)) == "ui.tools[2]"
