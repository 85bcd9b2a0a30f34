"""Helpers that keep house: they sign in, log, count, cache. What they write is the program's own, with one exception.

Room: checks, middle. Pure. A name alone excuses no change of a database's rows: below such a helper those still count,
unless what they change is of the house, too (a table of tokens, an entry of a log).
"""

from __future__ import annotations

from toolcrib.checks.writes import _vocabulary
from toolcrib.checks.writes._names import words
from toolcrib.checks.writes._site import Judgement, Site, texts
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import Cls, Obj, Outside, Value


def keeps_house(name: str) -> bool:
    """By its name: what it does, or the thing that it is about, is of the house (`log_call`, `_refresh_token`).

    A word in between says nothing (`_extract_log_group_name`), and one that takes something away for good
    (`revoke_token`) does more.
    """
    said: tuple[str, ...] = tuple(word for word in words(name) if word not in _vocabulary.MAYBE)
    if len(said) == 0 or (said[0] in _vocabulary.TAKES_AWAY and not _vocabulary.CACHES & set(said)):
        return False
    if said[0] in _vocabulary.HOUSE_VERBS:
        behind = said[1] if len(said) > 1 else ""
        return behind not in _vocabulary.LOG_THINGS and not (said[0] != "log" and behind in _vocabulary.WRITE_VERBS)
    thing, into = _thing(said)
    if into in _vocabulary.CACHES:
        return True
    looks = said[0] in _vocabulary.READ_VERBS and thing in _vocabulary.LOOKED_AT
    return thing in _vocabulary.ASIDE_WORDS and not looks


def _thing(said: tuple[str, ...]) -> tuple[str, str]:
    """The thing that a name is about, and where it goes: `save_tokens_to_cache` is about tokens, `prompt_for_consent`
    about consent, `metrics_section_for_report` about a section.
    """
    at = next((n for n, word in enumerate(said) if word in _vocabulary.BETWEEN), len(said))
    if at == 0:
        return "", ""  # `with_auth(work)`: what it does is what it is given
    into = said[-1] if at < len(said) and said[at] in ("to", "into", "in") else ""
    return (said[-1] if at <= 1 else said[at - 1]), into


def counts(site: Site, found: Judgement) -> bool:
    """Evidence that a helper's name does not excuse."""
    if found.kind is Kind.MESSAGE and found.weight is Weight.CERTAIN:
        return True  # mail is read by people
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
