"""Functions and classes: what a definition makes, decorators and base classes included.

Room: checks, middle. A decorator that cannot be followed is taken to keep what it decorates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._expressions import arguments
from toolcrib.checks.surface._values import (
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
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._binding import bind
from toolcrib.checks.surface._flow import NEXT, Flow


def run_function(ev: Evaluator, node: ir.FunctionDef, scope: Scope) -> Flow:
    bind(ev, scope, node.name, ev.own_name(scope, node.name) or define_function(ev, node, scope))
    return NEXT


def define_early(ev: Evaluator, node: ir.FunctionDef | ir.ClassDef, scope: Scope) -> Value:
    """A definition that an import cycle needs before its module has reached it; its decorators run later."""
    made = ev.early.get(id(node))  # one definition, however often the cycle asks for it
    if made is None:
        made = ev.own_name(scope, node.name)
    if made is None:  # `class B(B)` asks for itself while it is made: an earlier `B`, of which nothing is known
        ev.early[id(node)] = Unknown(f"`{node.name}` stands for something else until it is defined")
        made = _plain_function(ev, node, scope) if isinstance(node, ir.FunctionDef) else _make_class(ev, node, scope)
    ev.early[id(node)] = made
    return made


def _plain_function(ev: Evaluator, node: ir.FunctionDef, scope: Scope) -> Func:
    defaults = {p.name: ev.resolve(ev.eval(p.default, scope)) for p in node.params if p.default is not None}
    qualname = f"{scope.qualname}.{node.name}".lstrip(".")
    return Func(node, scope, defaults, qualname)


def define_function(ev: Evaluator, node: ir.FunctionDef, scope: Scope) -> Value:
    func = _plain_function(ev, node, scope)
    ev.functions.append(func)
    value: Value = func
    for decorator in reversed(node.decorators):
        made = ev.resolve(ev.eval(decorator, scope))
        value = decorate(ev, made, value, ev.site(decorator.pos))
    return value


def decorate(ev: Evaluator, decorator: Value, value: Value, site: Any) -> Value:
    """Apply a decorator; one that cannot be followed is taken to keep the function, as nearly all do."""
    result = ev.resolve(ev.call(decorator, Args([value]), site))
    if isinstance(result, Unknown | Ext) or (isinstance(result, K) and result.value is None):
        return value
    if isinstance(result, Either):
        kept = [o for o in result.options if not isinstance(o.value, Unknown | Ext)]
        kept = [o for o in kept if not (isinstance(o.value, K) and o.value.value is None)]
        result = either(kept) if kept else value
    return result


def run_class(ev: Evaluator, node: ir.ClassDef, scope: Scope) -> Flow:
    own = ev.own_name(scope, node.name)
    if own is not None:
        bind(ev, scope, node.name, own)
        return NEXT
    value: Value = _make_class(ev, node, scope)
    for decorator in reversed(node.decorators):
        value = decorate(ev, ev.resolve(ev.eval(decorator, scope)), value, ev.site(decorator.pos))
    bind(ev, scope, node.name, value)
    return NEXT


def _make_class(ev: Evaluator, node: ir.ClassDef, scope: Scope) -> Cls:
    bases: list[Value] = []
    for given in arguments(ev, tuple(b for b in node.bases if not b.keyword), scope).positional:
        options = given.options if isinstance(given, Either) else (Entry(given),)
        bases += [o.value for o in options]
    qualname = f"{scope.qualname}.{node.name}".lstrip(".")
    inner = Scope(scope.module, scope, is_class=True, qualname=qualname)
    cls = Cls(node, scope.module, bases, inner.vars, qualname)
    for parent in cls.mro():
        if parent is not cls:
            parent.subclassed = True
    keywords = arguments(ev, tuple(b for b in node.bases if b.keyword), scope).keywords
    given_meta = keywords.pop("metaclass", None)
    cls.meta = given_meta if isinstance(given_meta, Cls) else next((c.meta for c in cls.mro() if c.meta), None)
    ev.run(node.body, inner)
    annotated = inner.vars.pop("__annotated__", None)
    if isinstance(annotated, Items):
        cls.annotated = [str(e.value.value) for e in annotated.items if isinstance(e.value, K)]
    for value in inner.vars.values():
        _own(value, cls)
    _enum(ev, cls)
    ev.classes.append(cls)
    base = ev.framework_base(cls)
    if base is not None:
        base[0].subclass(ev, cls, base[1])
    for parent in cls.mro():
        hook = parent.ns.get("__init_subclass__")
        if parent is not cls and isinstance(hook, Func):
            ev.call(hook.bound(cls), Args([], keywords), ev.site(node.pos))
            break
    _named(ev, cls)
    if cls.meta is not None:
        _made_by(ev, cls, cls.meta, keywords)
    return cls


def _named(ev: Evaluator, cls: Cls) -> None:
    """`__set_name__` of what stands in a class: it is told its class and its name."""
    for name, value in list(cls.ns.items()):
        told = value.cls.find("__set_name__") if isinstance(value, Inst) and not value.member else None
        if told is not None and isinstance(told[0], Func):
            ev.call(told[0].bound(value), Args([cls, K(name)]), ev.site(cls.decl.pos))


def _made_by(ev: Evaluator, cls: Cls, meta: Cls, keywords: dict[str, Value]) -> None:
    """A metaclass makes a class: `__new__` and `__init__` are given its name, its bases and what stands in it."""
    inside = Table({key: Entry(value) for key, value in cls.ns.items()})
    given = [K(cls.decl.name), Items("tuple", [Entry(base) for base in cls.bases]), inside]
    site = ev.site(cls.decl.pos)
    ev.making.append(cls)
    try:
        for name, first in (("__new__", meta), ("__init__", cls)):
            found = meta.find(name)
            if found is not None and isinstance(found[0], Func):
                ev.call(found[0].bound(first), Args(list(given), dict(keywords)), site)
    finally:
        ev.making.pop()


def _own(value: Value, cls: Cls) -> None:
    while isinstance(value, Func):
        if value.owner is None:
            value.owner = cls
        if value.wraps is None:
            return
        value = value.wraps
    if isinstance(value, Obj) and isinstance(value.data.get("function"), Func):
        _own(value.data["function"], cls)


def _enum(ev: Evaluator, cls: Cls) -> None:
    bases = cls.external_bases()
    if not any(b.rsplit(".", 1)[-1] in ("Enum", "StrEnum", "IntEnum") for b in bases):
        return
    for name, value in list(cls.ns.items()):
        if not name.startswith("_") and not isinstance(value, Func | Cls):
            made = value
            if isinstance(value, Ext) and value.path == "enum.auto()":
                made = K(name.lower()) if any(b.endswith("StrEnum") for b in bases) else Unknown("enum.auto()")
            cls.ns[name] = member = Inst(cls, {"value": made}, member=name)
            init = cls.find("__init__")
            if init is not None and isinstance(init[0], Func):
                parts = [e.value for e in made.items] if isinstance(made, Items) and made.kind == "tuple" else [made]
                ev.call(init[0].bound(member), Args(parts), ev.site(cls.decl.pos))
