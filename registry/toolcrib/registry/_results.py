"""Bound what a tool gave back before the model gets it: cut with a label, errors told from answers, media whole.

Room: registry, middle. Pure but for the callback that is handed what was cut. Characters are counted as the model gets
them: texts as they are, everything else as JSON. What fits is given back as it is, the same object.
Touch it when results come in another shape. Not here: which limit holds (the row, `_turn`).
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

ERROR_PREFIX: Final = "tool error: "
MAX_MEDIA: Final = 20_000_000  # characters of encoded media in one result; a piece of it is never cut
_LONGEST_NOTE: Final = 80
_SMALLEST_CUT: Final = 160  # room for a label and some text
_TEXT_TYPES: Final = frozenset({"text", "input_text", "output_text"})
_MEDIA_TYPES: Final = frozenset(
    {"image", "audio", "image_url", "input_image", "input_audio", "document", "file", "blob"}
)
_BLOCK_TYPES: Final = _TEXT_TYPES | _MEDIA_TYPES | {"resource", "resource_link"}


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Overflow:
    """A result that did not fit: who called what, the whole of what it gave, and the limit."""

    agent: str
    tool: str
    result: object
    limit: int


@final
@dataclass(frozen=True, slots=True)
class ErrorResult:
    """What `run` gives back to say that it failed: the content is bounded, and marked as an error for the model."""

    content: object


OnOverflow: TypeAlias = Callable[[Overflow], "str | None"]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Bounded:
    """`content` is for the model: what was given where it fits, else cut. `dropped` characters are gone."""

    content: object
    is_error: bool
    dropped: int = 0


def bounded(
    result: object, limit: int, *, is_error: bool = False, note: Callable[[], str | None] | None = None
) -> Bounded:
    """`result` in at most `limit` characters. `note` is asked once, when something is dropped, where the rest is.

    Understood are texts, content blocks (mappings, or objects of the MCP SDK and the like), whole tool results with
    `content`, `structuredContent` and `isError`, an `ErrorResult` of any of these, and any other value, which counts as
    its JSON.
    """
    if type(result) is ErrorResult:
        return bounded(result.content, limit, is_error=True, note=note)
    kept = _Keeper(limit, note)
    if _is_result(result):
        return kept.result(result, is_error)
    if isinstance(result, str):
        return kept.done(kept.text(ERROR_PREFIX + result if _bare(result, is_error) else result, result), is_error)
    if isinstance(result, list) and result and all(_type_of(block) in _BLOCK_TYPES for block in result):
        return kept.done(kept.blocks(_marked(result) if is_error else result), is_error)
    if is_error:
        return kept.done(kept.text(ERROR_PREFIX + as_json(result)), is_error)
    return kept.done(kept.structured(result), is_error)


def as_json(value: object) -> str:
    """A value as text for the model. What is no JSON is written as `str` says."""
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: object) -> object:
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", by_alias=True)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else str(value)


class _Keeper:
    def __init__(self, limit: int, note: Callable[[], str | None] | None) -> None:
        self.limit, self.note = limit, note
        self.dropped = 0
        self.where: str | None = None

    def done(self, content: object, is_error: bool) -> Bounded:
        return Bounded(content=content, is_error=is_error, dropped=self.dropped)

    def text(self, text: str, given: str | None = None) -> str:
        if len(text) <= self.limit:
            return given if given is not None and given == text else text
        return self._cut(text, self.limit)

    def structured(self, value: object) -> object:
        text = as_json(value)
        return value if len(text) <= self.limit else self._cut(text, self.limit)

    def _cut(self, text: str, room: int) -> str:
        """The head and the tail of a text, with a label between them, in `room` characters."""
        label = self._label(len(text), len(text))
        room_left = max(room - len(label), 0)
        dropped = len(text) - room_left
        self.dropped += dropped
        tail = room_left // 4
        label = self._label(dropped, len(text)).ljust(len(label))
        head = text[: room_left - tail]
        return f"{head}{label}{text[len(text) - tail :] if tail else ''}"[:room]

    def _label(self, dropped: int, whole: int) -> str:
        if self.where is None:
            found = self.note() if self.note else None
            self.where = f"; {' '.join(found.split())[:_LONGEST_NOTE]}" if isinstance(found, str) and found else ""
        return f"\n[… {dropped:,} of {whole:,} characters dropped here{self.where} …]\n"

    # -- content blocks ----------------------------------------------------------------------------------------------

    def blocks(self, blocks: list[Any], limit: int | None = None) -> list[Any]:
        sizes = [_size(block) for block in blocks]
        whole = sum(size for block, size in zip(blocks, sizes, strict=True) if not _is_media(block))
        heavy = sum(sizes) - whole
        room = self.limit if limit is None else limit
        if whole <= room and heavy <= MAX_MEDIA:
            return blocks
        room -= len(self._label(10**9, 10**9))  # kept for the last words
        media, left_out = MAX_MEDIA, 0
        kept: list[Any] = []
        for block, size in zip(blocks, sizes, strict=True):
            text = _text_of(block)
            if _is_media(block):
                fits, media = size <= media, media - size if size <= media else media
            else:
                fits = size <= room
                if not fits and text is not None and room >= _SMALLEST_CUT:
                    block = _with_text(block, self._cut(text, room))  # the same block, shorter
                    fits, size = True, room
                room -= size if fits else 0
            if fits:
                kept.append(block)
            else:
                left_out += size
        if left_out:
            self.dropped += left_out
            kept.append(_text_block(blocks, self._label(left_out, whole + heavy).strip()))
        return kept

    # -- whole results -----------------------------------------------------------------------------------------------

    def result(self, result: Any, is_error: bool) -> Bounded:
        is_error = is_error or _field(result, "is_error", "isError") is True
        blocks = list(_field(result, "content") or [])
        structured = _field(result, "structured_content", "structuredContent")
        changes: dict[str, Any] = {}
        room, label = self.limit, ""
        if structured is not None and len(text := as_json(structured)) > self.limit:
            # Half of it would be no structure: it goes as a whole.
            self.dropped += len(text)
            changes["structuredContent"] = None
            label = self._label(len(text), len(text)).strip()
            room -= len(label)
        content = self.blocks(_marked(blocks) if is_error else blocks, room)
        if label:
            content = [*content, _text_block(blocks, label)]
        if content is not blocks:
            changes["content"] = content
        if is_error and _field(result, "is_error", "isError") is not True:
            changes["isError"] = True
        return self.done(_replaced(result, changes) if changes else result, is_error)


def _bare(text: str, is_error: bool) -> bool:
    return is_error and not text.startswith(ERROR_PREFIX)


def _marked(blocks: list[Any]) -> list[Any]:
    """The blocks of an error, of which the first text says so."""
    for index, block in enumerate(blocks):
        text = _text_of(block)
        if text is not None:
            return blocks if not _bare(text, True) else [
                *blocks[:index], _with_text(block, ERROR_PREFIX + text), *blocks[index + 1 :]
            ]  # fmt: skip
    return [_text_block(blocks, ERROR_PREFIX.strip(": ")), *blocks]


def _is_result(value: object) -> bool:
    return not isinstance(value, (str, list)) and isinstance(_field(value, "content"), (list, tuple)) and (
        _field(value, "is_error", "isError", absent=value) is not value
        or _field(value, "structured_content", "structuredContent", absent=value) is not value
        or (isinstance(value, Mapping) and set(value) == {"content"})
    )  # fmt: skip


def _field(value: object, *names: str, absent: object = None) -> Any:
    for name in names:
        if isinstance(value, Mapping):
            if name in value:
                return value[name]
        elif hasattr(value, name):
            return getattr(value, name)
    return absent


def _type_of(block: object) -> str:
    found = _field(block, "type")
    return found if isinstance(found, str) else ""


def _text_of(block: object) -> str | None:
    """The text of a block, or of the resource in it."""
    if _type_of(block) == "resource":
        block = _field(block, "resource")
    elif _type_of(block) not in _TEXT_TYPES:
        return None
    text = _field(block, "text")
    return text if isinstance(text, str) else None


def _is_media(block: object) -> bool:
    if _type_of(block) == "resource":
        return isinstance(_field(_field(block, "resource"), "blob"), str)
    return _type_of(block) in _MEDIA_TYPES


def _size(block: object) -> int:
    text = _text_of(block)
    return len(as_json(block)) if text is None else len(text)


def _with_text(block: Any, text: str) -> Any:
    if _type_of(block) == "resource":
        return _replaced(block, {"resource": _replaced(_field(block, "resource"), {"text": text})})
    return _replaced(block, {"text": text})


def _text_block(blocks: list[Any], text: str) -> Any:
    """A block of text of the same make as the others."""
    like = next((block for block in blocks if _type_of(block) in _TEXT_TYPES), None)
    return {"type": "text", "text": text} if like is None else _replaced(like, {"text": text})


def _replaced(value: Any, changes: Mapping[str, Any]) -> Any:
    """The value with other fields: a new one, of the same kind."""
    named = dict(changes)
    if not isinstance(value, Mapping):
        # The new name first: packages that keep the old one warn of it.
        for snake, camel in (("structured_content", "structuredContent"), ("is_error", "isError")):
            if camel in named and hasattr(value, snake):
                named[snake] = named.pop(camel)
    if isinstance(value, Mapping):
        return {**value, **named}
    copy = getattr(value, "model_copy", None)
    if callable(copy):
        return copy(update=named)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.replace(value, **named)
    return {"type": "text", "text": named["text"]} if "text" in named else {**vars(value), **named}
