"""What was found, as text and back, so that a run over unchanged files follows nothing.

Room: checks, middle. Pure. Plain JSON, like the facts: what somebody else wrote there can at worst be wrong, never run.
A change of what is found or of the tables raises `FORMAT`, and older texts are then not read.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from toolcrib.checks.surface import Declaration
from toolcrib.checks.writes._types import Evidence, Found, Kind, Step, Taken, Weight
from toolcrib.manifest import Location

FORMAT = 4


def key(files: Mapping[str, bytes], tools: Sequence[Declaration]) -> str:
    """What the answers depend on: every file, the questions, the format, and the Python that read the literals."""
    digest = hashlib.sha256(f"toolcrib writes {FORMAT} {sys.version_info[0]}.{sys.version_info[1]}\n".encode())
    for path in sorted(files):
        digest.update(f"{len(path)} {path} {len(files[path])}\n".encode("utf-8", "surrogatepass"))
        digest.update(files[path])
    for tool in tools:
        asked = repr((tool.at, tool.site, tool.function, tool.declared_name))
        digest.update(asked.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def dumps(found: Sequence[Found], taken: Taken) -> str:
    pieces = [[_encode(one) for one in found], sorted(taken.asked), sorted(map(list, taken.read))]
    return json.dumps(pieces, separators=(",", ":"))


def loads(text: str, count: int) -> tuple[tuple[Found, ...], Taken] | None:
    """The answers again, and what they were made of; None for a text that holds none, or another number of them."""
    try:
        answers, asked, read = json.loads(text)
        found = tuple(_decode(one) for one in answers)
        taken = Taken({str(word) for word in asked}, {(str(path), str(reader)) for path, reader in read})
    except (ValueError, TypeError, LookupError):
        return None
    return (found, taken) if len(found) == count else None


def _encode(found: Found) -> list[Any]:
    pieces = [
        [e.kind.value, _place(e.at), int(e.weight), e.text, [[s.name, _place(s.at)] for s in e.path]]
        for e in found.evidence
    ]
    return [pieces, found.stopped, found.body]


def _place(at: Location) -> list[Any]:
    return [at.path, at.line, at.column, at.end_line, at.end_column]


def _decode(value: Any) -> Found:
    pieces, stopped, body = value
    evidence = tuple(
        Evidence(
            kind=Kind(kind),
            at=Location(*at),
            weight=Weight(weight),
            text=str(text),
            path=tuple(Step(name=str(name), at=Location(*where)) for name, where in path),
        )
        for kind, at, weight, text, path in pieces
    )
    return Found(evidence=evidence, stopped=str(stopped), body=bool(body))
