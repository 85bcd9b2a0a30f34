"""What a plain (unquoted) YAML value is: a text, a number, true, false, null, or something that readers disagree on.

Room: manifest, middle. Pure. The core schema of YAML 1.2; what YAML 1.1 reads in another way is ambiguous.
"""

from __future__ import annotations

import re

from toolcrib.manifest._tree import Plain

_NULL = frozenset(("null", "Null", "NULL", "~"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_BOOL_ONCE = frozenset(re.findall(r"\S+", "y Y yes Yes YES n N no No NO on On ON off Off OFF"))
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_NO_NUMBER = r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
_FLOAT = re.compile(rf"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|{_NO_NUMBER}")
_INT_ONCE = r"[-+]?0[0-7_]+|[-+]?0b[01_]+|[-+]?[0-9]+_[0-9_]*"
_BASE_60 = r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
_NUMBER_ONCE = re.compile(f"{_INT_ONCE}|{_BASE_60}")
_STARTS = frozenset("yYnNoOtTfF~-+.0123456789")  # of everything above
_LONGEST = 30  # a longer number is a text to us; nothing here wants a number anyway


def ambiguity(text: str) -> str:
    """What YAML 1.1 takes `text` for while YAML 1.2 does not: "a boolean", "another number", or ""."""
    if text[:1] not in _STARTS:
        return ""
    if text in _BOOL_ONCE:
        return "a boolean"
    return "another number" if _NUMBER_ONCE.fullmatch(text) else ""


def resolve(text: str) -> Plain:
    """The value of a plain text that is not ambiguous."""
    if text[0] not in _STARTS:
        return text
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if len(text) <= _LONGEST:
        if _INT.fullmatch(text):
            return int(text, 0) if text[:2] in ("0x", "0o") else int(text)
        if _FLOAT.fullmatch(text):
            return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text
