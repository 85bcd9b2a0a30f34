"""Attributes: of modules, classes, objects (also what methods assign to `self.x`), and of what is outside.

Room: checks, middle. Pure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module, says
from toolcrib.checks.writes import _apply, _types_of
from toolcrib.checks.writes._bindings import How
from toolcrib.checks.writes._names import word_set
from toolcrib.checks.writes._values import UNKNOWN, Cls, Fn, Frame, K, Mod, Obj, Outside, Table, Value, Values, merged

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower

_THE_FUNCTION = word_set(
    "fn func function __wrapped__ __call__ invoke ainvoke run arun _run callback coroutine on_invoke_tool"
)
"""Under these names a decorated or wrapped function hands out, or calls, the function itself."""
_MAX_CLASSES = 24
_MAX_BELOW = 40  # modules that are searched for classes that extend one


def attribute(follower: Follower, value: Value, name: str) -> Values:
    match value:
        case Mod():
            return _of_module(follower, value, name)
        case Outside():
            if value.holds and name in _types_of.CARRIED:
                return value.holds
            return (value.then(f".{name}"),)
        case Obj():
            return of_object(follower, value, name)
        case Cls():
            return _of_class(follower, value, name)
        case Fn():
            return (value,) if name in _THE_FUNCTION else (Outside(f"{value.name}.{name}"),)
        case Table():
            return dict(value.entries).get(name, (Outside(f"?.{name}"),))
        case K() if isinstance(value.value, str | bytes):
            return (Outside(f"«text».{name}"),)
    return (Outside(f"?.{name}"),)


def _of_module(follower: Follower, value: Mod, name: str) -> Values:
    if isinstance(value.module, Module):
        return follower.of_module(value.module, name) or UNKNOWN
    child = follower.program.child(value.module, name)
    return (Mod(child),) if child is not None else UNKNOWN


def line(follower: Follower, cls: Cls) -> tuple[Value, ...]:
    """The class and what it extends, nearest first: local classes and names of other libraries."""
    known = follower.classes.get(id(cls.decl))
    if known is not None:
        return known
    follower.classes[id(cls.decl)] = (cls,)
    found: dict[object, Value] = {cls.key: cls}
    for base in cls.decl.bases:
        if base.keyword or base.star:
            continue
        for value in follower.evaluate(base.value, cls.frame):
            for above in line(follower, value) if isinstance(value, Cls) else (value,):
                found.setdefault(above.key, above)
    made = tuple(found.values())[:_MAX_CLASSES]
    follower.classes[id(cls.decl)] = made
    return made


def class_frame(follower: Follower, cls: Cls) -> Frame:
    return Frame(cls.frame.module, follower.key(("class", id(cls.decl), cls.frame.key)), cls.decl, cls.frame)


def of_object(follower: Follower, obj: Obj, name: str) -> Values:
    """An attribute of an object: a method bound to it, a property's value, what was assigned, what it was given."""
    key = (obj.key, name)
    known = follower.attributes.get(key)
    if known is None:
        known = _kept(follower, key, lambda: _of_object(follower, obj, name))
    return known


def _kept(follower: Follower, key: tuple[object, str], look: Callable[[], Values]) -> Values:
    """The answer, worked out once."""
    follower.attributes[key] = UNKNOWN
    try:
        known = look()
    except BaseException:  # the bound on steps: what is half known is not kept
        del follower.attributes[key]
        raise
    follower.attributes[key] = known
    return known


def _of_object(follower: Follower, obj: Obj, name: str) -> Values:
    if name == "__class__":
        return (obj.cls,)
    for cls in line(follower, obj.cls):
        if isinstance(cls, Cls):
            found = _own(follower, obj, cls, name)
            if found:
                return found
    outside = [v for v in line(follower, obj.cls) if isinstance(v, Outside) and v.known and v.last not in _PLAIN_BASES]
    if outside:
        return merged([(Outside(f"{v.path}().{name}", known=True),) for v in outside])
    return (Outside(f"{obj.cls.decl.name}().{name}"),)


_PLAIN_BASES = word_set("ABC Protocol Generic object Enum StrEnum NamedTuple TypedDict Exception")


def _own(follower: Follower, obj: Obj, cls: Cls, name: str) -> Values:
    frame = class_frame(follower, cls)
    names = follower.bound_of(frame)
    found: list[Values] = []
    for binding in names.names.get(name, ()):
        statement = binding.statement
        if binding.how is How.DEFINE and isinstance(statement, ir.FunctionDef):
            found.append(_method(follower, obj, cls, statement, frame))
        elif binding.value is not None and not (obj.given is not None and _is_field(binding.value)):
            found.append(follower.binding(binding, frame, name))
        elif binding.annotation is not None or binding.value is not None:
            found.append(_field(follower, obj, cls, name, binding.annotation, frame))
        else:
            found.append(follower.binding(binding, frame, name))
    for statement in cls.decl.body:
        if isinstance(statement, ir.FunctionDef) and name in statement.words:
            found += _assigned(follower, obj, cls, statement, frame, name)
    return merged(found)


def _is_field(node: ir.Expr) -> bool:
    """`field(default=…)` and its like: the constructor's argument counts."""
    return isinstance(node, ir.Call) and isinstance(node.func, ir.Name) and node.func.id in ("field", "Field", "ib")


