"""Requests: which method is sent, and whether a POST only reads.

Room: checks, middle. Pure.
"""

from __future__ import annotations

import re

from toolcrib.checks.writes import _http_words, _packages, _vocabulary
from toolcrib.checks.writes._names import word_set, words
from toolcrib.checks.writes._site import NO, Judgement, Site, texts
from toolcrib.checks.writes._sql import Does, graphql
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import HOLE, Items, K, Outside, Table, Values

_BODY = word_set("json data headers body params payload files content url timeout json_data auth cookies")
_QUERIES = word_set("query search graphql ask lookup")
"""First or last words of functions that ask, where the address does not tell what is asked for."""
_QUESTIONS = word_set("query q search filter filters")
"""Keys of a body that holds a question."""
_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_DEVTOOLS = re.compile(r"/json/(?:new|activate|close)\b")
"""A browser's own pages, over its debugging port: a tab is nobody's data."""
_URL = re.compile(r"https?://|^/|/")


def request(site: Site) -> Judgement | None:
    target = site.target
    ours = target.known and target.root in _http_words.HTTP_ROOTS
    if target.known and target.root == "urllib":
        return _urllib(site)
    name = target.last.lower()
    if name in _http_words.HTTP_VERBS:
        if target.known and not ours and (target.root in _packages.QUIET_ROOTS or "unittest" in target.path):
            return None
        return _sent(site, name.upper(), ours=ours, url=site.argument(0, "url", "path", "endpoint"))
    if target.last in _http_words.HTTP_REQUEST or (ours and target.last in ("request", "stream")):
        return _requested(site, ours=ours)
    return NO if ours and name in _http_words.HTTP_SAFE else None


def _urllib(site: Site) -> Judgement | None:
    if site.target.last == "Request":
        methods = texts(site.argument(5, "method"))
        if methods and all(m.upper() not in _METHODS for m in methods):
            return NO
        if not methods and not _is_given(site.argument(1, "data")):
            return NO
        return _sent(site, methods[0].upper() if methods else "POST", ours=True, url=site.argument(0, "url"))
    if site.target.last == "urlopen" and _is_given(site.argument(1, "data")):
        return _sent(site, "POST", ours=True, url=site.argument(0, "url"))
    return None


def _is_given(values: Values) -> bool:
    return bool(values) and not all(isinstance(v, K) and v.value is None for v in values)


def _requested(site: Site, *, ours: bool) -> Judgement | None:
    """`request("POST", url)`."""
    method, url = site.argument(0, "method"), site.argument(1, "url", "path", "endpoint")
    if not any(text.upper() in _METHODS | {"GET", "HEAD", "OPTIONS"} for text in texts(method)):
        other = site.argument(1)
        if any(text.upper() in _METHODS for text in texts(other)):  # request(url, "POST")
            method, url = other, site.argument(0)
    said = [text.upper() for text in texts(method)]
    wrong = [text for text in said if text in _METHODS]
    if wrong:
        return _sent(site, wrong[0], ours=ours, url=url, sure=True)
    if said and HOLE not in "".join(said):
        return NO if ours or said[0] in ("GET", "HEAD", "OPTIONS") else None
    if not ours or not method:
        return None
    if any(isinstance(v, Outside) and v.chosen for v in method):
        return Judgement(
            kind=Kind.HTTP, weight=Weight.LIKELY, does="sends a request with a method that the caller chooses"
        )
    return Judgement(kind=Kind.HTTP, weight=Weight.POSSIBLE, does="sends a request whose method cannot be told")


def _sent(site: Site, method: str, *, ours: bool, url: Values, sure: bool = False) -> Judgement | None:
    address = texts(url)
    if any(_DEVTOOLS.search(text) for text in address):
        return NO
    if not ours and _vocabulary.CACHES & set(words(site.receiver)):
        return None
    if method == "POST":
        documents = [graphql(text) for text in _documents(site)]
        if Does.WRITES in documents:
            return Judgement(kind=Kind.HTTP, weight=Weight.CERTAIN, does="sends a GraphQL mutation")
        if _is_rpc(site):
            return Judgement(kind=Kind.HTTP, weight=Weight.POSSIBLE, does="sends a remote procedure call")
        if _asks(site, address):
            return Judgement(kind=Kind.HTTP, weight=Weight.POSSIBLE, does="sends a POST request")
        if Does.READS in documents or any(_reads(text) for text in address):
            return NO
    if ours:
        weight = Weight.CERTAIN if address or method != "POST" else Weight.LIKELY
        if method == "POST" and not any(text.strip(HOLE) for text in address) and _reader(site):
            weight = Weight.POSSIBLE
    else:
        shaped = sure or bool(site.names() & _BODY) or any(_URL.search(text) for text in address)
        weight = Weight.LIKELY if shaped else Weight.POSSIBLE
    return Judgement(kind=Kind.HTTP, weight=weight, does=f"sends a {method} request")


def _asks(site: Site, address: list[str]) -> bool:
    """The function is named after asking, and nothing else says what is sent: the address cannot be told to its end,
    or the body holds a question. A whole address that speaks of no search (`https://x.example/notes`) is a reason
    against it.
    """
    name = words(site.frame.name)
    if not name or not _QUERIES & {name[0], name[-1]}:
        return False
    told = [text for text in address if text.strip(HOLE) and not text.endswith(HOLE)]
    if not told:
        return True
    tables = [v for values in (*site.given.positional, *(vs for _, vs in site.given.keyword)) for v in values]
    return any(isinstance(v, Table) and any(key in _QUESTIONS for key, _ in v.entries) for v in tables)


def _is_rpc(site: Site) -> bool:
    """JSON-RPC: everything is a POST."""
    values = [v for _, vs in site.given.keyword for v in vs] + [v for vs in site.given.positional for v in vs]
    return any(isinstance(v, Table) and any(name == "jsonrpc" for name, _ in v.entries) for v in values)


def _reader(site: Site) -> bool:
    """Nothing tells the address, and the function is named after a verb that reads."""
    name = [word for word in words(site.frame.name) if word not in _vocabulary.MAYBE]
    if not name or any(word in _vocabulary.WRITE_VERBS for word in name[:-1]):
        return False
    return bool((_vocabulary.READ_VERBS | _http_words.HTTP_READ_WORDS) & set(name))


def _reads(address: str) -> bool:
    """An address whose last parts say that it is a search, a query, a sign-in or a model."""
    plain = address.split("?", 1)[0].replace(HOLE, "")
    parts = [part for part in re.split(r"[/:]", plain) if part]
    host = {word for part in parts if "." in part for word in words(part)}
    parts = [part for part in parts if "." not in part]
    return "search" in host or any(_http_words.HTTP_READ_WORDS & set(words(part)) for part in parts[-2:])


def _documents(site: Site) -> list[str]:
    """Texts in the arguments, also one level down: `json={"query": TEXT}`."""
    found: list[str] = []
    groups = [*site.given.positional, *(values for _, values in site.given.keyword)]
    for values in groups:
        for value in values:
            if isinstance(value, K) and isinstance(value.value, str):
                found.append(value.value)
            elif isinstance(value, Table):
                found += (text for _, inner in value.entries for text in texts(inner))
            elif isinstance(value, Items):
                found += (text for inner in value.items for text in texts(inner))
    return [text for text in found if "{" in text]
