"""What the expressions of a body stand for, asked for one at a time: no order of statements, no whole program.

Room: checks, middle. Pure: facts of files are read when a name leads into them. Bounded in depth; what lies deeper is
unknown, and unknown receivers only ever weaken evidence.
Not here: calls and their arguments (`_apply`), attributes (`_attributes`), what a call does (`_sinks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module, Program
from toolcrib.checks.writes import _apply, _attributes, _texts, _truth, _types_of
from toolcrib.checks.writes._bindings import Binding, Bound, How, bound, calls_in, expressions
from toolcrib.checks.writes._limits import MAX_DEPTH, MAX_STEPS
from toolcrib.checks.writes._passing import BUILTINS
from toolcrib.checks.writes._values import (
    HOLE,
    UNKNOWN,
    Cls,
    Fn,
    Frame,
    Items,
    K,
    Mod,
    Obj,
    Outside,
    Table,
    Value,
    Values,
    merged,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._ir import Block


class OutOfSteps(Exception):  # noqa: N818  # a signal to the search, not an error that anyone reports
    """The bound on steps is hit."""


class Follower:
    """A program, and everything that was found out about it so far."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.depth = 0
        self.steps = 0
        self.limit = MAX_STEPS
        self._bound: dict[tuple[int, str], Bound] = {}
        self._keys: dict[object, int] = {}
        self._values: dict[tuple[int, int], Values] = {}
        self._names: dict[tuple[str, int], Values] = {}
        self.frames: dict[int, Frame] = {}
        self.contexts: dict[int, int] = {}
        self._modules: dict[str, Frame] = {}
        self.live: dict[int, list[ir.Stmt]] = {}
        self._calls: dict[int, tuple[ir.Call, ...]] = {}
        self.returned: dict[int, Values] = {}
        self.attributes: dict[tuple[object, str], Values] = {}
        self.classes: dict[int, tuple[Value, ...]] = {}
        self.around: dict[tuple[int, int], Frame] = {}
        self.wrapped: dict[tuple[int, object], Values] = {}
        self.below: dict[int, tuple[Cls, ...]] = {}
        self.asked: set[str] = set()  # words by which files were looked for

    def begin(self) -> None:
        """A new question: what is known stays, the bounds start anew."""
        self.limit = self.steps + MAX_STEPS
        self.contexts.clear()

    # --- frames ----------------------------------------------------------------------------------------------------

    def key(self, what: object) -> int:
        return self._keys.setdefault(what, len(self._keys))

    def module_frame(self, module: Module) -> Frame:
        made = self._modules.get(module.path)
        if made is None:
            made = self._modules[module.path] = Frame(module, self.key(("module", module.path)))
        return made

    def bound_of(self, frame: Frame) -> Bound:
        decl = frame.decl
        if decl is None:
            return self._bound_in(id(frame.module), frame.module.facts.body, top=True)
        if isinstance(decl, ir.Lambda):
            return self._bound_in(id(decl), (ir.ExprStmt(decl.pos, decl.body),))
        own = decl.params[0].name if isinstance(decl, ir.FunctionDef) and frame.owner and decl.params else ""
        return self._bound_in(id(decl), decl.body, own)

    def _bound_in(self, key: int, body: Block, own: str = "", *, top: bool = False) -> Bound:
        made = self._bound.get((key, own))
        if made is None:
            made = self._bound[key, own] = bound(body, own=own, top=top)
        return made

    def calls_of(self, statement: ir.Stmt) -> tuple[ir.Call, ...]:
        """The calls in a statement itself, inner ones first; worked out once, however often it is followed."""
        known = self._calls.get(id(statement))
        if known is None:
            found = [call for expression in expressions(statement) for call in calls_in(expression)]
            known = self._calls[id(statement)] = tuple(found)
        return known

    # --- names -----------------------------------------------------------------------------------------------------

    def name(self, name: str, frame: Frame) -> Values:
        key = (name, frame.key)
        known = self._names.get(key)
        if known is None:
            self._names[key] = UNKNOWN  # while it is being looked for: a name that is made of itself
            try:
                known = self._look_up(name, frame)
            except BaseException:  # the bound on steps: what is half known is not kept
                del self._names[key]
                raise
            self._names[key] = known
        return known

    def _look_up(self, name: str, frame: Frame) -> Values:
        place: Frame | None = frame
        first = True
        while place is not None:
            names = self.bound_of(place)
            outer = names.outer.get(name)
            if outer == "global":
                place = self.module_frame(frame.module)
                continue
            here = first or not isinstance(place.decl, ir.ClassDef)
            if here and outer is None:
                found: list[Values] = []
                if name in place.args:
                    found.append(place.args[name])
                if name in names.names:
                    found += (self.binding(b, place, name) for b in names.names[name])
                if found:
                    return merged(found)
            first = False
            last = place.parent is None and place.decl is not None
            place = self.module_frame(place.module) if last else place.parent
        starred = self._starred(name, frame.module)
        if starred:
            return starred
        return (Outside(f"builtins.{name}", known=True),) if name in BUILTINS else (Outside(name),)

    def _starred(self, name: str, module: Module) -> Values:
        for statement in self.bound_of(self.module_frame(module)).stars:
            found = self.program.resolve(statement.module, module, statement.level)
            if isinstance(found, Module) and found is not module:
                values = self.of_module(found, name)
                if values:
                    return values
        return ()

    def of_module(self, module: Module, name: str) -> Values:
        """What another module calls `name`; nothing when it has no such name."""
        frame = self.module_frame(module)
        if name in self.bound_of(frame).names:
            return self.name(name, frame)
        child = self.program.child(module, name)
        if child is not None:
            return (Mod(child),)
        return self._starred(name, module)

    def binding(self, binding: Binding, frame: Frame, name: str) -> Values:
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                return UNKNOWN
            if binding.inside is not None:
                frame = self._function_frame(binding.inside, frame)
            return self._binding(binding, frame, name)
        finally:
            self.depth -= 1

    def _function_frame(self, decl: ir.FunctionDef, parent: Frame) -> Frame:
        """A function's names without its arguments: for a global that it sets."""
        return Frame(parent.module, self.key(("inside", id(decl), parent.key)), decl, parent)

    def _binding(self, binding: Binding, frame: Frame, name: str) -> Values:
        match binding.how:
            case How.VALUE:
                values = self.evaluate(binding.value, frame) if binding.value is not None else UNKNOWN
                return _types_of.narrowed(self, values, binding.annotation, frame)
            case How.PART:
                return self._part(binding, self.evaluate(binding.value, frame))
            case How.EACH:
                return self.each(self.evaluate(binding.value, frame))
            case How.EACH_PART:
                return self._part(binding, self.each(self.evaluate(binding.value, frame)))
            case How.ENTER:
                return _apply.entered(self, self.evaluate(binding.value, frame))
            case How.ADD:
                return self._added(binding, frame)
            case How.IMPORT | How.FROM:
                return self._import(binding, frame, name)
            case How.DEFINE:
                return _apply.defined(self, binding.statement, frame)
        return UNKNOWN

    def _added(self, binding: Binding, frame: Frame) -> Values:
        """A text that grows: what is added, with a hole before it, since nothing tells what was there."""
        added = self.evaluate(binding.value, frame)
        return tuple(K(HOLE + v.value) if isinstance(v, K) and isinstance(v.value, str) else UNKNOWN[0] for v in added)

    def _part(self, binding: Binding, values: Values) -> Values:
        found: list[Values] = []
        for value in values:
            if isinstance(value, Items) and binding.index < len(value.items):
                found.append(value.items[binding.index])
            elif isinstance(value, Outside):
                found.append((value.then("[]"),))
            else:
                found.append(UNKNOWN)
        return merged(found) or UNKNOWN

    def each(self, values: Values) -> Values:
        """What a loop over these gives."""
        found: list[Values] = []
        for value in values:
            if isinstance(value, Items):
                found += value.items
            elif isinstance(value, Table):
                found.append(tuple(K(k) for k, _ in value.entries if isinstance(k, str | int)))
            elif isinstance(value, Outside):
                found.append((value.then("[]"),))
            else:
                found.append(UNKNOWN)
        return merged(found) or UNKNOWN

    def _import(self, binding: Binding, frame: Frame, name: str) -> Values:
        statement, module = binding.statement, frame.module
        if isinstance(statement, ir.Import):
            whole = binding.name
            top = whole.partition(".")[0]
            shown = whole if name != top or "." not in whole else top
            found = self.program.resolve(shown, module)
            if found is not None and found is not module:
                return (Mod(found),)
            return (Outside(shown, known=True),)
        if not isinstance(statement, ir.ImportFrom):
            return UNKNOWN
        source = (
            self.program.resolve(statement.module, module, statement.level)
            if (statement.module or statement.level)
            else None
        )
        if source is None:
            dotted = "." * statement.level + statement.module
            return (Outside(f"{dotted.lstrip('.')}.{binding.name}", known=not statement.level),)
        if isinstance(source, Module):
            child = None
            values = self.of_module(source, binding.name) if source is not module else ()
            if values:
                return values
            child = self.program.child(source, binding.name)
        else:
            child = self.program.child(source, binding.name)
        return (Mod(child),) if child is not None else UNKNOWN

    # --- expressions -------------------------------------------------------------------------------------------------

    def evaluate(self, node: ir.Expr | None, frame: Frame) -> Values:
        if node is None:
            return UNKNOWN
        if isinstance(node, ir.Const):
            return (K(node.value),)
        key = (id(node), frame.key)
        known = self._values.get(key)
        if known is not None:
            return known
        self.steps += 1
        if self.steps > self.limit:
            raise OutOfSteps
        if self.depth >= MAX_DEPTH:
            return UNKNOWN
        self.depth += 1
        self._values[key] = UNKNOWN
        try:
            values = self._evaluate(node, frame) or UNKNOWN
        except BaseException:  # as above
            del self._values[key]
            raise
        finally:
            self.depth -= 1
        self._values[key] = values
        return values

    def _evaluate(self, node: ir.Expr, frame: Frame) -> Values:
        match node:
            case ir.Name():
                return self.name(node.id, frame)
            case ir.Attr():
                return merged([_attributes.attribute(self, v, node.name) for v in self.evaluate(node.value, frame)])
            case ir.Call():
                return _apply.result(self, node, frame)
            case ir.Subscript():
                return self._subscript(node, frame)
            case ir.Display():
                items = [self._item(item, frame) for item in node.items[:60]]
                return (Items(tuple(items), open=len(node.items) > 60),)
            case ir.DictDisplay():
                return self._table(node, frame)
            case ir.FString() | ir.BinOp():
                return _texts.built(self, node, frame)
            case ir.BoolOp():
                return merged([self.evaluate(node.left, frame), self.evaluate(node.right, frame)])
            case ir.IfExp():
                taken = _truth.truth(self, node.test, frame)
                arms = [node.body] if taken is True else [node.orelse] if taken is False else [node.body, node.orelse]
                return merged([self.evaluate(arm, frame) for arm in arms])
            case ir.Lambda():
                return (Fn(node, frame),)
            case ir.Comprehension():
                if node.kind == "dict":
                    return (Table((), self.evaluate(node.value, frame)),)
                return (Items((self.evaluate(node.element, frame),), open=True),)
            case ir.Walrus() | ir.Star():
                return self.evaluate(node.value, frame)
        return UNKNOWN

    def _item(self, item: ir.Expr, frame: Frame) -> Values:
        return self.each(self.evaluate(item.value, frame)) if isinstance(item, ir.Star) else self.evaluate(item, frame)

    def _table(self, node: ir.DictDisplay, frame: Frame) -> Values:
        entries: list[tuple[object, Values]] = []
        rest: list[Values] = []
        for key, value in node.items[:200]:
            if key is None:
                for spread in self.evaluate(value, frame):
                    if isinstance(spread, Table):
                        entries += spread.entries
                        rest.append(spread.rest)
                    else:
                        rest.append(UNKNOWN)
                continue
            names = [k.value for k in self.evaluate(key, frame) if isinstance(k, K)]
            values = self.evaluate(value, frame)
            if names:
                entries += ((name, values) for name in names)
            else:
                rest.append(values)
        return (Table(tuple(entries), merged(rest)),)

    def _subscript(self, node: ir.Subscript, frame: Frame) -> Values:
        found: list[Values] = []
        index = [k.value for k in self.evaluate(node.index, frame) if isinstance(k, K)]
        for value in self.evaluate(node.value, frame):
            match value:
                case Items():
                    picked = [
                        value.items[i]
                        for i in index
                        if isinstance(i, int) and -len(value.items) <= i < len(value.items)
                    ]
                    found += picked or list(value.items) or [UNKNOWN]
                case Table():
                    picked = [values for name, values in value.entries if name in index]
                    found += picked or [*(values for _, values in value.entries), value.rest or UNKNOWN]
                case Outside(path="sys.modules", known=True) if index:
                    found += (_apply.module(self, name, frame) for name in index if isinstance(name, str))
                case Outside():
                    found.append((value.part("[]"),))
                case Cls():
                    found.append((value,))
                case Obj():
                    found.append(_attributes.operator(self, value, "__getitem__"))
                case _:
                    found.append(UNKNOWN)
        return merged(found) or UNKNOWN

    def functions_of(self, values: Values) -> Iterator[Fn]:
        for value in values:
            if isinstance(value, Fn):
                yield value
