"""What `value.name` stands for.

Room: checks, middle. Local classes are looked up through their bases; what another library defines stays a dotted name;
a framework's objects answer through their dialect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    Folder,
    Func,
    Inst,
    Items,
    K,
    Method,
    Mod,
    Native,
    Obj,
    Partial,
    Site,
    Super,
    Table,
    Unknown,
    Value,
    either,
    outside_key,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def attribute(ev: Evaluator, value: Value, name: str, site: Site) -> Value:
    ev.tick()
    value = ev.resolve(value)
    if isinstance(value, Mod):
        return _of_module(ev, value, name, site)
    if isinstance(value, Folder):
        child = ev.program.child(value.path, name)
        if isinstance(child, Module):
            ev.run_module(child)
            return Mod(child)
        return Folder(child) if child is not None else Unknown(f"`{name}` is not in the folder {value.path}")
    if isinstance(value, Inst):
        return _of_instance(ev, value, name, site)
    if isinstance(value, Cls):
        return _of_class(ev, value, name, site)
    if isinstance(value, Func):
        return _of_function(value, name)
    if isinstance(value, Obj):
        if name == "__class__":
            return Unknown(f"the class of `{site.text}`")
        found = value.dialect.attribute(ev, value, name, site)
        if found is None:
            found = value.attrs.get(name)
        return ev.resolve(found) if found is not None else Method(value, name)
    if isinstance(value, Ext):
        return _of_external(ev, value, name, site)
    if isinstance(value, Super):
        return _of_super(ev, value, name, site)
    if isinstance(value, Either):
        entries = [o for o in value.options if not (isinstance(o.value, K) and o.value.value is None)]
        return either([Entry(attribute(ev, o.value, name, site), o.when) for o in entries or value.options])
    if isinstance(value, Partial) and name == "func":
        return value.func
    if isinstance(value, Items) and value.kind == "ModuleInfo" and name in ("name", "ispkg"):
        return value.items[1 if name == "name" else 2].value
    if isinstance(value, K | Items | Table | Native | Partial):
        return Method(value, name)
    if isinstance(value, Unknown):
        return Method(value, name)
    if isinstance(value, Method) and isinstance(value.receiver, Unknown):
        return Method(value.receiver, name)  # `unknown.a.b(…)` is a call on something unknown as well
    return Unknown(f"`.{name}` of a value that cannot be followed")


def _of_module(ev: Evaluator, value: Mod, name: str, site: Site) -> Value:
    found = ev.global_of(value.module, name)
    if found is not None:
        return found
    child = ev.program.child(value.module, name)
    if isinstance(child, Module):
        ev.run_module(child)
        return Mod(child)
    if name == "__name__":
        return K(value.module.name)
    if name == "__dict__":
        ev.run_module(value.module)
        return Table({k: Entry(ev.resolve(v)) for k, v in list(value.module.scope.vars.items())})
    if name == "__path__" and value.module.is_package:
        return Items("list", [Entry(value)])
    if name == "__all__":
        return Unknown(f"{value.module.path} has no `__all__`")
    getter = value.module.scope.vars.get("__getattr__")
    if isinstance(getter, Func) and not name.startswith("__"):
        return ev.resolve(ev.call(getter, Args([K(name)]), site))
    return Unknown(f"`{name}` is not defined in {value.module.path}, as far as it can be read")


def _of_external(ev: Evaluator, value: Ext, name: str, site: Site) -> Value:
    put = ev.outside.get(outside_key(value, name)) if ev.outside else None
    if put is not None:
        return ev.resolve(put)
    dialect = ev.owner_of(value.path)
    if dialect is not None:
        found = dialect.external(ev, value, name, site)
        if found is not None:
            return found
    if value.path.endswith(("parse_args()", "parse_known_args()")):
        default = ev.options.get(name)
        return K(default.value if isinstance(default, K) else None, f"the command-line option `{name}`")
    return Ext(f"{value.path}.{name}", value.args, value.site)


def _of_instance(ev: Evaluator, inst: Inst, name: str, site: Site) -> Value:
    if name in inst.attrs:
        return ev.resolve(inst.attrs[name])
    if inst.member:
        if name in ("name", "_name_"):
            return K(inst.member)
        if name in ("value", "_value_"):
            return inst.attrs.get("value", Unknown("an Enum member without a value"))
    found = inst.cls.find(name)
    if found is not None:
        return _bind(ev, found[0], inst, found[1], site)
    if name == "__class__":
        return inst.cls
    if name == "__dict__":
        return Table({key: Entry(v) for key, v in inst.attrs.items()})
    if inst.framework is not None:
        return attribute(ev, inst.framework, name, site)
    getter = inst.cls.find("__getattr__")
    if getter is not None and isinstance(getter[0], Func):
        return ev.call(getter[0].bound(inst), Args([K(name)]), site)
    base = ev.framework_base(inst.cls)
    if base is not None:
        return attribute(ev, framework_object(ev, inst, site), name, site)
    externals = inst.cls.external_bases()
    if externals:
        return Ext(f"{externals[0]}().{name}", None, site)
    if name in {a for c in inst.cls.mro() for a in c.annotated}:
        return Unknown(f"the field `{name}` of {inst.cls.qualname} has no value that can be read")
    if inst.opaque:
        return Unknown(f"`self.{name}` is set from arguments that nothing read here gives")
    return Unknown(f"{inst.cls.qualname} has no attribute `{name}` that can be read")


def framework_object(ev: Evaluator, inst: Inst, site: Site) -> Value:
    """What an instance is to the framework whose class it extends, also when its `__init__` was not seen."""
    if inst.framework is None:
        base = ev.framework_base(inst.cls)
        if base is None:
            return Unknown("it extends no framework class")
        made = base[0].construct(ev, inst, base[1], Args(), site)
        if not isinstance(made, Obj):
            return Ext(base[1] + "()", None, site)
        inst.framework = made
    return inst.framework


def _bind(ev: Evaluator, value: Value, inst: Inst | Cls, owner: Cls, site: Site) -> Value:
    value = ev.resolve(value)
    if isinstance(value, Inst) and not value.member:
        getter = value.cls.find("__get__")
        if getter is not None and isinstance(getter[0], Func):
            given = [NONE, inst] if isinstance(inst, Cls) else [inst, inst.cls]
            return ev.call(getter[0].bound(value), Args(given), site)
    if not isinstance(value, Func):
        return value
    if value.kind == "static":
        return value
    if value.kind == "class":
        return value.bound(inst.cls if isinstance(inst, Inst) else inst)
    if isinstance(inst, Cls):
        return value
    bound = value.bound(inst)
    return ev.call(bound, Args(), site) if value.kind == "property" else bound


def _of_class(ev: Evaluator, cls: Cls, name: str, site: Site) -> Value:
    found = cls.find(name)
    if found is not None:
        return _bind(ev, found[0], cls, found[1], site)
    if name in ("__name__", "__qualname__"):
        return K(cls.decl.name)
    if name == "__doc__":
        doc = ir.docstring(cls.decl.body)
        return K(doc.value) if doc is not None else NONE
    if name == "__module__":
        return K(cls.module.name)
    if name == "__members__":
        return Table({k: Entry(v) for k, v in cls.ns.items() if isinstance(v, Inst) and v.member})
    if name in ("__subclasses__", "mro"):
        return Method(cls, name)
    of_meta = cls.meta.find(name) if cls.meta is not None else None
    if of_meta is not None and isinstance(of_meta[0], Func):
        bound = of_meta[0].bound(cls)
        return ev.call(bound, Args(), site) if bound.kind == "property" else bound
    externals = cls.external_bases()
    if externals:
        return Ext(f"{externals[0]}.{name}", None, site)
    return Unknown(f"{cls.qualname} has no attribute `{name}` that can be read")


def _of_function(func: Func, name: str) -> Value:
    if name in func.attrs:
        return func.attrs[name]
    if name in ("__name__", "__qualname__"):
        known = func.name
        return K(known) if known is not None else Unknown("the function's `__name__` is set to something unknown")
    if name == "__doc__":
        core = func.core
        if "__doc__" in core.attrs:
            return core.attrs["__doc__"]
        doc = ir.docstring(core.decl.body) if isinstance(core.decl, ir.FunctionDef) else None
        return K(doc.value) if doc is not None else NONE
    if name == "__wrapped__" and func.wraps is not None:
        return func.wraps
    if name == "__func__":
        return Func(func.decl, func.scope, func.defaults, func.qualname, None, func.owner, "", func.attrs, func.wraps)
    if name == "__self__" and func.receiver is not None:
        return func.receiver
    if name == "__module__":
        return K(func.scope.module.name)
    if func.wraps is not None:
        return _of_function(func.wraps, name)
    return Method(func, name)


def _of_super(ev: Evaluator, value: Super, name: str, site: Site) -> Value:
    receiver = value.receiver
    cls = receiver.cls if isinstance(receiver, Inst) else receiver if isinstance(receiver, Cls) else value.cls
    found = cls.find(name, after=value.cls)
    if found is not None:
        func = ev.resolve(found[0])
        if isinstance(func, Func) and isinstance(receiver, Inst | Cls):
            if name == "__new__":
                return func
            return _bind(ev, func, receiver, found[1], site)
        return func
    if name == "__new__" and ev.making and receiver is ev.making[-1].meta:
        made_class = ev.making[-1]
        return Native(lambda _ev, _args, _site: made_class, "super().__new__")
    if not isinstance(receiver, Inst):
        return Unknown("`super()` of a class that cannot be followed")
    base = ev.framework_base(cls)
    if base is None:
        return Native(lambda _ev, _args, _site: NONE, f"super().{name}")
    if name == "__init__":
        dialect, path = base

        def initialise(ev: Evaluator, args: Args, site: Site) -> Value:
            made = dialect.construct(ev, receiver, path, args, site)
            if isinstance(made, Obj):
                if receiver.framework is not None:  # made early, by a use before `super().__init__()`
                    receiver.framework.attrs.update(made.attrs)
                    receiver.framework.data.update(made.data)
                else:
                    receiver.framework = made
            return NONE

        return Native(initialise, "super().__init__")
    return attribute(ev, framework_object(ev, receiver, site), name, site)
