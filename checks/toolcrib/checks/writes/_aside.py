"""Helpers that keep house: they sign in, log, count, cache. What they write is the program's own, with one exception.

Room: checks, middle. Pure. A name alone excuses no change of a database's rows: below such a helper those still count,
unless what they change is of the house, too (a table of tokens, an entry of a log).
"""

from __future__ import annotations

from toolcrib.checks.writes import _vocabulary
from toolcrib.checks.writes._names import words
from toolcrib.checks.writes._site import Judgement, Site, texts
from toolcrib.checks.writes._types import Kind
from toolcrib.checks.writes._values import Cls, Obj, Outside, Value


def keeps_house(name: str) -> bool:
    """By its name; one that takes something away for good (`revoke_token`) does not."""
    said = words(name)
    if not _vocabulary.ASIDE_WORDS & set(said):
        return False
    return said[0] not in _vocabulary.TAKES_AWAY or bool(_vocabulary.CACHES & set(said))


def counts(site: Site, found: Judgement) -> bool:
    """Evidence that a helper's name does not excuse."""
    if found.kind not in (Kind.SQL, Kind.ORM) or found.chosen or site.target.last in ("commit", "flush"):
        return False
    on = f"{site.receiver} {site.target.path}"  # a `session` there is a database's
    said: list[str] = []
    for values in (*site.given.positional, *(values for _, values in site.given.keyword)):
        said += texts(values)
        said += [_name(value) for value in values]
    return not _HOUSE & _all(on) and not (_HOUSE | {"session"}) & {word for text in said for word in _all(text)}


_HOUSE = _vocabulary.ASIDE_WORDS | _vocabulary.CACHE_WORDS | _vocabulary.OF_THE_HOUSE


def _all(text: str) -> set[str]:
    """The words of a text, plural ones in the singular, too."""
    said = set(words(text))
    return said | {word.removesuffix("s") for word in said}


def _name(value: Value) -> str:
    if isinstance(value, Obj):
        return value.cls.decl.name
    if isinstance(value, Cls):
        return value.decl.name
    return value.path if isinstance(value, Outside) else ""
