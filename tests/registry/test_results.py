"""What the model gets of a result: bounded, labelled, errors told from answers, media whole."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import types

from toolcrib.registry._blocks import as_json
from toolcrib.registry._results import MAX_MEDIA, bounded

IMAGE = {"type": "image", "data": "A" * 3_000, "mimeType": "image/png"}
LINK = {"type": "resource_link", "uri": "file:///a.txt", "name": "a"}


def text(content: str) -> dict[str, Any]:
    return {"type": "text", "text": content}


def shown(content: Any) -> str:
    """All characters that are text for the model."""
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(block, dict) and "type" in block for block in content):
        parts = [block.get("text", "" if block["type"] in ("image", "audio") else as_json(block)) for block in content]
        return "".join(parts)
    return as_json(content)


@pytest.mark.parametrize(
    "result", ["short", "", [], {}, None, 7, ["a"], {"a": [1]}, [text("a"), IMAGE, LINK], {"content": [text("a")]}]
)
def test_what_fits_is_given_back_as_it_is(result: object) -> None:
    found = bounded(result, 20_000)
    assert found.content is result
    assert (found.dropped, found.is_error) == (0, False)


def test_a_text_keeps_its_head_and_its_tail() -> None:
    found = bounded("a" * 15_000 + "z" * 15_000, 20_000)
    assert isinstance(found.content, str)
    assert len(found.content) == 20_000
    label = re.search(r"\n\[… ([\d,]+) of 30,000 characters dropped here …\]\s*", found.content)
    assert label
    assert int(label[1].replace(",", "")) == found.dropped
    assert found.dropped == 30_000 - (len(found.content) - len(label[0])) or found.dropped >= 10_000
    head, tail = found.content[: label.start()], found.content[label.end() :]
    assert len(head) > 2 * len(tail) > 0
    assert set(tail) == {"z"}
    assert len(bounded("a" * 20_000, 20_000).content) == 20_000  # type: ignore[arg-type]  # a text
    assert bounded("a" * 20_000, 20_000).dropped == 0
    assert bounded("a" * 20_001, 20_000).dropped > 0


def test_structured_content_is_counted_as_the_model_gets_it() -> None:
    rows = [{"name": "é" * 10} for _ in range(500)]
    size = len(json.dumps(rows, ensure_ascii=False))
    assert bounded(rows, size).content is rows
    found = bounded(rows, size - 1)
    assert isinstance(found.content, str)
    assert len(found.content) == size - 1
    assert "characters dropped here" in found.content


def test_an_error_is_told_from_an_answer() -> None:
    assert bounded("no projects", 200, is_error=True).content == "tool error: no projects"
    assert bounded("tool error: x", 200, is_error=True).content == "tool error: x"
    assert bounded({"a": 1}, 200, is_error=True).content == 'tool error: {"a": 1}'
    assert bounded([text("a"), text("b")], 200, is_error=True).content == [text("tool error: a"), text("b")]
    assert bounded([IMAGE], 200, is_error=True).content == [text("tool error"), IMAGE]
    assert bounded({"content": [text("a")], "isError": True}, 200) == bounded(
        {"content": [text("a")]}, 200, is_error=True
    )
    empty = bounded({"content": [], "isError": True}, 200)
    assert empty.content == {"content": [text("tool error")], "isError": True}
    assert empty.is_error
    long = bounded("x" * 500, 300, is_error=True)
    assert isinstance(long.content, str)
    assert long.content.startswith("tool error: xxx")
    assert len(long.content) == 300


def test_media_is_never_cut() -> None:
    found = bounded([text("a" * 500), IMAGE, text("b" * 500)], 600)
    assert isinstance(found.content, list)
    assert IMAGE in found.content
    assert len(shown(found.content)) <= 600
    huge = {"type": "image", "data": "A" * (MAX_MEDIA + 1)}
    found = bounded([huge, IMAGE], 600)
    assert isinstance(found.content, list)
    assert huge not in found.content
    assert IMAGE in found.content
    assert "characters dropped here" in shown(found.content)
    assert found.dropped > MAX_MEDIA


def test_whole_results_of_the_sdk_stay_of_their_kind() -> None:
    given_result = types.CallToolResult(
        content=[
            types.TextContent(type="text", text="a" * 900),
            types.ImageContent(type="image", data="QQ==", mime_type="image/png"),
        ],
        structured_content={"a": "b" * 900},
    )
    found = bounded(given_result, 500)
    assert isinstance(found.content, types.CallToolResult)
    assert found.content.structured_content is None
    assert [block.type for block in found.content.content] == ["text", "image", "text"]
    first, media, last = found.content.content
    assert isinstance(first, types.TextContent)
    assert isinstance(last, types.TextContent)
    assert len(first.text) + len(last.text) <= 500
    assert "dropped here" in first.text
    assert media == given_result.content[1]
    failed = types.CallToolResult(content=[types.TextContent(type="text", text="rejected")], is_error=True)
    answer = bounded(failed, 500)
    assert answer.is_error
    assert isinstance(answer.content, types.CallToolResult)
    assert answer.content.content[0].text == "tool error: rejected"  # type: ignore[union-attr]  # the text block
    assert failed.content[0].text == "rejected"  # type: ignore[union-attr]  # the given one is as it was


def test_text_of_an_embedded_resource_is_cut_too() -> None:
    block = {"type": "resource", "resource": {"uri": "file:///a", "text": "a" * 900}}
    found = bounded([block], 500)
    assert isinstance(found.content, list)
    assert len(found.content[0]["resource"]["text"]) <= 500
    assert "dropped here" in found.content[0]["resource"]["text"]
    assert found.content[0]["resource"]["uri"] == "file:///a"


def test_the_rest_can_be_handed_on() -> None:
    asked: list[int] = []

    def note() -> str:
        asked.append(1)
        return "the whole:\nread_result('r-1')" + "x" * 500

    found = bounded("a" * 900, 500, note=note)
    assert isinstance(found.content, str)
    assert "characters dropped here; the whole: read_result('r-1')x" in found.content
    assert len(found.content) == 500
    assert asked == [1]
    bounded("short", 500, note=note)
    assert asked == [1]
    assert "dropped here …]" in str(bounded("a" * 900, 500, note=lambda: None).content)
    assert "dropped here …]" in str(bounded("a" * 900, 500, note=lambda: 7).content)  # type: ignore[arg-type,return-value]  # on purpose


@dataclass(frozen=True)
class Odd:
    name: str


def test_what_is_no_json_is_bounded_too() -> None:
    assert as_json([Odd("a"), frozenset({3}), (1, 2), b"x"]) == '[{"name": "a"}, [3], [1, 2], "b\'x\'"]'
    assert len(str(bounded([Odd("a" * 900)], 300).content)) == 300


blocks = st.lists(
    st.text("ab é", max_size=600).map(text)
    | st.integers(0, 900).map(lambda n: {"type": "image", "data": "A" * n, "mimeType": "image/png"})
    | st.just(LINK)
    | st.text("ab", max_size=400).map(lambda t: {"type": "resource", "resource": {"uri": "u", "text": t}}),
    max_size=6,
)
results = (
    st.text("abc\n", max_size=2_000)
    | blocks
    | st.recursive(st.text("x", max_size=300), lambda v: st.lists(v, max_size=4))
)


@settings(deadline=None)
@given(results, st.integers(200, 1_500), st.booleans(), st.sampled_from((None, "ask for r-1", "y" * 200)))
def test_nothing_is_longer_than_its_limit_and_no_cut_is_silent(
    result: Any, limit: int, is_error: bool, where: str | None
) -> None:
    found = bounded(result, limit, is_error=is_error, note=lambda: where)
    content = found.content
    texts = shown(content)
    if (
        isinstance(content, list)
        and content
        and all(isinstance(b, dict) and b.get("type") == "resource" for b in content)
    ):
        texts = "".join(b["resource"]["text"] for b in content)
    if isinstance(content, list) and any(isinstance(b, dict) and "resource" in b for b in content):
        texts = "".join(
            b["resource"]["text"]
            if "resource" in b
            else b.get("text", as_json(b) if b["type"] == "resource_link" else "")
            for b in content
        )
    slack = len("tool error: ") + len("tool error") if is_error else 0
    assert len(texts) <= limit + (slack if found.dropped == 0 else 0)
    assert (found.dropped > 0) == ("dropped here" in texts)
    if not found.dropped and not is_error:
        assert content is result
    if is_error:
        assert "tool error" in texts
    if isinstance(content, list) and isinstance(result, list):
        media = [b for b in content if isinstance(b, dict) and b.get("type") == "image"]
        assert all(b in result for b in media)


class Hostile:
    def __str__(self) -> str:
        raise LookupError("secret")


@dataclass
class Locked:
    lock: object


def _circle() -> list[object]:
    made: list[object] = []
    made.append(made)
    return made


@pytest.mark.parametrize(
    "result",
    [_circle(), {"a": _circle()}, Hostile(), [Hostile()], {(1, 2): 3}, {b"a": 1}, Locked(threading.Lock()), 10**5_000],
    ids=lambda result: type(result).__name__,
)
def test_what_cannot_be_written_as_text_is_an_error(result: object) -> None:
    """How large it is cannot be told, and to raise would lose a call that was made."""
    found = bounded(result, 20_000)
    assert isinstance(found.content, str)
    assert found.is_error
    assert found.content.startswith("tool error: The result cannot be written as text")
    assert "secret" not in found.content


LONG = "x" * 50_000
DRESSED: dict[str, Any] = {
    "a document that is a text": {"type": "document", "source": {"type": "text", "data": LONG}},
    "a document of blocks": {"type": "document", "source": {"type": "content", "content": [text(LONG)]}},
    "a file of text": {"type": "file", "text": LONG},
    "a caption": {"type": "image", "data": "AAA", "caption": LONG},
    "an address": {"type": "resource", "resource": {"uri": LONG, "text": "a"}},
    "beside a text": {**text("a"), "citations": [{"cited_text": LONG}]},
    "of the SDK": types.TextContent(type="text", text="a", _meta={"note": LONG}),
    "a title of the SDK": types.EmbeddedResource(
        type="resource", resource=types.TextResourceContents(uri="file:///a", text="a", _meta={"note": LONG})
    ),
}


@pytest.mark.parametrize("name", DRESSED)
def test_a_text_in_the_dress_of_media_is_a_text(name: str) -> None:
    found = bounded([text("first"), DRESSED[name]], 20_000)
    assert isinstance(found.content, list)
    assert found.dropped >= 50_000
    assert len(as_json(found.content)) < 1_000
    assert [block["text"][:6] for block in found.content] == ["first", "[… 50,"]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": LONG}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + LONG, "detail": "low"}},
        {"type": "input_image", "image_url": LONG},
        {"type": "file", "file": {"filename": "a.pdf", "file_data": LONG}},
        {"type": "document", "source": {"type": "base64", "data": LONG}, "title": "A page"},
        {"type": "resource", "resource": {"uri": "file:///a.png", "blob": LONG, "mimeType": "image/png"}},
        types.ImageContent(type="image", data=LONG, mimeType="image/png"),
        types.AudioContent(type="audio", data=LONG, mimeType="audio/wav"),
        types.EmbeddedResource(type="resource", resource=types.BlobResourceContents(uri="file:///a", blob=LONG)),
    ],
    ids=lambda block: str(getattr(block, "type", None) or block["type"]),
)
def test_media_is_media_in_every_form_that_frameworks_have(block: Any) -> None:
    result = [text("first"), block]
    assert bounded(result, 20_000).content is result


def test_what_a_result_holds_besides_its_fields_is_counted() -> None:
    for beside in ({"pages": LONG}, {"_meta": {"a": LONG}}):
        found = bounded({"content": [text("a")], "isError": False, **beside}, 20_000)
        assert isinstance(found.content, dict)
        assert list(found.content) == ["content", "isError"]
        assert [block["text"][:6] for block in found.content["content"]] == ["a", "[… 50,"]
        assert found.dropped >= 50_000
    small = {"content": [text("a")], "isError": False, "_meta": {"a": 1}}
    assert bounded(small, 20_000).content is small


def test_blocks_of_no_text_are_counted_too() -> None:
    found = bounded([text("")] * 50_000, 20_000)
    assert isinstance(found.content, list)
    assert len(found.content) < 20_000
