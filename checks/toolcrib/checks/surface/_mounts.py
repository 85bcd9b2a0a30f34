"""How a tool's name changes on its way from the object that holds it to whoever lists it.

Room: checks, middle. A holder (a server, a toolset, a provider) may change the names of all that it lists, and may be
mounted under other holders, with a prefix and with new names. Pure walks over what the dialects stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolcrib.checks.surface._fold import text_of, truth
from toolcrib.checks.surface._values import Conds, Either, Entry, FromRow, K, Obj, Table, Unknown, Value

MAX_NAMES = 200  # names of one tool that are looked at; more says that the mounts multiply without end


@dataclass(frozen=True, slots=True)
class Mount:
    """Its holder's tools are listed by `parent` as well: first renamed, then prefixed."""

    parent: Obj
    prefix: Value | None
    renames: Table | None
    when: Conds
    join: str = "_"
    past: int = 0  # how many of the parent's changes do not reach these tools
    limits: Conds = ()  # what decides for each tool whether it is listed there


@dataclass(frozen=True, slots=True)
class Change:
    """What a holder does to each tool that it lists: a prefix for all, or edits of some, by name.

    An edit is an object with `name`, `description` and `enabled` among its attributes.
    """

    prefix: Value | None
    edits: Table | None
    when: Conds


@dataclass(frozen=True, slots=True)
class Seen:
    """A tool as a client sees it. `name` is None when it cannot be told, and `why` says why not; else `why` says which
    setting may change it. `description` is set when something on the way replaces the tool's own."""

    name: str | None
    server: str
    why: str = ""
    when: Conds = ()
    description: Value | None = None


def label_of(holder: Obj | None) -> str:
    """What a holder is called in output: its own name, else the name it is bound to in the code."""
    if holder is None:
        return ""
    for key in ("label", "bound"):
        held = holder.data.get(key)
        if isinstance(held, str):
            return held
    return ""


def mount(
    holder: Obj,
    parent: Obj,
    prefix: Value | None = None,
    renames: Table | None = None,
    *,
    when: Conds,
    join: str = "_",
    past: int = 0,
    limits: Conds = (),
) -> None:
    made = Mount(parent, prefix, renames, when, join, past, limits)
    held = holder.data.setdefault("mounts", [])
    if not any(_same(made, other) for other in held):
        held.append(made)


def _same(one: Mount, other: Mount) -> bool:
    """Mounted the same way before: a function that is followed twice mounts once."""
    a, b = one.prefix, other.prefix
    same = a is b or (isinstance(a, K) and isinstance(b, K) and a.value == b.value)
    return one.parent is other.parent and same and one.renames is other.renames and one.when == other.when


def change(holder: Obj, when: Conds, *, prefix: Value | None = None, edits: Table | None = None) -> None:
    holder.data.setdefault("changes", []).append(Change(prefix, edits, when))


def changes(holder: Obj) -> tuple[Change, ...]:
    return tuple(holder.data.get("changes", ()))


def mounts(holder: Obj) -> tuple[Mount, ...]:
    return tuple(holder.data.get("mounts", ()))


def seen_names(holder: Obj | None, name: str) -> Iterator[Seen]:
    """Every name under which a tool of this holder is listed."""
    for count, one in enumerate(_climb(holder, Seen(name, ""), ())):
        if count == MAX_NAMES:
            yield Seen(None, label_of(holder), f"it is listed under more than {MAX_NAMES} names")
            return
        yield one


def _climb(holder: Obj | None, start: Seen, below: tuple[Obj, ...], past: int = 0) -> Iterator[Seen]:
    if holder is None:
        yield start
        return
    found = [start]
    for step in changes(holder)[past:]:
        found = [made for one in found for made in _changed(step, one)][: MAX_NAMES + 1]
    below = (*below, holder)
    above = [m for m in mounts(holder) if not any(m.parent is b for b in below)]
    for one in found:
        if one.name is None or not above or holder.data.get("agents"):
            yield replace(one, server=label_of(holder))
        if one.name is None:
            continue
        for one_mount in above:
            yield from _mounted(one_mount, one, below)


