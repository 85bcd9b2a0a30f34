"""Calls: bind arguments, follow the body, give back what it returns.

Room: checks, middle. A function is followed once for each call with its real arguments; one that nothing calls is
followed once with unknown ones. Bounds: depth, recursion, and the steps of the whole run.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface import _library
from toolcrib.checks.surface._bounds import (
    ASIDE_STEPS,
    ASIDE_TOTAL,
    MAX_DEPTH,
    MAX_RECURSION,
    MAX_RECURSIONS,
    QUIET_CALLS,
    QUIET_STEPS,
    OutOfSteps,
)
from toolcrib.checks.surface._frame import Frame
from toolcrib.checks.surface._holding import brought, leads
from toolcrib.checks.surface._slice import says_call
from toolcrib.checks.surface._values import (
    NONE,
    UNCALLED,
    UNSEEN,
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Method,
    Native,
    Obj,
    Partial,
    Scope,
    Site,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def call(ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
    ev.tick()
    func = ev.resolve(func)
    if isinstance(func, Func):
        return call_function(ev, func, args, site)
    if isinstance(func, Native):
        return func.run(ev, args, site)
    if isinstance(func, Cls):
        return instantiate(ev, func, args, site)
    if isinstance(func, Partial):
        merged = Args(func.args.positional + args.positional, {**func.args.keywords, **args.keywords})
        merged.open = func.args.open or args.open
        return call(ev, func.func, merged, site)
    if isinstance(func, Method):
        return _call_method(ev, func, args, site)
    if isinstance(func, Ext):
        return _call_external(ev, func, args, site)
    if isinstance(func, Obj):
        made = func.dialect.apply(ev, func, args, site)
        return made if made is not None else Unknown(f"a call of `{site.text}` that its framework does not define")
    if isinstance(func, Inst):
        found = func.cls.find("__call__")
        if found is not None and isinstance(found[0], Func):
            return call_function(ev, found[0].bound(func), args, site)
        if func.framework is not None:
            return call(ev, func.framework, args, site)
        return Unknown(f"`{site.text}` calls an object that cannot be followed")
    if isinstance(func, Either):
        results = []
        for option in func.options:
            if isinstance(option.value, K) and option.value.value is None:
                continue
            with ev.under(option.when):
                results.append(Entry(call(ev, option.value, args, site), option.when))
        return either(results) if results else Unknown(f"`{site.text}` calls nothing")
    _given_away(ev, args, site)
    return func if isinstance(func, Unknown) else Unknown(f"`{site.text}` cannot be followed")


def _call_method(ev: Evaluator, method: Method, args: Args, site: Site) -> Value:
    receiver = method.receiver
    if isinstance(receiver, Obj):
        made = receiver.dialect.method(ev, receiver, method.name, args, site)
        return made if made is not None else Ext(f"{receiver.kind}.{method.name}()", args, site)
    if isinstance(receiver, Unknown):
        ev.ledger.unfollowed.add(method.name)
        for dialect in ev.dialects:
            made = dialect.unknown_receiver(ev, receiver, method.name, args, site)
            if made is not None:
                return made
        _given_away(ev, args, site)
        return Unknown(receiver.reason)
    return _library.method(ev, receiver, method.name, args, site)


def _given_away(ev: Evaluator, args: Args, site: Site) -> None:
    """Something unknown is called: a server that it is given may get tools there."""
    for value in (*args.positional, *args.keywords.values()):
        held = value.framework if isinstance(value, Inst) else value
        if isinstance(held, Obj):
            ev.ledger.unfollowed.add("*")
            held.dialect.escapes(ev, held, Ext(""), site)


def _call_external(ev: Evaluator, func: Ext, args: Args, site: Site) -> Value:
    dialect = ev.owner_of(func.path)
    if dialect is not None:
        made = dialect.call(ev, func, args, site)
        if made is not None:
            return made
    if func.tail == "add_argument":
        _library.add_argument(ev, args)
    made = _library.call(ev, func.path, args, site)
    if made is not None:
        return made
    why = _holds_server(ev, func) if func.tail in _REGISTERING else ""
    if why:
        stands = Unknown(f"`{func.path.rpartition('.')[0]}` cannot be followed: {why}")
        for other in ev.dialects:
            found = other.unknown_receiver(ev, stands, func.tail, args, site)
            if found is not None:
                return found
    ev.ledger.unfollowed.add(func.tail)
    for value in (*args.positional, *args.keywords.values()):
        _leaves(ev, value, func, site)
        if isinstance(value, Func) and value.name:
            ev.ledger.unfollowed.add(value.name)  # another library may call it with a server
        for other in ev.dialects:
            other.escapes(ev, value, func, site)
    return Ext(f"{func.path}()", args, site)


# --- local functions -------------------------------------------------------------------------------------------------


def call_function(ev: Evaluator, func: Func, args: Args, site: Site) -> Value:
    ev.called.add(id(func.decl))
    running = sum(1 for f in ev.frames if f.func is not None and f.func.decl is func.decl)
    if running:
        ev.recursions[id(func.decl)] = again = ev.recursions.get(id(func.decl), 0) + 1
        told = _told(args) and not _same_call(ev, func, args)  # other values each time: it comes to an end by itself
        if (running >= MAX_RECURSION and not told) or again > MAX_RECURSIONS:
            return _cut_off(ev, func, site, f"`{func.qualname}` calls itself", may_register=told)
    if len(ev.frames) >= MAX_DEPTH:
        return _cut_off(ev, func, site, f"more than {MAX_DEPTH} calls inside one another", may_register=True)
    scope = Scope(func.scope.module, func.scope, qualname=func.qualname)
    bind_arguments(ev, func, args, scope)
    servers = brought(ev, func, scope)
    keep = ev.slice_of(func, value=True, brought=servers)
    frame = Frame(func, func.qualname, len(ev.when), keep, given=args, site=site, on_yield=ev.next_yield)
    ev.next_yield = None
    if isinstance(func.decl, ir.FunctionDef):
        relevant = ev.relevant(func, servers)
        if not relevant or _quiet(ev, func, args):
            return _follow_aside(ev, func, scope, frame, may_register=relevant)
    before, said = ev.steps, ev.ledger.said
    made = _follow(ev, func, scope, frame)
    calls, spent = ev.quiet.get(id(func.decl), (0, 0))
    ev.quiet[id(func.decl)] = (calls + 1, spent + ev.steps - before) if ev.ledger.said == said else (0, 0)
    return made


def _quiet(ev: Evaluator, func: Func, args: Args) -> bool:
    """It was followed often and long and led to nothing, and this call brings it nothing that registers either."""
    calls, spent = ev.quiet.get(id(func.decl), (0, 0))
    if calls < QUIET_CALLS or spent < QUIET_STEPS:
        return False
    given = (func.receiver, *args.positional, *args.keywords.values())
    return not any(isinstance(v, Obj | Func | Native) or leads(ev, v) for v in given)


def _told(args: Args) -> bool:
    """Every argument is a value that is known as it is."""
    values = (*args.positional, *args.keywords.values())
    if args.open or not values:
        return False
    return all(
        isinstance(v, K | Func | Cls | Inst | Obj) or (isinstance(v, Items | Table) and not v.open) for v in values
    )


def _same_call(ev: Evaluator, func: Func, args: Args) -> bool:
    """The same call is being followed already: another turn shows nothing new."""
    return any(
        f.func is not None and f.func.decl is func.decl and f.given is not None and _equal(f.given, args)
        for f in ev.frames
    )


def _equal(one: Args, other: Args) -> bool:
    pairs = zip(one.positional, other.positional, strict=False)
    keys = one.keywords.keys() == other.keywords.keys() and len(one.positional) == len(other.positional)
    return keys and all(
        a is b or (isinstance(a, K) and isinstance(b, K) and a.value == b.value)
        for a, b in (*pairs, *((v, other.keywords[k]) for k, v in one.keywords.items()))
    )


def _cut_off(ev: Evaluator, func: Func, site: Site, reason: str, *, may_register: bool) -> Value:
    """A bound is hit: said where a registration may be lost by it."""
    if may_register and ev.relevant(func):
        ev.ledger.cannot(site, "", f"{reason}: what it registers there is not followed", _SETTLE)
    return Unknown(reason)


_SETTLE = "register the tools without it, or acknowledge this place with the names that it registers"
_REGISTERING = frozenset({"tool", "add_tool", "add_tools", "tool_plain", "tool_from_schema", "add_function"})


def _leaves(ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
    """What can register is given to code of another library, which may call it with what cannot be seen."""
    held = value.func if isinstance(value, Partial) else value
    if isinstance(held, Func) and ev.relevant(held):
        ev.escaped.setdefault(id(held.decl), held)
    registers = isinstance(held, Method) and isinstance(held.receiver, Obj) and held.name in _REGISTERING
    if registers or (isinstance(held, Native) and held.label == "tool"):
        framework = held.receiver.dialect.name if isinstance(held, Method) and isinstance(held.receiver, Obj) else ""
        reason = f"`{func.path}` is given what registers tools, and calls it where nothing can be seen"
        ev.ledger.cannot(site, framework, reason, _SETTLE)


def call_escaped(ev: Evaluator, func: Func) -> None:
    """Follow a function once more, as another library calls it; one that only waits for a server is known already."""
    params = func.decl.params[1:] if func.receiver is not None else func.decl.params
    with ev.inside(func.scope.module, Frame(func, func.qualname, len(ev.when))):
        waits = any(isinstance(outside_argument(ev, func, p), Obj) for p in params)
    if params and not waits:
        call_uncalled(ev, func)


def _holds_server(ev: Evaluator, func: Ext) -> str:
    """Why `x.tool(…)` may register although `x` is another library's: it was made with a server or its class."""
    given = () if func.args is None else (*func.args.positional, *func.args.keywords.values())
    if func.root in sys.stdlib_module_names:
        return "the standard library has no such method, so it is something of this program"
    for value in given:
        if isinstance(value, Obj) or (isinstance(value, Ext) and ev.owner_of(value.path) is not None):
            return "it was asked for a server"
    return ""


