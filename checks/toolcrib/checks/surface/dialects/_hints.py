"""Hints in both spellings of the protocol → one spelling.

Room: checks, middle. MCP SDK 1 spells `readOnlyHint`, SDK 2 spells `read_only_hint` and accepts both; dicts use the
protocol's own names.
"""

from __future__ import annotations

from toolcrib.checks.surface._types import Hint, HintName
from toolcrib.checks.surface._values import Either, Entry, K, Obj, Site, Table, Value
from toolcrib.manifest import Location

SPELLINGS = {
    "readOnlyHint": HintName.READ_ONLY,
    "read_only_hint": HintName.READ_ONLY,
    "destructiveHint": HintName.DESTRUCTIVE,
    "destructive_hint": HintName.DESTRUCTIVE,
    "idempotentHint": HintName.IDEMPOTENT,
    "idempotent_hint": HintName.IDEMPOTENT,
    "openWorldHint": HintName.OPEN_WORLD,
    "open_world_hint": HintName.OPEN_WORLD,
}


def hints(annotations: Value | None, site: Site) -> tuple[Hint, ...]:
    """The hints that are certain; one that depends on a condition states nothing."""
    if isinstance(annotations, Either):
        sets = [hints(o.value, site) for o in annotations.options]
        if not sets:
            return ()
        agreed = [h for h in sets[0] if all(any(_same(h, o) for o in other) for other in sets[1:])]
        return tuple(agreed)
    if isinstance(annotations, Obj) and annotations.kind == "annotations":
        at = annotations.site.location if annotations.site is not None else site.location
        return _read({k: Entry(v) for k, v in annotations.attrs.items()}, at)
    if isinstance(annotations, Table):
        return _read(annotations.entries, annotations.at or site.location)
    return ()


def _same(a: Hint, b: Hint) -> bool:
    return a.name is b.name and a.value == b.value


def _read(entries: dict[str, Entry], at: Location) -> tuple[Hint, ...]:
    found = []
    for key, entry in entries.items():
        name = SPELLINGS.get(key) if isinstance(key, str) else None
        value = entry.value
        if (
            name is not None
            and isinstance(value, K)
            and isinstance(value.value, bool)
            and not value.conf
            and not entry.when
        ):
            found.append(Hint(name=name, value=value.value, at=at, spelled=f"{key}={value.value}"))
    return tuple(found)


def approval(value: Value | None, spelled: str, site: Site) -> tuple[Hint, ...]:
    """`needs_approval=True` and its kin; a callable decides per call, so it states nothing."""
    if isinstance(value, K) and isinstance(value.value, bool) and not value.conf:
        made = Hint(
            name=HintName.NEEDS_APPROVAL, value=value.value, at=site.location, spelled=f"{spelled}={value.value}"
        )
        return (made,)
    return ()
