"""Which names of arguments say that they name a tenant or an object of one.

Room: checks, middle. A table of words that people extend in the configuration (`scoped`). Used by TC304.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

WORDS = frozenset(
    {"tenant", "workspace", "project", "account", "organisation", "organization", "org", "user", "customer", "company"}
    | {"team", "client"}
)
_ALONE = frozenset({"tenant", "workspace"})  # nothing but an id is ever given for these
_IDS = frozenset({"id", "ids", "uuid", "uuids", "guid", "guids", "key", "keys", "slug", "slugs", "gid", "identifier"})
_AT_THE_END = frozenset({"pk", "pks", "uid", "uids", "number", "numbers", "no", "nr", "ref", "refs", "reference"})
"""Words that are an id's only where nothing follows them (`account_no`, and not `project_no_cache`)."""
_PARTS = re.compile(r"[A-Z]{2,}s?(?![a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_LONGEST = 200


def kind_of(path: str, more: Iterable[str] = ()) -> str:
    """The kind of object that an argument names (`filter.projectIds` → "project"), "" when it names none.

    `more`: further words of objects, and, with `_` before them, further words of ids (`_code`: `project_code`).
    """
    told = frozenset(more)
    *around, name = path.split(".")
    if around and name.lower() in _IDS | _AT_THE_END | _ids(told):  # `user.id`
        name = f"{around[-1]}_{name}"
    return _kind(name[:_LONGEST], told)


def _ids(more: frozenset[str]) -> frozenset[str]:
    return frozenset(end for word in more if word.startswith("_") for end in (word[1:], f"{word[1:]}s"))


@cache
def _kind(name: str, more: frozenset[str]) -> str:
    known = WORDS | {word for word in more if not word.startswith("_")}
    anywhere = _IDS | _ids(more)
    parts: list[str] = [part.lower() for part in _PARTS.findall(name)]
    if len(parts) == 1 and parts[0] in _ALONE:
        return parts[0]
    for index, (word, then) in enumerate(pairwise(parts)):
        last = index + 2 == len(parts)
        if (then in anywhere or (last and then in _AT_THE_END)) and (found := _word(word, known)):
            return found
    for part in parts:  # `projectid`, and `projectids`
        for end in ("ids", "id"):
            if part.endswith(end) and (found := _word(part.removesuffix(end), known)):
                return found
    return ""


def _word(text: str, known: frozenset[str]) -> str:
    return text if text in known else text[:-1] if text.endswith("s") and text[:-1] in known else ""