def _follow_aside(ev: Evaluator, func: Func, scope: Scope, frame: Frame, *, may_register: bool) -> Value:
    """Follow a function only for its value, within a smaller bound; said where what it registers may be lost by it."""
    spent = ev.aside.get(id(func.decl), 0)
    if spent > ASIDE_TOTAL:
        return _too_much(ev, func, may_register=may_register)
    before, depth, start = ev.limit, (len(ev.frames), len(ev.when), len(ev.module_stack)), ev.steps
    ev.limit = min(ev.limit, ev.steps + ASIDE_STEPS)
    try:
        return _follow(ev, func, scope, frame)
    except OutOfSteps:
        if ev.steps >= before:
            raise
        del ev.frames[depth[0] :], ev.when[depth[1] :], ev.module_stack[depth[2] :]
        return _too_much(ev, func, may_register=may_register)
    finally:
        ev.limit = before
        ev.aside[id(func.decl)] = spent + ev.steps - start


def _too_much(ev: Evaluator, func: Func, *, may_register: bool) -> Value:
    if may_register:
        reason = f"`{func.qualname}` is called often, takes long and registered nothing so far: later calls may"
        at = Site(func.scope.module, func.decl.pos, func.qualname)
        ev.ledger.cannot(at, "", f"{reason}, and are not followed to their end", _SETTLE)
    return Unknown(f"`{func.qualname}` does too much to follow it for its value")


