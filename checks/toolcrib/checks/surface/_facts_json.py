"""Facts as text and back, so that LibCST reads the same bytes once.

Room: checks, part of `read`. Pure. Plain JSON: a cache that somebody else wrote can at worst be wrong, never run. The
order of `_NODES` is the format; a change of the program's shape raises `FORMAT`, and older texts are then not read.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import fields
from typing import Any

from toolcrib.checks.surface import _ir as ir

FORMAT = 6

_NODES: tuple[type[Any], ...] = (
    ir.Const, ir.Name, ir.Attr, ir.Arg, ir.Call, ir.Subscript, ir.Star, ir.Display, ir.DictDisplay, ir.FString,
    ir.BinOp, ir.BoolOp, ir.Unary, ir.Compare, ir.IfExp, ir.Param, ir.Lambda, ir.Clause, ir.Comprehension, ir.Walrus,
    ir.Yield, ir.Slice, ir.Import, ir.ImportFrom, ir.Assign, ir.AugAssign, ir.ExprStmt, ir.Return, ir.Raise, ir.Jump,
    ir.Delete, ir.Scope, ir.If, ir.For, ir.While, ir.Try, ir.With, ir.Match, ir.FunctionDef, ir.ClassDef,
)  # fmt: skip
_TAGS = {node: tag for tag, node in enumerate(_NODES)}
_FIELDS = {node: tuple(f.name for f in fields(node)) for node in _NODES}


def key(data: bytes) -> str:
    """What a file's facts depend on: its bytes, the format, and the Python that read its literals."""
    digest = hashlib.sha256(f"toolcrib facts {FORMAT} {sys.version_info[0]}.{sys.version_info[1]}\n".encode())
    digest.update(data)
    return digest.hexdigest()


def dumps(body: ir.Block) -> str | None:
    """The program of one file as text; None when it cannot be written: nested too deeply, too long a number."""
    try:
        return json.dumps(_encode(body), separators=(",", ":"))
    except (RecursionError, ValueError):
        return None


def loads(text: str) -> ir.Block | None:
    """The program again; None for a text that is none."""
    try:
        body = _decode(json.loads(text))
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    whole = isinstance(body, tuple) and all(isinstance(statement, ir.Node) for statement in body)
    return body if whole else None


def _encode(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return ["", *(_encode(item) for item in value)]
    if isinstance(value, frozenset):
        return ["words", *sorted(value)]
    if isinstance(value, bytes):
        return ["bytes", value.decode("latin-1")]
    if isinstance(value, complex):
        return ["complex", value.real, value.imag]
    kind = type(value)
    return [_TAGS[kind], *(_encode(getattr(value, name)) for name in _FIELDS[kind])]


def _decode(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    tag = value[0]
    if tag == "":
        return tuple(_decode(item) for item in value[1:])
    if tag == "words":
        return frozenset(value[1:])
    if tag == "bytes":
        return str(value[1]).encode("latin-1")
    if tag == "complex":
        return complex(value[1], value[2])
    node = _NODES[tag]
    return node(*(_decode(item) for item in value[1:]))
