"""Operations on values: what is true, what is equal, what text comes out.

Room: checks, middle. Pure functions of values, bounded in size.
"""

from __future__ import annotations

import operator
import re
import sys

from toolcrib.checks.surface._values import (
    Cls,
    Either,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Mod,
    Native,
    Obj,
    Table,
    Unknown,
    Value,
    either,
)

MAX_TEXT = 1_000_000
_WIDE = re.compile(r"%(?:\([^)]*\))?[-+ #0]*\d*\.?(?:\*|\d*\d{5})|\{[^{}]*:[^{}]*(?:\d{5}|\{)")


def too_wide(pattern: str) -> bool:
    """Whether a pattern of `%` or `format` fills up to a width of 10,000 or more, or to one that a value says."""
    return _WIDE.search(pattern) is not None


def truth(value: Value) -> bool | None:
    """True, False, or None when it depends on something outside."""
    if isinstance(value, K):
        return None if value.conf else bool(value.value)
    if isinstance(value, Items):
        if any(not e.when for e in value.items):
            return True
        return None if value.items or value.open else False
    if isinstance(value, Table):
        if any(not e.when for e in value.entries.values()):
            return True
        return None if value.entries or value.open else False
    if isinstance(value, Func | Cls | Mod | Native | Obj):
        return True
    if isinstance(value, Inst):
        if value.member:
            return True
        return None if value.cls.find("__bool__") or value.cls.find("__len__") else True
    if isinstance(value, Either):
        found = {truth(o.value) for o in value.options}
        return found.pop() if len(found) == 1 else None
    return None


def text_of(value: Value) -> str | None:
    """The text that a value is, or that it is as a `str` Enum member."""
    if isinstance(value, K) and isinstance(value.value, str):
        return value.value
    if isinstance(value, Inst) and value.member:
        bases = value.cls.external_bases()
        mixed = any(isinstance(b, Native) and b.label == "str" for c in value.cls.mro() for b in c.bases)
        if mixed or any(b in ("str", "enum.StrEnum", "builtins.str") or b.endswith("StrEnum") for b in bases):
            held = value.attrs.get("value")
            return held.value if isinstance(held, K) and isinstance(held.value, str) else None
    return None


def format_value(value: Value, conversion: str, spec: str | None, text: str) -> Value:
    """What `{value!conversion:spec}` puts into a text."""
    if isinstance(value, Either):
        return either([Entry(format_value(o.value, conversion, spec, text), o.when) for o in value.options])
    plain = text_of(value)
    if isinstance(value, Inst) and value.member and plain is not None:
        value = K(plain)
    if not isinstance(value, K) or spec is None:
        return Unknown(value.reason if isinstance(value, Unknown) else f"`{text}` cannot be read")
    try:
        shown = {"": value.value, "s": str(value.value), "r": repr(value.value), "a": ascii(value.value)}[conversion]
        made = format(shown, spec) if len(spec) < 8 else None
    except (ValueError, TypeError):
        made = None
    return K(made, value.conf) if made is not None else Unknown(f"`{text}` cannot be formatted here")


def binary(op: str, left: Value, right: Value, text: str) -> Value:
    if isinstance(left, Either):
        return either([Entry(binary(op, o.value, right, text), o.when) for o in left.options])
    if isinstance(right, Either):
        return either([Entry(binary(op, left, o.value, text), o.when) for o in right.options])
    if isinstance(left, Items) and op in ("+", "|"):
        if isinstance(right, Items):
            return Items(left.kind, left.items + right.items, left.open or right.open)
        if isinstance(right, Obj) and "tool" in right.data:  # a toolset and one tool more
            return Items(left.kind, [*left.items, Entry(right)], left.open)
        return Items(left.kind, list(left.items), left.open or _unread(right, f"`{text}` adds something"))
    if isinstance(right, Items) and op == "+":
        return Items(right.kind, list(right.items), right.open or _unread(left, f"`{text}` starts with something"))
    if isinstance(left, Table) and isinstance(right, Table) and op == "|":
        return Table({**left.entries, **right.entries}, left.open or right.open, left.at, {**left.keys, **right.keys})
    if isinstance(left, Items) and isinstance(right, Items) and op == "-" and left.kind == "set":
        gone = [e.value for e in right.items]
        return Items("set", [e for e in left.items if not any(compare("==", e.value, g) for g in gone)], left.open)
    if op == "|" and isinstance(left, Ext | Cls) and isinstance(right, K) and right.value is None:
        return left  # an annotation: `FastMCP | None`
    if op == "|" and isinstance(right, Ext | Cls) and isinstance(left, K) and left.value is None:
        return right
    plain_left, plain_right = _plain(left), _plain(right)
    if plain_left is None or plain_right is None:
        unknown = next((v for v in (left, right) if isinstance(v, Unknown)), None)
        return unknown or Unknown(f"`{text}` cannot be folded")
    return _arithmetic(op, plain_left, plain_right, text)