def _follow(ev: Evaluator, func: Func, scope: Scope, frame: Frame) -> Value:
    with ev.inside(func.scope.module, frame):
        if isinstance(func.decl, ir.Lambda):
            return ev.resolve(ev.eval(func.decl.body, scope))
        flow = ev.run(func.decl.body, scope)
    if func.decl.is_generator:
        return Items("generator", [Entry(v, when) for v, when in frame.yields])
    returns = [Entry(v, when) for v, when in frame.returns]
    if not flow.stop and returns:
        returns.append(Entry(NONE))
    return either(returns) if returns else NONE


def bind_arguments(ev: Evaluator, func: Func, args: Args, scope: Scope) -> None:
    """Bind a call's arguments to the parameters, as Python would; what is missing is unknown, with the reason."""
    positional = list(args.positional)
    if func.receiver is not None and func.kind != "static":
        positional.insert(0, func.receiver)
    keywords = dict(args.keywords)
    for param in func.decl.params:
        if param.kind == "*":
            scope.vars[param.name] = Items("tuple", [Entry(v) for v in positional], args.open)
            positional = []
        elif param.kind == "**":
            scope.vars[param.name] = Table({k: Entry(v) for k, v in keywords.items()}, args.open)
            keywords = {}
        elif param.kind in ("positional", "any") and positional:
            scope.vars[param.name] = positional.pop(0)
        elif param.name in keywords and param.kind != "positional":
            scope.vars[param.name] = keywords.pop(param.name)
        elif args.open:
            scope.vars[param.name] = Unknown(args.open)
        elif param.name in func.defaults:
            scope.vars[param.name] = func.defaults[param.name]
        else:
            scope.vars[param.name] = Unknown(f"`{param.name}` is not given in a call of `{func.qualname}`")


