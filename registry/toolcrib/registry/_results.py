"""Bound what a tool gave back before the model gets it: cut with a label, errors told from answers, media whole.

Room: registry, middle. Pure but for the callback that is handed what was cut. Characters are counted as the model gets
them: texts as they are, everything else as JSON. What fits is given back as it is, the same object.
Touch it when results come in another shape. Not here: which limit holds (the row, `_turn`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

from toolcrib.registry._blocks import (
    BLOCK_TYPES,
    as_json,
    field_of,
    is_media,
    size,
    text_block,
    text_of,
    type_of,
    with_changes,
    with_text,
)

ERROR_PREFIX: Final = "tool error: "
MAX_MEDIA: Final = 20_000_000  # characters of encoded media in one result; a piece of it is never cut
_LONGEST_NOTE: Final = 80
_SMALLEST_CUT: Final = 160  # room for a label and some text
_FIELDS: Final = frozenset({"content", "structuredContent", "structured_content", "isError", "is_error"})


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
    its JSON. What cannot be written as text (it holds itself, its `__str__` raises) is an error: how large it is cannot
    be told.
    """
    try:
        return _bounded(result, limit, is_error, note)
    except Exception as error:  # of the application's own objects: whatever it is
        said = f"{ERROR_PREFIX}The result cannot be written as text ({type(error).__name__})."
        return Bounded(content=said, is_error=True)


def _bounded(result: object, limit: int, is_error: bool, note: Callable[[], str | None] | None) -> Bounded:
    if type(result) is ErrorResult:
        return _bounded(result.content, limit, True, note)
    kept = _Keeper(limit, note)
    if _is_result(result):
        return kept.result(result, is_error)
    if isinstance(result, str):
        return kept.done(kept.text(ERROR_PREFIX + result if _bare(result, is_error) else result, result), is_error)
    if isinstance(result, list) and result and all(type_of(block) in BLOCK_TYPES for block in result):
        return kept.done(kept.blocks(_marked(result) if is_error else result), is_error)
    if is_error:
        return kept.done(kept.text(ERROR_PREFIX + as_json(result)), is_error)
    return kept.done(kept.structured(result), is_error)


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
        sizes = [size(block) for block in blocks]
        whole = sum(chars for block, chars in zip(blocks, sizes, strict=True) if not is_media(block))
        heavy = sum(sizes) - whole
        room = self.limit if limit is None else limit
        if whole <= room and heavy <= MAX_MEDIA:
            return blocks
        room -= len(self._label(10**9, 10**9))  # kept for the last words
        media, left_out = MAX_MEDIA, 0
        kept: list[Any] = []
        for block, chars in zip(blocks, sizes, strict=True):
            text = text_of(block)
            if is_media(block):
                fits, media = chars <= media, media - chars if chars <= media else media
            else:
                fits = chars <= room
                if not fits and text is not None and room >= _SMALLEST_CUT:
                    block = with_text(block, self._cut(text, room))  # the same block, shorter
                    fits, chars = True, room
                room -= chars if fits else 0
            if fits:
                kept.append(block)
            else:
                left_out += chars
        if left_out:
            self.dropped += left_out
            kept.append(text_block(blocks, self._label(left_out, whole + heavy).strip()))
        return kept

    # -- whole results -----------------------------------------------------------------------------------------------

    def result(self, result: Any, is_error: bool) -> Bounded:
        is_error = is_error or field_of(result, "is_error", "isError") is True
        result, gone = self._without_the_rest(result)
        blocks = list(field_of(result, "content") or [])
        structured = field_of(result, "structured_content", "structuredContent")
        changes: dict[str, Any] = {}
        room, label = self.limit, ""
        if structured is not None and len(text := as_json(structured)) > self.limit:
            # Half of it would be no structure: it goes as a whole.
            gone += len(text)
            changes["structuredContent"] = None
        if gone:
            self.dropped += gone
            label = self._label(gone, gone).strip()
            room -= len(label)
        content = self.blocks(_marked(blocks) if is_error else blocks, room)
        if label:
            content = [*content, text_block(blocks, label)]
        if content is not blocks:
            changes["content"] = content
        if is_error and field_of(result, "is_error", "isError") is not True:
            changes["isError"] = True
        return self.done(with_changes(result, changes) if changes else result, is_error)

    def _without_the_rest(self, result: Any) -> tuple[Any, int]:
        """A mapping may hold more than the fields of a result: where that does not fit it goes, and how much it is."""
        rest = {key: result[key] for key in result if key not in _FIELDS} if isinstance(result, Mapping) else {}
        if not rest or (chars := len(as_json(rest))) <= self.limit:
            return result, 0
        return {key: result[key] for key in result if key in _FIELDS}, chars


def _bare(text: str, is_error: bool) -> bool:
    return is_error and not text.startswith(ERROR_PREFIX)


def _marked(blocks: list[Any]) -> list[Any]:
    """The blocks of an error, of which the first text says so."""
    for index, block in enumerate(blocks):
        text = text_of(block)
        if text is not None:
            return blocks if not _bare(text, True) else [
                *blocks[:index], with_text(block, ERROR_PREFIX + text), *blocks[index + 1 :]
            ]  # fmt: skip
    return [text_block(blocks, ERROR_PREFIX.strip(": ")), *blocks]


def _is_result(value: object) -> bool:
    return not isinstance(value, (str, list)) and isinstance(field_of(value, "content"), (list, tuple)) and (
        field_of(value, "is_error", "isError", absent=value) is not value
        or field_of(value, "structured_content", "structuredContent", absent=value) is not value
        or (isinstance(value, Mapping) and set(value) == {"content"})
    )  # fmt: skip
