"""Texts that are built: concatenation, f-strings, `%`, and the methods of `str` that keep the words of a text.

Room: checks, middle. Pure. A part that cannot be told is a hole, so that `f"DELETE FROM {table}"` still says DELETE.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes._names import word_set
from toolcrib.checks.writes._values import HOLE, UNKNOWN, Frame, Items, K, Outside, Values, merged

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower

MAX_TEXT = 20_000
MAX_FORMS = 6  # texts that one expression may stand for
_PLACE = re.compile(r"%(?:\([^)]*\))?[-#0 +]*\d*(?:\.\d+)?[sdrif]")
_FIELD = re.compile(r"\{[^{}]*\}")
_KEPT: dict[str, Callable[[str], str]] = {
    "strip": str.strip, "lstrip": str.lstrip, "rstrip": str.rstrip, "lower": str.lower, "upper": str.upper,
    "title": str.title, "casefold": str.casefold, "capitalize": str.capitalize,
}  # fmt: skip
SAME = word_set("expandtabs removeprefix removesuffix encode decode replace rstrip lstrip")


def built(follower: Follower, node: ir.FString | ir.BinOp, frame: Frame) -> Values:
    if isinstance(node, ir.FString):
        return _joined([[p] if isinstance(p, str) else _forms(follower.evaluate(p[0], frame)) for p in node.parts])
    left = follower.evaluate(node.left, frame)
    if node.op == "+":
        right = follower.evaluate(node.right, frame)
        if any(isinstance(v, K) and isinstance(v.value, str) for v in (*left, *right)):
            return _joined([_forms(left), _forms(right)])
        return merged([left, right])
    if node.op == "%":
        texts = [v.value for v in left if isinstance(v, K) and isinstance(v.value, str)]
        return tuple(K(_PLACE.sub(HOLE, text)) for text in texts) or UNKNOWN
    if node.op == "/":  # a path, and what is below it
        right = follower.evaluate(node.right, frame)
        below = _forms(right)[:1]
        return merged([(v.then(f"/{word(below[0])}"),) if isinstance(v, Outside) else UNKNOWN for v in left])
    if node.op == "|":
        return merged([left, follower.evaluate(node.right, frame)])
    return UNKNOWN


def word(text: str) -> str:
    """One part of a path, in words; `..` stays where it stands, since it leads out again."""
    if ".." in text.replace("\\", "/").split("/"):
        return ".."
    return "".join(c for c in text if c.isalnum() or c in "_-")[:40]


def _forms(values: Values) -> list[str]:
    return [str(v.value) if isinstance(v, K) else HOLE for v in values][:MAX_FORMS] or [HOLE]


def _joined(parts: list[list[str]]) -> Values:
    count = 1
    for part in parts:
        count *= len(part)
        if count > MAX_FORMS:
            parts = [p if len(p) == 1 else [HOLE] for p in parts]
            break
    return merged([(K("".join(each)[:MAX_TEXT]),) for each in product(*parts)])


def method(text: str, name: str, given: tuple[Values, ...]) -> Values:
    """What a method of a text gives."""
    if name in _KEPT:
        return (K(_KEPT[name](text)),)
    if name == "format":
        return (K(_FIELD.sub(HOLE, text)),)
    if name == "join" and given:
        found: list[Values] = []
        for value in given[0]:
            if isinstance(value, Items) and not value.open and len(value.items) < 40:
                parts: list[list[str]] = []
                for item in value.items:
                    parts += [[text], _forms(item)] if parts else [_forms(item)]
                found.append(_joined(parts))
            elif isinstance(value, Items) and value.items:
                found.append(_joined([_forms(value.items[0]), [HOLE]]))
            else:
                found.append(UNKNOWN)
        return merged(found)
    if name in SAME:
        return (K(text),)
    return UNKNOWN
