"""Calls: which function with which arguments, and what it gives back.

Room: checks, middle. Pure. A call of a local function is a frame; calls that cannot be told apart are one frame, and
after a number of different calls of one function its constant arguments are forgotten (`MAX_CONTEXTS`).
Not here: following a frame's own calls (`_visit`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _attributes, _limits, _passing, _texts, _truth, _types_of
from toolcrib.checks.writes._bindings import expressions, parts
from toolcrib.checks.writes._values import (
    HOLE,
    UNKNOWN,
    Cls,
    Fn,
    Frame,
    Given,
    Items,
    K,
    Mod,
    Obj,
    Outside,
    Table,
    Value,
    Values,
    keys,
    merged,
)

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower

NOTHING = Given()
ANYTHING = Given(open=True)


def given(follower: Follower, args: tuple[ir.Arg, ...], frame: Frame) -> Given:
    """The arguments of a call, with what `*` and `**` spread as far as it can be told."""
    positional: list[Values] = []
    keyword: list[tuple[str, Values]] = []
    open_ = False
    for arg in args:
        values = follower.evaluate(arg.value, frame)
        if arg.star == "*":
            spread = [v for v in values if isinstance(v, Items)]
            open_ = open_ or len(spread) != len(values) or any(v.open for v in spread)
            positional += spread[0].items if spread else ()
        elif arg.star == "**":
            tables = [v for v in values if isinstance(v, Table)]
            open_ = open_ or len(tables) != len(values) or any(t.rest for t in tables)
            keyword += ((name, vs) for t in tables for name, vs in t.entries if isinstance(name, str))
        elif arg.keyword:
            keyword.append((arg.keyword, values))
        else:
            positional.append(values)
    return Given(tuple(positional), tuple(keyword), open_)


# --- frames ----------------------------------------------------------------------------------------------------------


def frame_of(follower: Follower, fn: Fn, args: Given, *, told: bool = True, chosen: bool = False) -> Frame:
    """The frame of one call. `told`: something is known of its arguments; `chosen`: the model gives them."""
    values = _parameters(follower, fn, args, told=told, chosen=chosen)
    key = _key(follower, fn, values)
    if key not in follower.frames:
        count = follower.contexts.get(id(fn.decl), 0)
        if count >= _limits.MAX_CONTEXTS:
            all_ = count >= 2 * _limits.MAX_CONTEXTS
            values = {name: _forgotten(vs, all_=all_) for name, vs in values.items()}
            key = _key(follower, fn, values)
        follower.contexts[id(fn.decl)] = count + 1
    made = follower.frames.get(key)
    if made is None:
        made = Frame(fn.frame.module, key, fn.decl, fn.frame, values, fn.owner)
        follower.frames[key] = made
    return made


def _key(follower: Follower, fn: Fn, values: dict[str, Values]) -> int:
    told = tuple((name, follower.key(keys(vs))) for name, vs in values.items())
    return follower.key((id(fn.decl), fn.frame.key, told))


def _forgotten(values: Values, *, all_: bool) -> Values:
    """The arguments without what makes calls many: long texts and containers first, then constants and long ways.

    A function that calls itself with parts of what it was given would otherwise have a call for each way into it.
    """

    def short(value: Value) -> bool:
        return isinstance(value, K) and not all_ and len(str(value.value)) < _SHORT and HOLE not in str(value.value)

    def kept(value: Value) -> Values:
        if isinstance(value, Outside) and all_:
            return (value.shortened(),)
        return UNKNOWN if isinstance(value, K | Items | Table) and not short(value) else (value,)

    return merged([kept(value) for value in values])


_SHORT = 24  # characters: long enough for the name of a method or mode


def _parameters(follower: Follower, fn: Fn, args: Given, *, told: bool, chosen: bool) -> dict[str, Values]:
    positional: list[Values] = [*fn.ahead, *args.positional]
    if fn.self_ is not None:
        positional.insert(0, (fn.self_,))
    keyword = dict(args.keyword)
    values: dict[str, Values] = {}
    at = 0
    for param in fn.decl.params:
        if param.kind == "*":
            values[param.name] = (Items(tuple(positional[at:]), open=args.open or not told),)
            at = len(positional)
            continue
        if param.kind == "**":
            rest = tuple(keyword.items())
            values[param.name] = (Table(rest, UNKNOWN if args.open or not told else ()),)
            continue
        found: list[Values] = []
        if param.kind in ("positional", "any") and at < len(positional):
            found.append(positional[at])
            at += 1
        elif param.name in keyword and param.kind != "positional":
            found.append(keyword.pop(param.name))
        else:
            found.append(_missing(follower, fn, param, told=told and not args.open, chosen=chosen))
        values[param.name] = _types_of.narrowed(follower, merged(found), param.annotation, fn.frame)
    return values


def _missing(follower: Follower, fn: Fn, param: ir.Param, *, told: bool, chosen: bool) -> Values:
    """A parameter that the call does not give."""
    injected = _types_of.provided(follower, param.default, fn.frame)
    if injected:
        return injected
    if chosen:
        return (Outside(param.name, chosen=True),)
    if param.default is None:
        return (Outside(param.name),)
    default = follower.evaluate(param.default, fn.frame)
    if told:
        return default
    return merged([tuple(v for v in default if not isinstance(v, K)), (Outside(param.name),)])


# --- results ---------------------------------------------------------------------------------------------------------


def result(follower: Follower, node: ir.Call, frame: Frame) -> Values:
    """What a call gives."""
    functions = follower.evaluate(node.func, frame)
    args = given(follower, node.args, frame)
    found: list[Values] = []
    if isinstance(node.func, ir.Attr) and node.func.name in ("get", "pop", "setdefault") and args.positional:
        looked_up = _looked_up(follower.evaluate(node.func.value, frame), args)
        if looked_up:
            return looked_up
    for function in functions:
        if isinstance(function, Outside) and function.path == "builtins.super" and function.known:
            found.append(_super(follower, frame))
        elif isinstance(function, Outside) and function.known and function.path in _passing.IMPORTS:
            found.append(_imported(follower, function, args, frame))
        elif isinstance(node.func, ir.Attr) and isinstance(function, Outside) and function.path.startswith("«text»"):
            texts = [v for v in follower.evaluate(node.func.value, frame) if isinstance(v, K)]
            found += (
                _texts.method(v.value, node.func.name, args.positional) for v in texts if isinstance(v.value, str)
            )
        else:
            found.append(called(follower, function, args))
    return merged(found) or UNKNOWN


def _imported(follower: Follower, function: Outside, args: Given, frame: Frame) -> Values:
    """`importlib.import_module("os")`, and `__import__("os.path")`, which gives the first part."""
    first = args.positional[0] if args.positional else dict(args.keyword).get("name", ())
    names = [v.value for v in first if isinstance(v, K) and isinstance(v.value, str) and HOLE not in v.value]
    whole = function.last == "import_module"
    found = [module(follower, name if whole else name.partition(".")[0], frame) for name in names if name]
    return merged(found) or (Outside(f"{function.path}()", known=True),)


def module(follower: Follower, dotted: str, frame: Frame) -> Values:
    """A module by its dotted name: one of the repository, or of another library."""
    plain = dotted.lstrip(".")
    place = follower.program.resolve(plain, frame.module, len(dotted) - len(plain))
    if place is not None:
        return (Mod(place),)
    return (Outside(dotted, known=True),) if dotted == plain else ()


def _looked_up(holders: Values, args: Given) -> Values:
    """`TABLE.get(name)`: what stands under a constant name, else whatever the table holds."""
    names = [v.value for v in args.positional[0] if isinstance(v, K)]
    found: list[Values] = []
    for table in holders:
        if isinstance(table, Table) and table.entries:
            picked = [values for name, values in table.entries if name in names]
            found += picked or ([] if names else [values for _, values in table.entries])
            found.append(args.positional[1] if len(args.positional) > 1 else ())
    return merged(found)


def called(follower: Follower, function: Value, args: Given) -> Values:
    match function:
        case Fn():
            return returned(follower, frame_of(follower, function, args))
        case Cls():
            return (Obj(function, args),)
        case Obj():
            methods = [m for m in _attributes.of_object(follower, function, "__call__") if isinstance(m, Fn)]
            return merged([called(follower, m, args) for m in methods]) or UNKNOWN
        case Outside():
            return _outside(follower, function, args)
    return UNKNOWN


def _super(follower: Follower, frame: Frame) -> Values:
    """`super()`: the object, seen from the class above."""
    place: Frame | None = frame
    while place is not None and place.owner is None:
        place = place.parent
    if place is None or place.owner is None:
        return UNKNOWN
    return tuple(
        Obj(base) if isinstance(base, Cls) else Outside(f"{base.path}()", known=True)
        for base in _attributes.line(follower, place.owner)[1:]
        if isinstance(base, Cls) or (isinstance(base, Outside) and base.known)
    )[:1]


def _outside(follower: Follower, function: Outside, args: Given) -> Values:
    """Other libraries: a few hand through what they get, the rest gives something of its own."""
    first = args.positional[0] if args.positional else ()
    if function.known and function.path in _passing.GIVES_ATTRIBUTE and len(args.positional) > 1:
        return _named_attribute(follower, first, args.positional[1])
    if function.path in _passing.CASTS and len(args.positional) > 1:
        typed = _types_of.made(first)
        return typed or args.positional[1]
    if function.last in _passing.PARTIAL and first and any(isinstance(v, Fn) for v in first):
        return tuple(
            Fn(v.decl, v.frame, v.self_, v.owner, (*v.ahead, *args.positional[1:])) if isinstance(v, Fn) else v
            for v in first
        )
    if function.last in _passing.PARTIAL and first and all(isinstance(v, Outside) and v.known for v in first):
        return first
    if function.path in _passing.COPIES and any(isinstance(v, Outside) for v in first):
        return tuple(Items(((v.part("[]"),),), open=True) if isinstance(v, Outside) else v for v in first)
    if first and (function.path in _passing.HANDS_THROUGH or function.last in _passing.HANDS_THROUGH_NAMES):
        return first
    if function.known and function.path in _passing.PATHS:
        return _path(function, args)
    if function.path in _passing.HANDS_ON_SECOND and len(args.positional) > 1:
        return args.positional[1]
    if function.last in _passing.SQL_TEXTS and first and any(isinstance(v, K) for v in first):
        return first
    if function.last in ("values", "items") and not function.known:
        return UNKNOWN
    return (Outside(f"{function.path}()", function.known, holds=function.holds),)


def _path(function: Outside, args: Given) -> Values:
    """A path: below a temporary folder, or with the words of its parts."""
    said = [value for values in args.positional for value in values]
    for value in said:
        if isinstance(value, Outside) and value.root == "tempfile":
            return (value.then("/path"),)
    texts = [v.value for v in said if isinstance(v, K) and isinstance(v.value, str)]
    below = "".join(f"/{_texts.word(text)}" for text in texts[:4])
    chosen = any(isinstance(v, Outside) and v.chosen for v in said)
    return (Outside(f"{function.path}(){below}", known=True, chosen=chosen),)


def _named_attribute(follower: Follower, holders: Values, names: Values) -> Values:
    texts = [v.value for v in names if isinstance(v, K) and isinstance(v.value, str) and HOLE not in v.value]
    if not texts:
        return tuple(v.then(".?") if isinstance(v, Outside) else UNKNOWN[0] for v in holders) or UNKNOWN
    return merged([_attributes.attribute(follower, h, text) for h in holders for text in texts])


def returned(follower: Follower, frame: Frame) -> Values:
    """What the function of a frame gives back; of a generator, what it yields, as items."""
    known = follower.returned.get(frame.key)
    if known is None:
        follower.returned[frame.key] = UNKNOWN
        try:
            known = _returned(follower, frame)
        except BaseException:  # the bound on steps: what is half known is not kept
            del follower.returned[frame.key]
            raise
        follower.returned[frame.key] = known
    return known


def _returned(follower: Follower, frame: Frame) -> Values:
    decl = frame.decl
    if isinstance(decl, ir.Lambda):
        return follower.evaluate(decl.body, frame)
    if not isinstance(decl, ir.FunctionDef):
        return UNKNOWN
    follower.depth += 1
    try:
        if follower.depth > _limits.MAX_DEPTH:
            return UNKNOWN
        found: list[Values] = []
        for statement in _truth.live(follower, decl.body, frame):
            if decl.is_generator:
                found += (follower.evaluate(node.value, frame) for node in _yields(statement) if node.value is not None)
            elif isinstance(statement, ir.Return) and statement.value is not None:
                found.append(follower.evaluate(statement.value, frame))
    finally:
        follower.depth -= 1
    values = _types_of.narrowed(follower, merged(found) or UNKNOWN, decl.returns, frame.parent or frame)
    return (Items((values,), open=True),) if decl.is_generator else values


def _yields(statement: ir.Stmt) -> list[ir.Yield]:
    found: list[ir.Yield] = []
    todo = list(expressions(statement))
    while todo:
        node = todo.pop()
        if isinstance(node, ir.Yield):
            found.append(node)
        todo += parts(node)
    return found


def entered(follower: Follower, values: Values) -> Values:
    """What `with` gives: what a generator function yields, what `__enter__` returns, else the thing itself."""
    found: list[Values] = []
    for value in values:
        if isinstance(value, Items) and value.open and len(value.items) == 1:
            found.append(value.items[0])
        elif isinstance(value, Obj):
            enter = [
                fn
                for name in ("__enter__", "__aenter__")
                for fn in _attributes.of_object(follower, value, name)
                if isinstance(fn, Fn)
            ]
            got = merged([called(follower, fn, NOTHING) for fn in enter])
            found.append(got if got and all(_types_of.is_told(v) for v in got) else (value,))
        else:
            found.append((value,))
    return merged(found)


# --- definitions -----------------------------------------------------------------------------------------------------


def defined(follower: Follower, statement: ir.Stmt | None, frame: Frame) -> Values:
    """What a `def` or `class` statement makes."""
    if isinstance(statement, ir.ClassDef):
        return (Cls(statement, frame),)
    if isinstance(statement, ir.FunctionDef):
        return wrapped(follower, Fn(statement, frame), frame)
    return UNKNOWN


def wrapped(follower: Follower, fn: Fn, frame: Frame) -> Values:
    """The function as its decorators leave it: what a local decorator returns stands in its place."""
    if not isinstance(fn.decl, ir.FunctionDef) or not fn.decl.decorators:
        return (fn,)
    known = follower.wrapped.get((id(fn.decl), fn.key))
    if known is not None:
        return known
    follower.wrapped[id(fn.decl), fn.key] = (fn,)
    bare = Fn(fn.decl, fn.frame, None, fn.owner)  # a decorator gets the function before it is bound to an object
    now: Values = (bare,)
    for decorator in reversed(fn.decl.decorators):
        layers: list[Values] = []
        for maker in follower.evaluate(decorator, frame):
            if isinstance(maker, Fn | Obj):
                made = called(follower, maker, Given((now,)))
                layers.append(tuple(v for v in made if isinstance(v, Fn)))
        now = merged(layers) or now
    bound = tuple(
        Fn(v.decl, v.frame, fn.self_ if v.self_ is None else v.self_, v.owner or fn.owner, v.ahead)
        for v in now
        if isinstance(v, Fn)
    )
    follower.wrapped[id(fn.decl), fn.key] = bound
    return bound
