"""Say whether a text means something: descriptions, reasons, open questions.

Room: manifest, middle. Pure. Touch it when a placeholder that people use should be told from a reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from toolcrib.manifest._names import hidden_in_text

OPEN_QUESTION = "???"  # what `init` writes where a person has to decide

MAX_DESCRIPTION = 16_000
MAX_REASON = 2_000
MIN_REASON = 8
_MIN_WORDS = 3
_MIN_LETTERS = 8  # letters of a reason in a script that writes no spaces between words
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STARTS = re.compile(
    r"\?\?\?|\W*(?:todo|tbd|tba|fixme|xxx+|placeholder|lorem ipsum|reason (?:goes )?here)(?!\w)", re.IGNORECASE
)
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\S+",
        """a add an and are as asdf be because can change default do done dummy empty explain explanation fill fine foo
        bar for good has have here i in is it just know later lgtm me must my n/a na need needed needs no none nothing
        now of ok okay pin pinned please put reason required reviewed should some something temp temporary test text
        that the there this to todo unknown update use used want wanted was we what why will wip write x y yes your
        z""",
    )
)


def refuse_reason(reason: str) -> str:
    """Why `reason` does not tell a reviewer anything, or ""."""
    text = reason.strip()
    if not text:
        return "the reason is empty"
    if len(text) > MAX_REASON:
        return f"the reason has {len(text)} characters; {MAX_REASON} are allowed"
    if hidden := hidden_in_text(text):
        return f"the reason holds {hidden[1]}, which a reader cannot see"
    found = [word.strip(".,;:!?()\"'`…-").lower() for word in text.split()]
    found = [word for word in found if word]
    if _STARTS.match(text) or all(word in _EMPTY_WORDS or len(set(word)) == 1 for word in found):
        return f"{shown(text)} is a placeholder, not a reason"
    if len(text) < MIN_REASON or (len(set(found)) < _MIN_WORDS and len(_UNSPACED.findall(text)) < _MIN_LETTERS):
        return f"{shown(text)} is too short to be a reason"
    return ""


def refuse_description(text: str) -> str:
    """Why `text` cannot be a tool's description, or ""."""
    if not text.strip():
        return "the description is empty"
    if len(text) > MAX_DESCRIPTION:
        return f"the description has {len(text)} characters; {MAX_DESCRIPTION} are allowed"
    if hidden := hidden_in_text(text):
        return f"the description holds {hidden[1]}: the model would read what a reviewer cannot see"
    return ""


def shown(value: object, longest: int = 60) -> str:
    """A value for a message: quoted, cut, with nothing in it that could disturb a terminal."""
    if isinstance(value, str):
        cut = value if len(value) <= longest else value[: longest - 1] + "…"
        return "`" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut) + "`"
    if isinstance(value, (bool, type(None))):
        return {True: "`true`", False: "`false`", None: "`null`"}[value]
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, (int, float)):
        return f"`{value!r:.{longest}}`"
    return "a mapping" if isinstance(value, Mapping) else f"a {type(value).__name__}"