def call_uncalled(ev: Evaluator, func: Func) -> None:
    """Follow a function that nothing calls: a framework, a script entry or another repository does."""
    ev.called.add(id(func.decl))
    receivers: list[Value | None] = [func.receiver]
    if func.owner is not None and func.receiver is None and func.kind != "static":
        receivers = [func.owner] if func.kind == "class" else list(_receivers(ev, func.owner))
    for receiver in receivers:
        scope = Scope(func.scope.module, func.scope, qualname=func.qualname)
        params = func.decl.params
        if receiver is not None and params and params[0].kind in ("positional", "any"):
            scope.vars[params[0].name] = receiver
            params = params[1:]
        bound = func.bound(receiver) if receiver is not None else func
        with ev.inside(func.scope.module, Frame(bound, func.qualname, len(ev.when))):
            for param in params:
                scope.vars[param.name] = outside_argument(ev, func, param)
        keep = ev.slice_of(func, value=False, brought=brought(ev, func, scope))
        _follow(ev, bound, scope, Frame(bound, func.qualname, len(ev.when), keep))


def _receivers(ev: Evaluator, cls: Cls) -> list[Value]:
    """Objects of a class that were made while following the program; one of unknown arguments when there is none."""
    seen = [i for i in cls.instances if not i.opaque][:4]
    if seen:
        return list(seen)
    if cls.subclassed:
        heirs = [i for c in ev.classes if c is not cls and cls in c.mro() for i in c.instances if not i.opaque]
        if heirs:
            return list(heirs[:4])
    opaque = next((i for i in cls.instances if i.opaque), None)
    if opaque is None:
        made = instantiate(ev, cls, Args(open="nothing read here makes this object"), ev_site(ev, cls), opaque=True)
        opaque = made if isinstance(made, Inst) else Inst(cls, opaque=True)
    return [opaque]


def ev_site(ev: Evaluator, cls: Cls) -> Site:
    return Site(cls.module, cls.decl.pos, cls.qualname)


def outside_argument(ev: Evaluator, func: Func, param: ir.Param) -> Value:
    """What a parameter holds when the call is not seen: an object of its annotated class, a default that may change."""
    if param.kind == "*":
        return Items("tuple", [], f"`*{param.name}` of `{func.qualname}` {UNSEEN}")
    if param.kind == "**":
        return Table({}, f"`**{param.name}` of `{func.qualname}` {UNSEEN}")
    default = func.defaults.get(param.name)
    if isinstance(default, K) and default.value is not None:
        return K(default.value, f"the parameter `{param.name}` of `{func.qualname}`")
    reason = f"`{param.name}` is a parameter of `{func.qualname}`, {UNCALLED}"
    if param.annotation is not None and not says_call(param.annotation):  # what it calls ran when it was defined
        made = _from_annotation(ev, ev.resolve(ev.eval(_unquote(ev, param.annotation), func.scope)), func, param)
        if made is not None:
            return made
    return default if default is not None and not isinstance(default, K) else Unknown(reason)


def _unquote(ev: Evaluator, annotation: ir.Expr) -> ir.Expr:
    """`"FastMCP"` → the name in it, where it is a plain dotted name."""
    if isinstance(annotation, ir.Const) and isinstance(annotation.value, str):
        parts = annotation.value.split("[", 1)[0].split("|", 1)[0].strip().split(".")
        if all(p.isidentifier() for p in parts):
            node: ir.Expr = ir.Name(annotation.pos, parts[0])
            for part in parts[1:]:
                node = ir.Attr(annotation.pos, node, part)
            return node
    return annotation


