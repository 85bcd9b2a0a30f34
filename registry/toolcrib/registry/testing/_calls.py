"""Calls to make: one that fits a row, ones that name what is foreign, and names that only look like a tool's.

Room: registry, the conformance kit. Pure: rows and ids in, arguments and names out.
Touch it when a row can bind arguments in a new way. Not here: what becomes of a call (`_probes`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from toolcrib.manifest import PROJECT, WORKSPACE, ArgumentRule
from toolcrib.registry import Id, Row
from toolcrib.registry.testing._stage import Ids

Steps = tuple[tuple[str, int], ...]


def fitting(row: Row | None, sample: Mapping[str, Any], ids: Ids) -> dict[str, Any]:
    """Arguments that may be called with: the sample, and what is only checked names the caller's own objects."""
    arguments = copy.deepcopy(dict(sample))
    for _, rule, kind, steps in row.rules if row is not None else ():
        if rule is ArgumentRule.CHECKED:
            placed(arguments, steps, own(kind, ids))
    return arguments


def hostile(row: Row, sample: Mapping[str, Any], ids: Ids) -> Iterator[tuple[str, dict[str, Any]]]:
    """Arguments that name what this conversation may not reach, with words for it. The row's scope says where."""
    for path, _, kind, steps in row.rules:
        for what, value in _strange(kind, ids):
            arguments = fitting(row, sample, ids)
            placed(arguments, steps, value)
            yield f"`{path}` names {what}", arguments
            if steps[-1][1]:
                mixed = fitting(row, sample, ids)
                placed(mixed, steps, own(kind, ids), value)
                yield f"`{path}` names one of its own and {what}", mixed


def aliased(row: Row, sample: Mapping[str, Any], ids: Ids) -> Iterator[tuple[str, Id, dict[str, Any]]]:
    """Arguments in which a bound one stands under another spelling, with words for it and the id that it names."""
    bound = {steps for _, _, _, steps in row.rules}
    for path, _, kind, steps in row.rules:
        what, value = next(_strange(kind, ids))
        for spelled in _spellings(steps[-1][0]):
            other = (*steps[:-1], (spelled, steps[-1][1]))
            if other not in bound and not (len(steps) == 1 and spelled in sample):
                arguments = fitting(row, sample, ids)
                placed(arguments, other, value)
                yield f"`{path}`, spelled `{spelled}`, names {what}", value, arguments


def _spellings(name: str) -> Iterator[str]:
    head, *rest = name.split("_")
    found = (head + "".join(word[:1].upper() + word[1:] for word in rest), name.upper(), name.replace("_", "-"))
    yield from dict.fromkeys(spelled for spelled in found if spelled != name)


def own(kind: str, ids: Ids) -> Id:
    """What the conversation may name of a kind."""
    return {WORKSPACE: ids.workspace, PROJECT: ids.project}.get(kind) or ids.own(kind)


def _strange(kind: str, ids: Ids) -> Iterator[tuple[str, Id]]:
    if kind == WORKSPACE:
        yield "another tenant", ids.other_workspace
    elif kind == PROJECT:
        yield "a project of another tenant", ids.foreign
        yield "a project that the conversation is not about", ids.outside
        yield "a project that does not exist", "toolcrib-no-such-project"
    else:
        yield f"a {kind} of another tenant", ids.strange(kind)
        yield f"a {kind} that does not exist", f"toolcrib-no-such-{kind}"


def placed(arguments: dict[str, Any], steps: Steps, *values: Id) -> None:
    """Write the values at the end of the path; objects and lists on the way are made, of one element each."""
    holder: Any = arguments
    for key, lists in steps[:-1]:
        inner = holder.get(key)
        if not inner:
            made: Any = {}
            inner = made
            for _ in range(lists):
                made = [made]
            holder[key] = made
        else:
            for _ in range(lists):
                inner = inner[0]
        holder = inner
    key, lists = steps[-1]
    value: Any = list(values) if lists else values[0]
    for _ in range(lists - 1):
        value = [value]
    holder[key] = value


def near_misses(name: str) -> Iterator[tuple[str, str]]:
    """Names that only look like `name`, with words for how they differ. Some may be real tools: whoever asks looks."""
    yield "in upper case", name.upper()
    yield "in lower case", name.lower()
    yield "with a capital", name[:1].upper() + name[1:]
    yield "with the case turned", name.swapcase()
    yield "with `-` for `_`", name.replace("_", "-")
    yield "with `_` for `-`", name.replace("-", "_").replace(" ", "_")
    yield "with a space for `_`", name.replace("_", " ")
    yield "with `.` for `_`", name.replace("_", ".")
    yield "without separators", name.replace("_", "").replace("-", "").replace(" ", "")
    head, *rest = name.split("_")
    yield "in camel case", head + "".join(word[:1].upper() + word[1:] for word in rest)
    yield "without its last letter", name[:-1]
    yield "without its first letter", name[1:]
    yield "with a letter more", name + "x"
    yield "with a word more", name + "_all"
    yield "after a server's prefix", "mcp__server__" + name
    yield "with a space before it", " " + name
    yield "with a space after it", name + " "
    yield "with a line break after it", name + "\n"
    yield "with an invisible character", name[:1] + "\u200b" + name[1:]
    yield "in wide letters", "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name)
    yield "with a null character after it", name + "\0"


STRANGERS = (
    ("the empty text", ""),
    ("a pattern", "*"),
    ("a pattern", ".*"),
    ("a name that no tool has", "toolcrib_no_such_tool"),
    ("a name of the language", "__class__"),
    ("a name of the language", "eval"),
)
