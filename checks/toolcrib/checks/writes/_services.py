"""Clients of services: an operation whose verb changes something there.

Room: checks, middle. Pure. Where the package is known to speak to a service, the verb decides; elsewhere the shape of
the call has to say that it is such a client.
"""

from __future__ import annotations

import re

from toolcrib.checks.writes import _packages, _vocabulary
from toolcrib.checks.writes._names import word_set, words
from toolcrib.checks.writes._site import Judgement, Site
from toolcrib.checks.writes._types import Kind, Weight

_SENT = re.compile(r"\)\.(\w+)\(\)\.(?:execute|send|do)$")  # service.files().create(…).execute
_CLIENTS = word_set("client api service svc sdk gateway connector backend session connection conn manager repo rpc")
_CLASSES = re.compile(r"(Client|Api|API|Service|Sdk|SDK|Gateway|Connector|Connection|Resource|Repository)(?:V\d+)?\(\)")

_DEVTOOLS = re.compile(r"\.send\.(?:Target|Page|DOM|Overlay|Runtime)\.[a-z]\w*$")
"""A browser's debugging protocol as its clients spell it: domain and command. A page that is shown is nobody's data;
what the browser stores (`Storage`, `Network`) is none of these."""

_CALLED = re.compile(r"(\w+)\(\)")
_READING = word_set("get list read describe fetch find search query scan count head lookup peek show view select")
_OF_DATA = frozenset(name for kind in (str, bytes, list, dict, set) for name in dir(kind) if name[0] != "_")


def operation(site: Site) -> Judgement | None:
    target = site.target
    if target.known and target.root in _packages.QUIET_ROOTS:
        return None
    chained = _SENT.search(target.path)
    if chained is not None:
        name = chained[1]
        if writes(name):
            weight = Weight.CERTAIN if target.known and target.root == "googleapiclient" else Weight.LIKELY
            return _does(name, weight)
        return None
    name = target.last
    if site.handed or not writes(name):
        return None
    before = target.path.rpartition(".")[0]
    if _DEVTOOLS.search(target.path):
        return None
    if name in _vocabulary.CLIENT_NEVER or _vocabulary.CLIENT_OBJECTS & set(words(name)[1:]):
        return None
    if name in _vocabulary.CLIENT_SAFE and _is_data(before):
        return None
    if target.known and target.root == "googleapiclient":  # `new_batch_http_request().add`, `MediaUpload.stream`
        return None if name in _vocabulary.CLIENT_SAFE or "()" not in before else _does(name, Weight.CERTAIN)
    if target.known and target.root in _packages.SDK_ROOTS:
        on_object = "()" in before or "[]" in before or any(part[:1].isupper() for part in before.split("."))
        if not on_object or (name in _vocabulary.CLIENT_SAFE and "." not in before.partition("()")[2]):
            return None
        data = "[]" in before.rpartition("()")[2]  # a part of an answer, which may be a text or a date
        return _does(name, Weight.POSSIBLE if data else Weight.CERTAIN)
    several = len(words(name)) > 1
    if target.known:
        if _CLASSES.search(before) and name not in _vocabulary.CLIENT_SAFE:
            return _does(name, Weight.LIKELY if several else Weight.POSSIBLE)
        return _does(name, Weight.POSSIBLE) if "()" in before and several else None
    if not before or before == "?" or name in _vocabulary.CLIENT_SAFE:
        return None
    like = bool(_CLIENTS & set(words(before.rpartition(".")[2]))) or _CLASSES.search(before) is not None
    return _does(name, Weight.LIKELY if several and like else Weight.POSSIBLE) if several or like else None


def _is_data(before: str) -> bool:
    """What stands before the operation is an answer: it comes from a reading call, or from a text of one."""
    calls = _CALLED.findall(before)
    return bool(calls) and (calls[-1] in _OF_DATA or (words(calls[-1]) or [""])[0] in _READING)


def _does(name: str, weight: Weight) -> Judgement:
    return Judgement(kind=Kind.CLOUD, weight=weight, does=f"calls the operation `{name}` of a service")


def writes(name: str) -> bool:
    """The operation's verb changes something."""
    if name in _vocabulary.READ_OPERATIONS or name.startswith("_"):
        return False
    parts = [w for w in words(name) if w not in ("async", "a", "aio", "batch", "bulk", "begin", "sync", "do", "try")]
    return bool(parts) and parts[0] in _vocabulary.WRITE_VERBS
