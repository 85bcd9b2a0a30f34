"""Builtins over containers: list, dict, sorted, zip, map, filter, any, next and their kin.

Room: checks, middle. Elements keep the conditions under which they are there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import truth
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Entry,
    Ext,
    Granted,
    Inst,
    Items,
    K,
    Native,
    Site,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

Model = Callable[["Evaluator", Args, Site], Value]


def model_sequence(kind: str) -> Model:
    def make(ev: Evaluator, args: Args, site: Site) -> Value:
        value = args.get(0)
        if value is None:
            return Items(kind, [])
        found, more = elements(ev, value, site.text)
        return Items(kind, [Entry(e.value, e.when, e.at) for e in found], more)

    return make


def model_sorted(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    if args.get(None, "key") is None and all(isinstance(e.value, K) for e in found):
        with contextlib.suppress(TypeError):
            found = sorted(found, key=lambda e: e.value.value)  # type: ignore[attr-defined]  # all are K, see above
    return Items("list", list(found), more)


def make_dict(ev: Evaluator, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._elements import as_table, store

    table = Table({}, args.open)
    first = args.get(0)
    if first is not None:
        other = as_table(first)
        if other is not None:
            table.entries.update(other.entries)
            table.keys.update(other.keys)
            table.open = table.open or other.open
        else:
            found, more = elements(ev, first, site.text)
            table.open = table.open or more
            for entry in found:
                pair, _ = elements(ev, entry.value, site.text)
                if len(pair) == 2:
                    store(table, pair[0].value, Entry(pair[1].value, entry.when), site.text)
                else:
                    table.open = table.open or f"`{site.text}` cannot be read"
    table.entries.update({k: Entry(v) for k, v in args.keywords.items()})
    return table


def model_zip(ev: Evaluator, args: Args, site: Site) -> Value:
    columns = [elements(ev, a, site.text) for a in args.positional]
    rows = [
        Entry(Items("tuple", [Entry(e.value) for e in row]), tuple(c for e in row for c in e.when))
        for row in zip(*(c for c, _ in columns), strict=False)
    ]
    return Items("list", rows, next((more for _, more in columns if more), ""))


def model_enumerate(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    start = args.get(1, "start")
    first = start.value if isinstance(start, K) and isinstance(start.value, int) else 0
    rows = [Entry(Items("tuple", [Entry(K(i)), Entry(e.value)]), e.when) for i, e in enumerate(found, first)]
    return Items("list", rows, more)


def model_range(ev: Evaluator, args: Args, site: Site) -> Value:
    bounds = [a.value for a in args.positional if isinstance(a, K) and isinstance(a.value, int)]
    if len(bounds) != len(args.positional) or not 1 <= len(bounds) <= 3 or (len(bounds) == 3 and bounds[2] == 0):
        return Items("list", [], f"`{site.text}` cannot be read")
    numbers = range(*bounds)
    if len(numbers) > 1000:
        return Items("list", [], f"`{site.text}` is too long to follow")
    return Items("list", [Entry(K(n)) for n in numbers])


def model_map(ev: Evaluator, args: Args, site: Site) -> Value:
    func = args.get(0) or NONE
    columns = [elements(ev, a, site.text) for a in args.positional[1:]]
    made: list[Entry] = []
    for row in zip(*(found for found, _ in columns), strict=False):
        when = tuple(c for e in row for c in e.when)
        with ev.under(when):
            made.append(Entry(ev.resolve(ev.call(func, Args([e.value for e in row]), site)), when))
    more = next((more for _, more in columns if more), "")
    if more:
        ev.call(func, Args([Unknown(more) for _ in columns]), site)
    return Items("list", made, more)


def model_starmap(ev: Evaluator, args: Args, site: Site) -> Value:
    func = args.get(0) or NONE
    found, more = elements(ev, args.get(1) or NONE, site.text)
    made: list[Entry] = []
    for entry in found:
        given, open_ = elements(ev, entry.value, site.text)
        with ev.under(entry.when):
            call = ev.call(func, Args([e.value for e in given], open=open_), site)
        made.append(Entry(ev.resolve(call), entry.when))
    if more:
        ev.call(func, Args(open=more), site)
    return Items("list", made, more)


def model_reduce(ev: Evaluator, args: Args, site: Site) -> Value:
    func = args.get(0) or NONE
    found, more = elements(ev, args.get(1) or NONE, site.text)
    start = args.get(2, "initial")
    held: Value | None = start
    for entry in found:
        with ev.under(entry.when):
            held = entry.value if held is None else ev.resolve(ev.call(func, Args([held, entry.value]), site))
    if more:
        held = ev.resolve(ev.call(func, Args([held or Unknown(more), Unknown(more)]), site))
    return held or NONE


def model_namedtuple(ev: Evaluator, args: Args, site: Site) -> Value:
    """`namedtuple("Row", "function name")`: a class with these fields."""
    given = args.get(1, "field_names")
    text = given.value if isinstance(given, K) and isinstance(given.value, str) else None
    if text is not None:
        names = text.replace(",", " ").split()
    else:
        found, more = elements(ev, given or NONE, site.text)
        names = [e.value.value for e in found if isinstance(e.value, K) and isinstance(e.value.value, str)]
        if more or not found or len(names) != len(found):
            return Unknown(f"`{site.text}` has fields that cannot be read")
    cls = _class_at(site, "namedtuple", [Ext("typing.NamedTuple")])
    cls.annotated = names
    defaults, _ = elements(ev, args.get(None, "defaults") or NONE, site.text)
    for name, entry in zip(reversed(cls.annotated), reversed(defaults), strict=False):
        cls.ns[name] = entry.value
    return cls


def model_namespace(ev: Evaluator, args: Args, site: Site) -> Value:
    """`SimpleNamespace(server=…)`: an object with these attributes."""
    return Inst(_class_at(site, "SimpleNamespace", []), dict(args.keywords), opaque=bool(args.open))


def _class_at(site: Site, name: str, bases: list[Value]) -> Cls:
    decl = ir.ClassDef(site.pos, name, (), (), (), frozenset())
    return Cls(decl, site.module, bases, {}, name)


def model_methodcaller(ev: Evaluator, args: Args, site: Site) -> Value:
    name, rest = args.get(0), Args(args.positional[1:], args.keywords, args.open)
    text = name.value if isinstance(name, K) and isinstance(name.value, str) else None
    if text is None:
        return Unknown(f"`{site.text}` calls a method whose name cannot be told")
    return Native(lambda ev, given, at: ev.call(ev.attr(given.get(0) or NONE, text, at), rest, at))


def model_attrgetter(ev: Evaluator, args: Args, site: Site) -> Value:
    name = args.get(0)
    if len(args.positional) != 1 or not isinstance(name, K) or not isinstance(name.value, str):
        return Unknown(f"`{site.text}` reads attributes that cannot be told")
    parts = name.value.split(".")

    def get(ev: Evaluator, given: Args, at: Site) -> Value:
        value = given.get(0) or NONE
        for part in parts:
            value = ev.attr(value, part, at)
        return value

    return Native(get)


def model_push(ev: Evaluator, args: Args, site: Site) -> Value:
    """`heapq.heappush(queue, item)`: one more element; the order says nothing about what there is."""
    queue, pushed = args.get(0), args.get(1)
    if isinstance(queue, Items) and pushed is not None:
        queue.items.append(Entry(pushed, ev.conds()))
    return NONE


def model_chr(ev: Evaluator, args: Args, site: Site) -> Value:
    number = args.get(0)
    if isinstance(number, K) and isinstance(number.value, int) and 0 <= number.value < 0x110000:
        return K(chr(number.value), number.conf)
    return Unknown(f"`{site.text}` cannot be folded")


def make_defaultdict(ev: Evaluator, args: Args, site: Site) -> Value:
    table = make_dict(ev, Args(args.positional[1:], args.keywords, args.open), site)
    assert isinstance(table, Table)  # what make_dict gives
    factory = args.get(0)
    if factory is not None and not (isinstance(factory, K) and factory.value is None):
        table.factory = factory
    return table


def model_filter(ev: Evaluator, args: Args, site: Site) -> Value:
    func = args.get(0) or NONE
    found, more = elements(ev, args.get(1) or NONE, site.text)
    kept: list[Entry] = []
    for entry in found:
        test = entry.value if isinstance(func, K) else ev.resolve(ev.call(func, Args([entry.value]), site))
        known = truth(test)
        if known is not False:
            grant = test.grant if isinstance(test, Granted) and not test.negated else None
            extra = () if known else (ev.cond(f"kept by {site.text}", str(site.location), "if", "", grant),)
            kept.append(Entry(entry.value, entry.when + extra, entry.at))
    return Items("list", kept, more)


def model_reversed(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    return Items("list", list(reversed(found)), more)


def chain(ev: Evaluator, args: Args, site: Site) -> Value:
    joined = Items("list", [])
    for value in args.positional:
        found, more = elements(ev, value, site.text)
        joined.items += found
        joined.open = joined.open or more
    return joined


def model_chain_from(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    joined = chain(ev, Args([e.value for e in found]), site)
    assert isinstance(joined, Items)  # what chain gives
    joined.open = joined.open or more
    return joined


def model_len(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    return Unknown("a length that cannot be told") if more or any(e.when for e in found) else K(len(found))


def model_any_all(want: bool) -> Model:
    def run(ev: Evaluator, args: Args, site: Site) -> Value:
        found, more = elements(ev, args.get(0) or NONE, site.text)
        known = [truth(e.value) if not e.when else None for e in found]
        if want in known:
            return K(want)
        return Unknown(f"`{site.text}` cannot be told") if more or None in known else K(not want)

    return run


def model_next(ev: Evaluator, args: Args, site: Site) -> Value:
    source = args.get(0) or NONE
    found, more = elements(ev, source, site.text)
    if isinstance(source, Items) and source.kind in ("iterator", "generator") and found:
        if ev.when and source.kind == "iterator" and len(found) > 1:
            return Unknown(f"which element `{site.text}` takes cannot be told")
        if not ev.when:
            source.items.pop(0)
    if found and not found[0].when:
        return found[0].value
    default = args.get(1)
    options = [Entry(e.value, e.when) for e in found] + ([Entry(default)] if default is not None else [])
    return either(options) if options else Unknown(more or "an empty iterator")
