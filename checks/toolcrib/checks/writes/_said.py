"""What a tool's name says about writing: its words, judged in their order.

Room: checks, middle. Pure. Touch it when an order of words is read wrongly.
Not here: the words (`_verbs`), how a name is split (`_names`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from toolcrib.checks.writes import _verbs as v
from toolcrib.checks.writes._names import words


@dataclass(frozen=True, slots=True)
class Said:
    """The word of a name that decides, and whether it is one that writes."""

    verb: str
    writes: bool


_JOINS = frozenset({"and", "or", "then"})
_LONG = re.compile("(" + "|".join(sorted(v.LONG)) + r")([a-z]{3,})")
_READS = v.READS - v.WRITES


def said_by(name: str) -> Said | None:
    """What a name says; None when no word of it is a verb that is known.

    The first verb decides, so that a vendor's prefix is passed over (`github_create_issue`) and `list_datasets` holds
    no `set`; behind `and`, `or` and `then` a further verb may stand (`find_and_delete_users`). A word that may be a
    thing counts as a verb only at the start, or where a thing follows it; a verb that reads stands over it from the end
    (`issue_read`).
    """
    first, *further = _sides([_plain(word) for word in words(name)])
    if not first:
        return None
    if first[0] in v.ASKS:
        return Said(first[0], writes=False)
    said = _side(first)
    if said is not None and said.writes:
        return said
    if _is_about_writing(first) or first[0] in v.STAGES:  # `check_create_or_update_permission`
        return said
    for side in further:
        then = _side(side)
        thing = side and side[0] in v.NOUNS and len(first) > 1  # `get_open_and_close_price`
        if then is not None and then.writes and not thing and side.index(then.verb) == 0:
            return then
    return said


def _plain(word: str) -> str:
    """The verb of a word in the third person, or that nothing separates from its object: `deletes`, `deleteuser`."""
    if word.endswith("s") and word[:-1] in v.WRITES - v.NOUNS:
        return word[:-1]
    found = _LONG.fullmatch(word)
    return found[1] if found is not None and found[2] not in v.INFLECTIONS else word


def _sides(parts: Sequence[str]) -> list[list[str]]:
    sides: list[list[str]] = [[]]
    for part in parts:
        if part in _JOINS:
            sides.append([])
        else:
            sides[-1].append(part)
    return sides


def _is_about_writing(side: Sequence[str]) -> bool:
    """A verb that reads, and what it looks at is a writing: then the further ones are looked at, too."""
    return len(side) > 1 and side[0] in _READS and any(part in v.WRITES - v.NOUNS for part in side[1:])


def _side(parts: Sequence[str]) -> Said | None:
    if not parts or parts[0] in v.QUALIFIES:
        return None
    if ("dry", "run") in pairwise(parts):
        return Said("dry", writes=False)
    if parts[0] in v.STAGES:
        return Said(parts[0], writes=False)
    for index, part in enumerate(parts):
        said = _word(part, index, parts)
        if said is not None:
            return said
        if index == 0 and part in v.OPEN:
            return _done(parts)
    return None


def _word(part: str, index: int, parts: Sequence[str]) -> Said | None:
    last = index == len(parts) - 1
    if v.WITH.get(part, frozenset()) & set(parts[index + 1 : index + 4]):
        return Said(part, writes=True)
    if part in v.SHORT or (index == 0 and not last and part in v.SHORT_AT_THE_START):
        return Said(part, writes=True)
    if part in v.STAGES_ANYWHERE:
        return Said(part, writes=False)
    if part in _READS:
        ends = not last and part in v.LISTED and parts[-1] in v.ENDS_A_THING
        return Said(parts[-1], writes=True) if ends else Said(part, writes=False)
    if part not in v.WRITES:
        return None
    if part not in v.NOUNS:
        return Said(part, writes=True)
    return _thing(part, index, parts)


def _thing(part: str, index: int, parts: Sequence[str]) -> Said | None:
    """A word that is as often a thing as a verb."""
    end = parts[-1]
    if len(parts) == 1:
        return Said(part, writes=True)
    if index == 0:
        if part in v.NEVER_THINGS_AT_THE_START or (part == "post" and end == "status"):
            return Said(part, writes=True)
        if end in _READS:
            return Said(part, writes=True) if end in v.THINGS_AT_THE_END else Said(end, writes=False)
        return None if end in v.PARTS_OF_THINGS else Said(part, writes=True)
    if index == len(parts) - 1:
        before = parts[index - 1]
        done = part in v.DONE_AT_THE_END or (part in ("set", "update") and before in v.SET_OR_UPDATED)
        news = part == "update" and before in v.UPDATES_THAT_ARE_NEWS
        return Said(part, writes=True) if done and not news else None
    return None if end in _READS else Said(part, writes=True)


def _done(parts: Sequence[str]) -> Said | None:
    """Behind a verb that leaves it open: what is done, where a verb says it (`handle_delete`, `run_update`)."""
    if parts[0] not in v.DOERS or len(parts) == 1:
        return None
    verb = parts[1]
    if verb in v.NOUNS:
        plain = verb in v.NEVER_THINGS_AT_THE_START and len(parts) == 2
        return Said(verb, writes=True) if plain or verb == "refund" else None
    if verb in v.WRITES or verb in v.SHORT:
        return Said(verb, writes=True)
    end = parts[-1]
    return Said(end, writes=True) if end in v.WRITES - v.NOUNS else None