def _field(follower: Follower, obj: Obj, cls: Cls, name: str, annotation: ir.Expr | None, frame: Frame) -> Values:
    """A field of a dataclass or model: what the object was made with, else what its annotation says."""
    if obj.given is not None:
        for keyword, values in obj.given.keyword:
            if keyword == name:
                return _types_of.narrowed(follower, values, annotation, frame)
        fields = [
            s.targets[0].id
            for s in cls.decl.body
            if isinstance(s, ir.Assign) and s.annotation is not None and isinstance(s.targets[0], ir.Name)
        ]
        if name in fields and fields.index(name) < len(obj.given.positional):
            return _types_of.narrowed(follower, obj.given.positional[fields.index(name)], annotation, frame)
    return _types_of.objects(follower, annotation, frame)


def _assigned(
    follower: Follower, obj: Obj | Cls, cls: Cls, method: ir.FunctionDef, frame: Frame, name: str
) -> list[Values]:
    """What a method assigns to `self.name`."""
    if not method.params:
        return []
    inner = Frame(frame.module, 0, method, frame, owner=cls)
    bindings = follower.bound_of(inner).attributes.get(name, ())
    if not bindings:
        return []
    given = obj.given if method.name == "__init__" and isinstance(obj, Obj) else None
    called = _apply.frame_of(follower, Fn(method, frame, obj, cls), given or _apply.NOTHING, told=given is not None)
    return [follower.binding(binding, called, name) for binding in bindings]


def decorated(decl: ir.FunctionDef) -> frozenset[str]:
    """The last words of a function's decorators."""
    found = set()
    for decorator in decl.decorators:
        node = decorator.func if isinstance(decorator, ir.Call) else decorator
        found.add(node.id if isinstance(node, ir.Name) else node.name if isinstance(node, ir.Attr) else "")
    return frozenset(found)


def _method(follower: Follower, obj: Obj, cls: Cls, decl: ir.FunctionDef, frame: Frame) -> Values:
    words = decorated(decl)
    if words & {"property", "cached_property", "computed_field", "hybrid_property", "setter"}:
        return _apply.called(follower, Fn(decl, frame, obj, cls), _apply.NOTHING)
    return _bound(follower, obj, cls, decl, frame)


def _bound(follower: Follower, obj: Obj, cls: Cls, decl: ir.FunctionDef, frame: Frame) -> Values:
    words = decorated(decl)
    self_: Value | None = None if "staticmethod" in words else cls if "classmethod" in words else obj
    if "classmethod" in words:
        self_ = obj.cls
    return _apply.wrapped(follower, Fn(decl, frame, self_, cls), frame)


def _of_class(follower: Follower, cls: Cls, name: str) -> Values:
    key = (cls.key, name)
    known = follower.attributes.get(key)
    if known is None:
        known = _kept(follower, key, lambda: _in_class(follower, cls, name))
    return known


def _in_class(follower: Follower, cls: Cls, name: str) -> Values:
    for above in line(follower, cls):
        if not isinstance(above, Cls):
            continue
        frame = class_frame(follower, above)
        found: list[Values] = []
        for binding in follower.bound_of(frame).names.get(name, ()):
            if binding.how is How.DEFINE and isinstance(binding.statement, ir.FunctionDef):
                words = decorated(binding.statement)
                bound_to = cls if "classmethod" in words else None
                found.append(_apply.wrapped(follower, Fn(binding.statement, frame, bound_to, above), frame))
            elif binding.value is None and binding.annotation is not None:
                found.append(_types_of.objects(follower, binding.annotation, frame))
            else:
                found.append(follower.binding(binding, frame, name))
        for statement in above.decl.body:  # `cls.client = …` in a class method
            of_class = isinstance(statement, ir.FunctionDef) and "classmethod" in decorated(statement)
            if of_class and isinstance(statement, ir.FunctionDef) and name in statement.words:
                found += _assigned(follower, cls, above, statement, frame, name)
        if any(found):
            return merged(found)
    outside = [v for v in line(follower, cls) if isinstance(v, Outside) and v.known and v.last not in _PLAIN_BASES]
    if outside:
        return merged([(v.then(f".{name}"),) for v in outside])
    return (Outside(f"{cls.decl.name}.{name}"),)


def operator(follower: Follower, obj: Obj, name: str) -> Values:
    """What a special method of a local class gives."""
    methods = [fn for fn in of_object(follower, obj, name) if isinstance(fn, Fn)]
    return merged([_apply.called(follower, fn, _apply.NOTHING) for fn in methods]) or UNKNOWN


def is_abstract(decl: ir.FunctionDef) -> bool:
    """Nothing but a docstring, `pass`, `...` or a raise: something below it does the work."""
    return all(
        isinstance(s, ir.Raise) or (isinstance(s, ir.ExprStmt) and (isinstance(s.value, ir.Const) or _is_dots(s.value)))
        for s in decl.body
    )


def _is_dots(node: ir.Expr) -> bool:
    return isinstance(node, ir.Name) and node.id == "..."


def below(follower: Follower, cls: Cls) -> tuple[Cls, ...]:
    """Local classes that extend this one directly; bounded in the files that are looked into."""
    known = follower.below.get(id(cls.decl))
    if known is not None:
        return known
    follower.below[id(cls.decl)] = ()
    word = cls.decl.name.encode()
    follower.asked.add(cls.decl.name)
    found: dict[object, Cls] = {}
    modules = [m for m in follower.program.modules.values() if says(m.data, word) and b"class " in m.data]
    for module in modules[:_MAX_BELOW]:
        frame = follower.module_frame(module)
        for statement in module.facts.body:
            if isinstance(statement, ir.ClassDef) and statement is not cls.decl:
                made = Cls(statement, frame)
                if any(isinstance(v, Cls) and v.decl is cls.decl for v in line(follower, made)):
                    found.setdefault(made.key, made)
    follower.below[id(cls.decl)] = tuple(found.values())
    return follower.below[id(cls.decl)]
