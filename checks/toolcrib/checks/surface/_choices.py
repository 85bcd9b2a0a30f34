"""A function that is one of several: what may wrap it, and what a framework makes of each.

Room: checks, middle. `if traced: f = wrap(f)` leaves a name with two functions; both are the same tool. Where they
differ, whatever is made of one is made of each, under its condition.
Not here: how values are joined (`_values.either`), how calls are followed (`_calls`).
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.surface._values import Args, Either, Entry, Func, Partial, Value

_KEYWORDS = ("fn", "func", "function", "callable", "coroutine")


def functions(value: Value | None) -> tuple[Entry, ...]:
    """The options of a value that is one of several functions and nothing else; of one and its wrapping, the latter."""
    if not isinstance(value, Either) or not all(isinstance(o.value, Func | Partial) for o in value.options):
        return ()
    first = value.options[-1].value
    same = [isinstance(o.value, Func) and isinstance(first, Func) and o.value.core is first.core for o in value.options]
    return (Entry(first),) if all(same) else value.options


def each_function(args: Args) -> Iterator[tuple[Entry, Args]]:
    """A call once for each function that its function argument may be; nothing where that is one alone."""
    options = functions(args.positional[0]) if args.positional else ()
    for option in options:
        yield option, Args([option.value, *args.positional[1:]], args.keywords, args.open)
    if options:
        return
    for keyword in _KEYWORDS:
        options = functions(args.keywords.get(keyword))
        for option in options:
            yield option, Args(args.positional, {**args.keywords, keyword: option.value}, args.open)
        if options:
            return