def _unread(value: Value, what: str) -> str:
    if isinstance(value, Ext) and value.args is not None and value.root not in sys.stdlib_module_names:
        return f"dynamic surface: {what} that `{value.path}` gives"
    return f"{what} that cannot be read"


def _plain(value: Value) -> K | None:
    if isinstance(value, K):
        return value
    text = text_of(value)
    if text is not None:
        return K(text)
    if isinstance(value, Items) and value.kind == "tuple" and not value.open:
        parts = [_plain(e.value) for e in value.items]
        if all(p is not None for p in parts):
            return K(tuple(p.value for p in parts if p is not None), next((p.conf for p in parts if p and p.conf), ""))
    return None


def _arithmetic(op: str, left: K, right: K, text: str) -> Value:
    a, b = left.value, right.value
    conf = left.conf or right.conf
    try:
        if op == "+" and isinstance(a, str) and isinstance(b, str) and len(a) + len(b) < MAX_TEXT:
            return K(a + b, conf)
        if op == "%" and isinstance(a, str) and len(a) < 10_000 and not too_wide(a):
            return K(a % b, conf)
        if isinstance(a, int | float) and isinstance(b, int | float) and abs(a) < 1e15 and abs(b) < 1e15:
            work = _NUMBERS.get(op)
            if work is not None:
                return K(work(a, b), conf)
    except (TypeError, ValueError, ZeroDivisionError, KeyError, OverflowError):
        pass
    return Unknown(f"`{text}` cannot be folded")


_NUMBERS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod,
}  # fmt: skip


def compare(op: str, left: Value, right: Value) -> bool | None:
    """True, False, or None when it cannot be told."""
    if op in ("not in", "is not", "!="):
        opposite = compare({"not in": "in", "is not": "is", "!=": "=="}[op], left, right)
        return None if opposite is None else not opposite
    if op == "in":
        return _contains(right, left)
    if isinstance(left, Either) or isinstance(right, Either):
        sides = (
            (left.options if isinstance(left, Either) else (Entry(left),)),
            (right.options if isinstance(right, Either) else (Entry(right),)),
        )
        found = {compare(op, a.value, b.value) for a in sides[0] for b in sides[1]}
        return found.pop() if len(found) == 1 else None
    a, b = _plain(left), _plain(right)
    if a is not None and b is not None:
        if a.conf or b.conf:
            return None
        try:
            return bool(
                {"==": a.value == b.value, "is": a.value is b.value or a.value == b.value}[op]
                if op in ("==", "is")
                else {
                    "<": a.value < b.value,
                    ">": a.value > b.value,
                    "<=": a.value <= b.value,
                    ">=": a.value >= b.value,
                }[op]
            )
        except (TypeError, KeyError):
            return None
    if op in ("is", "=="):
        if left is right and not isinstance(left, Unknown):
            return True
        nothing = [v for v in (left, right) if isinstance(v, K) and v.value is None]
        other = right if nothing and nothing[0] is left else left
        if nothing and isinstance(other, Obj | Inst | Func | Cls | Mod | Items | Table | Native):
            return False
        if isinstance(left, Func | Cls | Mod) and isinstance(right, Func | Cls | Mod):
            same = isinstance(left, Func) and isinstance(right, Func) and left.decl is right.decl
            return same or left is right
    return None


def _contains(container: Value, value: Value) -> bool | None:
    if isinstance(container, Table):
        held = [container.keys.get(k, K(k)) for k in container.entries]
        return _among(held, value, container.open, [e.when for e in container.entries.values()])
    if isinstance(container, Items):
        return _among([e.value for e in container.items], value, container.open, [e.when for e in container.items])
    if isinstance(container, K) and isinstance(container.value, str):
        text = text_of(value)
        return None if text is None or container.conf else text in container.value
    return None


def _among(held: list[Value], value: Value, open_: str, whens: list[tuple[object, ...]]) -> bool | None:
    maybe = bool(open_)
    for other, when in zip(held, whens, strict=True):
        same = compare("==", other, value)
        if same and not when:
            return True
        maybe = maybe or same is not False
    return None if maybe else False


def by_default(value: Value) -> tuple[bool, str] | None:
    """What a condition is by default and what may change it, where it depends on a setting that has a default."""
    return (bool(value.value), value.conf) if isinstance(value, K) and value.conf else None


def settled(value: Value) -> tuple[Value, str]:
    """The value as it is by default, and what may change it."""
    if isinstance(value, K) and value.conf:
        return K(value.value), value.conf
    return value, ""


def negate(text: str) -> str:
    """The text of the other arm."""
    if text.startswith("not ") and " and " not in text and " or " not in text:
        return text[4:]
    simple = text.replace("_", "").replace(".", "").isalnum() or (text.endswith(")") and " " not in text)
    return f"not {text}" if simple else f"not ({text})"


def environment(name: Value, default: Value | None) -> Value:
    """A value that the environment sets: its default counts, and that it is one is remembered."""
    key = text_of(name) or "?"
    if default is None or isinstance(default, K):
        return K(default.value if isinstance(default, K) else None, f"the environment variable {key}")
    return default
