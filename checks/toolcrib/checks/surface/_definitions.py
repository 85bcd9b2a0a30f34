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
    ev.run(node.body, inner)
    annotated = inner.vars.pop("__annotated__", None)
    if isinstance(annotated, Items):
        cls.annotated = [str(e.value.value) for e in annotated.items if isinstance(e.value, K)]
    for value in inner.vars.values():
        _own(value, cls)
    _enum(cls)
    ev.classes.append(cls)
    base = ev.framework_base(cls)
    if base is not None:
        base[0].subclass(ev, cls, base[1])
    for parent in cls.mro():
        hook = parent.ns.get("__init_subclass__")
        if parent is not cls and isinstance(hook, Func):
            keywords = arguments(ev, tuple(b for b in node.bases if b.keyword), scope).keywords
            ev.call(hook.bound(cls), Args([], keywords), ev.site(node.pos))
            break
    return cls


def _own(value: Value, cls: Cls) -> None:
    while isinstance(value, Func):
        if value.owner is None:
            value.owner = cls
        if value.wraps is None:
            return
        value = value.wraps
    if isinstance(value, Obj) and isinstance(value.data.get("function"), Func):
        _own(value.data["function"], cls)


def _enum(cls: Cls) -> None:
    bases = cls.external_bases()
    if not any(b.rsplit(".", 1)[-1] in ("Enum", "StrEnum", "IntEnum") for b in bases):
        return
    for name, value in list(cls.ns.items()):
        if not name.startswith("_") and not isinstance(value, Func | Cls):
            made = value
            if isinstance(value, Ext) and value.path == "enum.auto()":
                made = K(name.lower()) if any(b.endswith("StrEnum") for b in bases) else Unknown("enum.auto()")
            cls.ns[name] = Inst(cls, {"value": made}, member=name)
