"""Annotations as types: what an object is where only its annotation says so.

Room: checks, middle. Pure. `X | None`, `Optional[X]`, `Annotated[X, Depends(f)]`, texts, and generics that carry a
local type (`RunContext[Deps]`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _apply, _attributes
from toolcrib.checks.writes._names import word_set
from toolcrib.checks.writes._values import Cls, Fn, Frame, K, Obj, Outside, Values, merged

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower

_WRAPPERS = word_set(
    "Optional Union Annotated Final ClassVar Required NotRequired ReadOnly Awaitable Coroutine Type type Mapped"
)
_GIVERS = word_set(
    "Iterator Generator AsyncIterator AsyncGenerator Iterable AsyncIterable ContextManager AsyncContextManager "
    "AbstractContextManager AbstractAsyncContextManager"
)
_PLAIN = word_set(
    "str int float bool bytes None list dict tuple set frozenset object Any Literal Sequence Mapping Callable List "
    "Dict Tuple Set Self TypeVar Iterable"
)
_NO_TYPES = frozenset({"builtins", "typing", "typing_extensions", "pydantic", "annotated_types", "collections"})
CARRIED = word_set("deps context lifespan_context state request_context app_context runtime")
"""Attributes under which a generic context hands out the local type that it was given."""


def narrowed(follower: Follower, values: Values, annotation: ir.Expr | None, frame: Frame) -> Values:
    """The values; what an annotation tells more of is an object of its type.

    A local class stands over everything of another library (what a context hands out, say); a type of another library
    stands only where nothing is known.
    """
    if annotation is None or all(not isinstance(value, Outside) for value in values):
        return values
    typed = objects(follower, annotation, frame)
    if not typed:
        return values
    local = any(isinstance(v, Obj) for v in typed)
    kept = tuple(v for v in values if not isinstance(v, Outside) or (is_told(v) and not local and "[]" not in v.path))
    return merged([kept, typed]) if len(kept) < len(values) else values


def is_told(value: object) -> bool:
    return not isinstance(value, Outside) or value.known


def objects(follower: Follower, annotation: ir.Expr | None, frame: Frame) -> Values:
    """Objects of the types that an annotation names; nothing where it names none that can have been read."""
    if annotation is None:
        return ()
    match annotation:
        case ir.Const() if isinstance(annotation.value, str):
            return _text(follower, annotation.value, frame)
        case ir.BinOp() if annotation.op == "|":
            both = [objects(follower, annotation.left, frame), objects(follower, annotation.right, frame)]
            return merged(both)
        case ir.Subscript():
            return _generic(follower, annotation, frame)
        case ir.Name() | ir.Attr():
            if _last(annotation) in _PLAIN:
                return ()
            return made(follower.evaluate(annotation, frame))
    return ()


def made(types: Values) -> Values:
    found: list[Values] = []
    for value in types:
        if isinstance(value, Cls):
            found.append((Obj(value),))
        elif isinstance(value, Outside) and value.known and not value.path.endswith(")"):
            if value.last not in _PLAIN and value.root not in _NO_TYPES:
                found.append((Outside(f"{value.path}()", known=True, holds=value.holds),))
        elif isinstance(value, Obj):  # an alias made by a call: NewType, TypeVar
            continue
    return merged(found)


def _last(node: ir.Expr) -> str:
    return node.id if isinstance(node, ir.Name) else node.name if isinstance(node, ir.Attr) else ""


def _generic(follower: Follower, node: ir.Subscript, frame: Frame) -> Values:
    arguments = node.index.items if isinstance(node.index, ir.Display) else (node.index,)
    last = _last(node.value)
    if last == "Annotated" and arguments:
        for extra in arguments[1:]:
            given = provided(follower, extra, frame)
            if given:
                return given
        return objects(follower, arguments[0], frame)
    if last in _WRAPPERS:
        return merged([objects(follower, a, frame) for a in arguments])
    if last in _GIVERS:
        return objects(follower, arguments[0], frame)
    if last in _PLAIN:
        return ()
    base = objects(follower, node.value, frame)
    holds = merged([objects(follower, a, frame) for a in arguments])
    holds = tuple(v for v in holds if isinstance(v, Obj))
    return tuple(Outside(v.path, v.known, holds=holds) if isinstance(v, Outside) else v for v in base)


def provided(follower: Follower, node: ir.Expr | None, frame: Frame) -> Values:
    """What `Depends(f)` and its like put into a parameter: whatever `f` gives."""
    if not isinstance(node, ir.Call) or not node.args:
        return ()
    called = follower.evaluate(node.func, frame)
    if not any(isinstance(v, Outside) and v.known and v.last.rstrip("()") in PROVIDERS for v in called):
        return ()
    found = [
        _apply.entered(follower, _apply.called(follower, fn, _apply.NOTHING))
        for fn in follower.evaluate(node.args[0].value, frame)
        if isinstance(fn, Fn | Cls)
    ]
    return merged(found)


PROVIDERS = frozenset({"Depends", "Provide", "Security", "Inject", "FromDishka"})


def _text(follower: Follower, text: str, frame: Frame) -> Values:
    """A type written as text: a plain dotted name, also with `| None` or inside `Optional[…]`."""
    text = text.strip().removeprefix("Optional[").removesuffix("]")
    found: list[Values] = []
    for part in text.split("|"):
        names = part.strip().split(".")
        if not all(name.isidentifier() for name in names) or names[0] in _PLAIN:
            continue
        values = follower.name(names[0], frame)
        for name in names[1:]:
            values = merged([_attributes.attribute(follower, v, name) for v in values])
        found.append(made(values))
    return merged(found)


def constant(values: Values) -> str | None:
    """The one text that these are."""
    texts = [v.value for v in values if isinstance(v, K) and isinstance(v.value, str)]
    return texts[0] if len(texts) == 1 and len(values) == 1 else None
