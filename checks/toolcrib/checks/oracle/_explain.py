"""Why a difference was to be expected: what the static side had said itself, with the place where it said so.

Room: checks, middle. Pure. An explanation never comes from the listing: only a condition, a name that the environment
changes, a place that could not be read or a note of the surface gives one, and in doubt there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolcrib.checks.oracle._types import Explanation, Holder, Listing, LiveTool
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Declaration, Note, Surface, Unresolved

# What a note of the surface says, by its words. A test holds this to every note that the dialects can write: one that
# is in none of the three explains nothing.
FEWER = (
    "a tool shown here may not be offered",
    "may list fewer or other tools",
    "lists its tools itself",
    "lists a search instead of the other tools",
)
OTHERS = (
    "may be given more tools",
    "may be given tools of which nothing is known",
    "may list fewer or other tools",
    "lists its tools itself",
    "lists a search instead of the other tools",
    "is not read yet",
    "whether it registers a tool is not known",
    "may bring tools of its own",
    "adds tools of the library to the agent's own",
    "may name tools: the surface is what the code gives",
    "=` may give the ",
    "loads every tool in the folder",
)
NEITHER = (
    "what it would register is not offered",
    "is a hint in SDK 2 only",
    "what the model is told cannot be read here",
    "the hints cannot be read",
)
UNOWNED = "nothing in the source says that it belongs to this list; --path, --server or --agent say so"
SERVING = frozenset({"mcp", "fastmcp"})  # dialects whose tools belong to a server
_REMOVES = "removes a tool"
_QUOTED = re.compile(r"""["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class Expected:
    """What the static side knows of its own limits."""

    surface: Surface
    acknowledged: tuple[Acknowledgement, ...]
    listing: Listing
    unowned: bool = False  # nothing in the source says which tools belong to what was listed

    @property
    def belongs_nowhere(self) -> Explanation | None:
        return Explanation(text=UNOWNED) if self.unowned else None


def explain_absent(declared: Sequence[Declaration], expected: Expected) -> Explanation | None:
    """Why a declared tool need not be listed. Every one of its declarations has to have a reason."""
    reasons = [_why_absent(one, expected) for one in declared]
    if all(reason is not None for reason in reasons):
        return reasons[0]
    return expected.belongs_nowhere


def _why_absent(one: Declaration, expected: Expected) -> Explanation | None:
    if one.condition:
        return Explanation(text=f"registered only if `{' '.join(one.condition.split())}`", at=one.site)
    if one.configurable:
        return Explanation(text=f"its name changes with {one.configurable}", at=one.site)
    for note in expected.surface.notes:
        if _says(note, FEWER) and _speaks_of(note, one) and _is_near(note, one, expected):
            return Explanation(text=_told(note), at=note.at)
    return None


def _told(note: Note) -> str:
    """The note without its advice for the check."""
    return note.text.partition(". The check holds")[0]


def _says(note: Note, words: Iterable[str]) -> bool:
    return any(word in note.text for word in words)


def _speaks_of(note: Note, one: Declaration) -> bool:
    """A removal that names its tool speaks of no other one."""
    names = set(_QUOTED.findall(note.text)) if _REMOVES in note.text else set()
    return not names or not names.isdisjoint({one.name, one.declared_name})


def _is_near(note: Note, one: Declaration, expected: Expected) -> bool:
    """Whether the note may speak of this declaration's server or list: by its file, as a note names no server.

    It may where that file holds the declaration or others of its server, or nobody's declarations at all.
    """
    path = note.at.path
    if path in (one.at.path, one.site.path):
        return True
    here = [other for other in expected.surface.tools if path in (other.at.path, other.site.path)]
    agents = [agent for agent in expected.surface.agents if agent.at.path == path]
    if not here and not agents:
        return True
    return bool(one.server) and any(other.server == one.server for other in here)


def renamed_pairs(absent: Mapping[str, Sequence[Declaration]], extra: Sequence[LiveTool]) -> Mapping[str, Declaration]:
    """For a listed name, the absent declaration that it is, where the environment may change that one's name.

    Each declaration stands for one name. The text decides; without one, the names have to share an end.
    """
    free = [one for declared in absent.values() for one in declared if one.configurable]
    pairs: dict[str, Declaration] = {}
    for is_it in (_same_text, _same_end):
        for tool in extra:
            one = next((one for one in free if is_it(one, tool)), None) if tool.name not in pairs else None
            if one is not None:
                pairs[tool.name] = one
                free.remove(one)
    return pairs


def _same_text(one: Declaration, tool: LiveTool) -> bool:
    said = " ".join((tool.description or "").split())
    return bool(said) and said in {" ".join(text.split()) for text in one.description.accepted}


def _same_end(one: Declaration, tool: LiveTool) -> bool:
    """What a changed prefix or suffix leaves as it was: at least half of both names, and four letters."""
    a, b = one.name, tool.name
    least = max(4, (max(len(a), len(b)) + 1) // 2)
    return a[-least:] == b[-least:] or a[:least] == b[:least]


def explain_extra(name: str, renamed: Declaration | None, expected: Expected) -> Explanation | None:
    """Why a tool may be listed that the source does not show."""
    if renamed is not None:
        return Explanation(
            text=f"`{renamed.name}` under another name, which changes with {renamed.configurable}", at=renamed.site
        )
    for entry in sorted(expected.surface.unresolved, key=lambda u: (not u.dynamic, u.at)):
        if _may_bring(entry, name, expected):
            what = "" if entry.dynamic else "cannot be read: "
            return Explanation(text=f"{what}{entry.reason}", at=entry.at)
    for note in expected.surface.notes:
        if _says(note, OTHERS) and not _is_another_server_s(note, expected):
            return Explanation(text=_told(note), at=note.at)
    return None


def _is_another_server_s(note: Note, expected: Expected) -> bool:
    """Whether the note's file holds declarations of servers, and none of the one that was listed."""
    own = expected.listing.names[0] if expected.listing.names else ""
    known = any(one.server == own for one in expected.surface.tools)
    here = {one.server for one in expected.surface.tools if note.at.path in (one.at.path, one.site.path)} - {""}
    return known and bool(here) and own not in here


def _may_bring(entry: Unresolved, name: str, expected: Expected) -> bool:
    """Whether a registration that cannot be read may be where the tool comes from.

    One whose server is known brings its tools to no other; one that a person acknowledged with names brings these.
    """
    own = expected.listing.names[0] if expected.listing.names else ""
    servers = {one.server for one in expected.surface.tools if one.server}
    if entry.server and own in servers and entry.server != own and entry.server in servers:
        return False
    if not entry.server and expected.listing.holder is Holder.SERVER:
        frameworks = {one.framework for one in expected.surface.tools if one.server == own}
        if entry.framework and entry.framework not in SERVING | frameworks:
            return False
    words = [w for w in expected.acknowledged if (w.file, w.anchor) == (entry.at.path, entry.anchor)]
    return not words or any(name in word.tools or word.dynamic for word in words)
