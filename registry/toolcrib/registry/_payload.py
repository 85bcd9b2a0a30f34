"""Copy the arguments of a call as plain JSON, within bounds: what is checked is then what is called with.

Room: registry, middle. Pure. A copy of our own, so that nobody can change a value between the check and the call.
Touch it when a bound is too small. Not here: what a schema or a scope says of them (`_arguments`, `_binding`).
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

MAX_DEPTH: Final = 32
MAX_VALUES: Final = 20_000
MAX_CHARACTERS: Final = 1_000_000
_MAX_BITS: Final = 1_024
_SMALL: Final = 1 << 53


class Unreadable(Exception):  # noqa: N818  # it reads as what is wrong
    """Not JSON, in words."""


class TooLarge(Exception):  # noqa: N818  # it reads as what is wrong
    """More than any call may bring, in words."""


def copied(arguments: object) -> dict[str, Any]:
    """A plain copy of a JSON object. Raises `Unreadable` and `TooLarge`."""
    if arguments is None:
        return {}
    if not isinstance(arguments, dict):
        raise Unreadable(f"a {type(arguments).__name__}")
    left = [MAX_VALUES, MAX_CHARACTERS]
    copy: dict[str, Any] = _copied(arguments, left, MAX_DEPTH)
    return copy


def _copied(value: Any, left: list[int], depth: int) -> Any:
    kind = type(value)
    if kind is str:
        left[1] -= len(value)
        if left[1] < 0:
            raise TooLarge(f"more than {MAX_CHARACTERS} characters")
        if not value.isascii():
            _refuse_halves(value)
        return value
    if kind is int:
        if value.bit_length() > _MAX_BITS:
            raise TooLarge("a number of more digits than any program reads alike")
        return value
    if kind is bool or value is None:
        return value
    if kind is float:
        if not isfinite(value):
            raise Unreadable("a number that JSON does not have")
        return value
    if depth == 0:
        raise TooLarge(f"nested deeper than {MAX_DEPTH}")
    left[0] -= 1
    if isinstance(value, dict):
        left[0] -= len(value)
        _held(left)
        copy: dict[str, Any] = {}
        for key, inner in value.items():
            if type(key) is not str:
                if not isinstance(key, str):
                    raise Unreadable(f"a key that is a {type(key).__name__}")
                key = str.__str__(key)
            left[1] -= len(key)
            if not key.isascii():
                _refuse_halves(key)
            kind = type(inner)
            if kind is str:  # the usual values, without a call
                left[1] -= len(inner)
                if not inner.isascii():
                    _refuse_halves(inner)
                copy[key] = inner
            elif kind is bool or inner is None or (kind is int and -_SMALL < inner < _SMALL):
                copy[key] = inner
            else:
                copy[key] = _copied(inner, left, depth - 1)
        if left[1] < 0:
            raise TooLarge(f"more than {MAX_CHARACTERS} characters")
        return copy
    if isinstance(value, (list, tuple)):
        left[0] -= len(value)
        _held(left)
        return [_copied(inner, left, depth - 1) for inner in value]
    if isinstance(value, str):
        return _copied(str.__str__(value), left, depth)
    raise Unreadable(f"a value that is a {kind.__name__}")


def _refuse_halves(text: str) -> None:
    """JSON can spell half a character, which nothing can send on or write down."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unreadable("a text that is no Unicode") from None


def _held(left: list[int]) -> None:
    if left[0] < 0:
        raise TooLarge(f"more than {MAX_VALUES} values")