def _from_annotation(ev: Evaluator, annotation: Value, func: Func, param: ir.Param) -> Value | None:
    if isinstance(annotation, Either):
        for option in annotation.options:
            made = _from_annotation(ev, option.value, func, param)
            if made is not None:
                return made
    site = Site(func.scope.module, func.decl.pos, func.qualname)
    if isinstance(annotation, Ext) and ev.owner_of(annotation.path) is not None:
        return ev.instance_of(annotation.path, site)
    if isinstance(annotation, Cls):
        seen = [i for i in annotation.instances if not i.opaque]
        if seen:
            return either([Entry(i) for i in seen[:4]])
        if ev.framework_base(annotation) is not None:
            return _receivers(ev, annotation)[0]
        return Inst(annotation, opaque=True)
    return None


# --- classes ---------------------------------------------------------------------------------------------------------


def instantiate(ev: Evaluator, cls: Cls, args: Args, site: Site, *, opaque: bool = False) -> Value:
    externals = cls.external_bases()
    if any(b.rsplit(".", 1)[-1] in ("Enum", "StrEnum", "IntEnum") for b in externals):
        return _enum_member(cls, args)
    if any(b.endswith(("TypedDict", "typing.Protocol")) for b in externals):
        return Table({k: Entry(v) for k, v in args.keywords.items()}, args.open)
    inst = Inst(cls, opaque=opaque)
    if len(cls.instances) < 200:
        cls.instances.append(inst)
    maker = cls.find("__new__")
    if maker is not None and isinstance(maker[0], Func):
        ev.called.add(id(maker[0].decl))
    init = cls.find("__init__")
    base = ev.framework_base(cls)
    if init is not None and isinstance(ev.resolve(init[0]), Func):
        func = ev.resolve(init[0])
        assert isinstance(func, Func)  # looked at on the line above
        if opaque:
            _call_opaque(ev, func, inst)
        else:
            call_function(ev, func.bound(inst), args, site)
    else:
        _fields(ev, inst, args)
        if base is not None:
            made = base[0].construct(ev, inst, base[1], args, site)
            if isinstance(made, Obj):
                inst.framework = made
    after = cls.find("__post_init__") or cls.find("model_post_init")
    if after is not None and isinstance(after[0], Func):
        call_function(ev, after[0].bound(inst), Args(), site)
    if base is not None:
        base[0].instantiated(ev, inst, base[1], args, site)
    return inst


def _call_opaque(ev: Evaluator, func: Func, inst: Inst) -> None:
    ev.called.add(id(func.decl))
    scope = Scope(func.scope.module, func.scope, qualname=func.qualname)
    bound = func.bound(inst)
    params = func.decl.params
    if params:
        scope.vars[params[0].name] = inst
    for param in params[1:]:
        with ev.inside(func.scope.module, Frame(bound, func.qualname, len(ev.when))):
            scope.vars[param.name] = outside_argument(ev, func, param)
    _follow(ev, bound, scope, Frame(bound, func.qualname, len(ev.when)))


def _fields(ev: Evaluator, inst: Inst, args: Args) -> None:
    """dataclass, NamedTuple, pydantic and attrs: arguments become the annotated fields, in order."""
    names: list[str] = []
    for cls in reversed(list(inst.cls.mro())):
        names += [n for n in cls.annotated if n not in names]
    for name, value in zip(names, args.positional, strict=False):
        inst.attrs[name] = value
    inst.attrs.update(args.keywords)
    for name in names:
        if name in inst.attrs:
            continue
        held = inst.cls.find(name)
        default = ev.resolve(held[0]) if held is not None else None
        if isinstance(default, Ext) and default.args is not None and default.tail.startswith(("field(", "Field(")):
            inst.attrs[name] = _field_default(ev, default)
        elif args.open and default is None:
            inst.attrs[name] = Unknown(args.open)


def _field_default(ev: Evaluator, field: Ext) -> Value:
    assert field.args is not None  # looked at by the caller
    value = field.args.get(0 if field.tail.startswith("Field(") else None, "default")
    if value is not None:
        return value
    factory = field.args.get(None, "default_factory")
    if factory is not None and field.site is not None:
        return ev.resolve(ev.call(factory, Args(), field.site))
    return Unknown("a field without a default")


def _enum_member(cls: Cls, args: Args) -> Value:
    wanted = args.get(0)
    for member in cls.ns.values():
        if isinstance(member, Inst) and member.member:
            held = member.attrs.get("value")
            if isinstance(held, K) and isinstance(wanted, K) and held.value == wanted.value:
                return member
    return Unknown(f"a member of {cls.qualname} that cannot be told here")
