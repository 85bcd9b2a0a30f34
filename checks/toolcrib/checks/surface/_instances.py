"""Objects of the program's classes, and functions that nothing here calls: a framework, a script or a user does.

Room: checks, middle. Such a function is followed once, with arguments of the types that it names or unknown ones.
Not here: calls that are seen (`_calls`, `_functions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._frame import Frame
from toolcrib.checks.surface._functions import call_function, follow
from toolcrib.checks.surface._holding import brought
from toolcrib.checks.surface._slice import says_call
from toolcrib.checks.surface._values import (
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
    Obj,
    Scope,
    Site,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def call_escaped(ev: Evaluator, func: Func) -> None:
    """Follow a function once more, as another library calls it; one that only waits for a server is known already."""
    params = func.decl.params[1:] if func.receiver is not None else func.decl.params
    with ev.inside(func.scope.module, Frame(func, func.qualname, len(ev.when))):
        waits = any(isinstance(outside_argument(ev, func, p), Obj) for p in params)
    if params and not waits:
        call_uncalled(ev, func)


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
        follow(ev, bound, scope, Frame(bound, func.qualname, len(ev.when), keep))


def _receivers(ev: Evaluator, cls: Cls) -> list[Value]:
    """Objects of a class that were made while following the program; one of unknown arguments when there is none."""
    seen = [i for i in cls.instances if not i.opaque][:4]
    if seen:
        return list(seen)
    if cls.subclassed:
        heirs = list(islice(_of_heirs(ev, cls), 4))
        if heirs:
            return [*heirs]
    opaque = next((i for i in cls.instances if i.opaque), None)
    if opaque is None:
        made = instantiate(ev, cls, Args(open="nothing read here makes this object"), ev_site(ev, cls), opaque=True)
        opaque = made if isinstance(made, Inst) else Inst(cls, opaque=True)
    return [opaque]


def _of_heirs(ev: Evaluator, cls: Cls) -> Iterator[Inst]:
    """Objects of classes that extend it; most classes have none, which is soon known."""
    for other in ev.classes:
        made = [i for i in other.instances if not i.opaque] if other is not cls else []
        if made and cls in other.mro():
            yield from made


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
    follow(ev, bound, scope, Frame(bound, func.qualname, len(ev.when)))


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
