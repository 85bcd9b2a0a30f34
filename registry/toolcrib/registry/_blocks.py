"""Read the blocks of a result, of whatever make: what is text in them, what is media, how large each is.

Room: registry, middle. Pure. Understood are mappings, objects of pydantic, dataclasses and plain objects; what is
changed is a copy of the same make.
Touch it when a framework brings another kind of block. Not here: what fits into a result (`_results`).
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final

TEXT_TYPES: Final = frozenset({"text", "input_text", "output_text"})
MEDIA_TYPES: Final = frozenset(
    {"image", "audio", "image_url", "input_image", "input_audio", "document", "file", "blob"}
)
_PAYLOADS: Final = frozenset(
    {"data", "blob", "url", "uri", "image_url", "audio_url", "file_url", "file_data", "b64_json", "base64", "bytes"}
)
_MAX_BESIDE: Final = 1_000  # characters beside the text or the media of a block; with more, it counts as a whole
BLOCK_TYPES: Final = TEXT_TYPES | MEDIA_TYPES | {"resource", "resource_link"}


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


def field_of(value: object, *names: str, absent: object = None) -> Any:
    for name in names:
        if isinstance(value, Mapping):
            if name in value:
                return value[name]
        elif hasattr(value, name):
            return getattr(value, name)
    return absent


def type_of(block: object) -> str:
    found = field_of(block, "type")
    return found if isinstance(found, str) else ""


def text_of(block: object) -> str | None:
    """The text of a block, or of the resource in it."""
    if _beside(block) > _MAX_BESIDE:
        return None
    if type_of(block) == "resource":
        block = field_of(block, "resource")
    elif type_of(block) not in TEXT_TYPES:
        return None
    text = field_of(block, "text")
    return text if isinstance(text, str) else None


def is_media(block: object) -> bool:
    if _beside(block) > _MAX_BESIDE:
        return False
    if type_of(block) == "resource":
        return isinstance(field_of(field_of(block, "resource"), "blob"), str)
    return type_of(block) in MEDIA_TYPES


def size(block: object) -> int:
    text = text_of(block)
    return len(as_json(block)) if text is None else max(len(text), 1)  # a block of no text is one more all the same


def _beside(block: object) -> int:
    """How much a block says besides its one text or its media: a document may be a text, an image have a caption."""
    kind = type_of(block)
    own = "text" if kind in TEXT_TYPES or isinstance(field_of(field_of(block, "resource"), "text"), str) else ""
    if isinstance(block, Mapping):
        return 0 if kind in TEXT_TYPES and len(block) == 2 else _said(block, own)
    dump = getattr(block, "model_dump", None)
    fields = dump(by_alias=True) if callable(dump) else getattr(block, "__dict__", None)
    return _said(as_json(block) if fields is None else fields, own)


def _said(value: Any, own: str, key: str = "") -> int:
    if isinstance(value, str):
        return 0 if key and (key == own or (key in _PAYLOADS and not own)) else len(value)
    if isinstance(value, Mapping):
        # The source of a document may be a text under the name of data.
        plain = value.get("type") in ("text", "content") and not own
        return sum(
            len(inner) if plain and isinstance(inner, str) else _said(inner, own, str(name))
            for name, inner in value.items()
        )
    if isinstance(value, (list, tuple)):
        return sum(_said(inner, own) for inner in value)
    return 0


def with_text(block: Any, text: str) -> Any:
    if type_of(block) == "resource":
        return with_changes(block, {"resource": with_changes(field_of(block, "resource"), {"text": text})})
    return with_changes(block, {"text": text})


def text_block(blocks: list[Any], text: str) -> Any:
    """A block of text of the same make as the others."""
    like = next((one for one in blocks if type_of(one) in TEXT_TYPES and text_of(one) is not None), None)
    return {"type": "text", "text": text} if like is None else with_changes(like, {"text": text})


def with_changes(value: Any, changes: Mapping[str, Any]) -> Any:
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