def along(path: Sequence[Mount], name: str) -> Iterator[str]:
    """The names that a tool has after these mounts, one after the other; none where one cannot be told."""
    found = [Seen(name, "")]
    for step in path:
        found = [made for one in found for made in _renamed(step, one) if made.name is not None]
    yield from (one.name for one in found if one.name is not None)


def _mounted(step: Mount, one: Seen, below: tuple[Obj, ...]) -> Iterator[Seen]:
    for made in _renamed(step, replace(one, when=(*one.when, *step.when))):
        if made.name is None:
            yield replace(made, server=label_of(step.parent))
        else:
            yield from _climb(step.parent, made, below, step.past)


def _renamed(step: Mount, one: Seen) -> Iterator[Seen]:
    """What a mount itself does to a name."""
    held = step.renames.entries.get(one.name) if step.renames is not None else None
    if held is not None:
        renamed = text_of(held.value)
        if renamed is None:
            yield replace(one, name=None, why="its new name cannot be read")
            return
        one = replace(one, name=renamed)
    yield from _prefixed(step.prefix, one, step.join)


def _prefixed(prefix: Value | None, one: Seen, join: str) -> Iterator[Seen]:
    if prefix is None:
        yield one
        return
    for text, conf, when in prefixes(prefix):
        if text is None:
            yield replace(one, name=None, why=f"its prefix cannot be told: {conf}")
        else:
            name = f"{text}{join}{one.name}" if text else one.name
            yield replace(one, name=name, why=one.why or conf, when=(*one.when, *when))


def _changed(step: Change, one: Seen) -> Iterator[Seen]:
    if one.name is None:
        yield one
        return
    if step.when:
        yield one  # it may not be changed at all
        one = replace(one, when=(*one.when, *step.when))
    if step.edits is None:
        yield from _prefixed(step.prefix, one, "_")
        return
    held = step.edits.entries.get(one.name)
    edit = held.value if held is not None else None
    if not isinstance(edit, Obj):
        yield one if held is None else replace(one, name=None, why=f"what `{one.name}` becomes cannot be read")
        return
    if truth(edit.attrs.get("enabled", K(True))) is False:
        return
    description = edit.attrs.get("description")
    if description is not None and not (isinstance(description, K) and description.value is None):
        one = replace(one, description=description)
    named = edit.attrs.get("name")
    if named is None or (isinstance(named, K) and not named.value):
        yield one
        return
    for text, conf, when in texts(named):
        why = one.why or conf if text is not None else f"its new name cannot be told: {conf}"
        yield replace(one, name=text, why=why, when=(*one.when, *when))


def texts(value: Value) -> Iterator[tuple[str | None, str, Conds]]:
    """(text, what may change it, conditions); a text of None comes with the reason instead."""
    if isinstance(value, Either):
        chosen, setting = by_default_only(value)
        for option in chosen:
            for text, conf, when in texts(option.value):
                yield text, conf or setting, (*option.when, *when)
        return
    if isinstance(value, FromRow) and value.field == "name":
        yield value.tool, "", ()
        return
    text = text_of(value)
    if text:
        yield text, value.conf if isinstance(value, K) else "", ()
    else:
        yield None, _why_not(value), ()


def _why_not(value: Value) -> str:
    if isinstance(value, Unknown):
        return value.reason
    return f"{value.conf} gives it" if isinstance(value, K) and value.conf else "it is not a text"


def prefixes(value: Value) -> Iterator[tuple[str | None, str, Conds]]:
    """As `texts`, where None and an empty text mean that there is no prefix."""
    if isinstance(value, Either):
        chosen, setting = by_default_only(value)
        for option in chosen:
            for text, conf, when in prefixes(option.value):
                yield text, conf or setting, (*option.when, *when)
    elif isinstance(value, K) and value.value in (None, ""):
        yield "", value.conf, ()
    else:
        yield from texts(value)


def by_default_only(value: Either) -> tuple[list[Entry], str]:
    """The options that hold by default, and what would choose another; all of them when none is the default."""
    off = next((c.off for o in value.options for c in o.when if c.off), "")
    usual = [o for o in value.options if not any(c.off for c in o.when)]
    if not off or not usual:
        return list(value.options), ""
    return [Entry(o.value) for o in usual], off
