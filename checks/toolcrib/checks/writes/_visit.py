"""One frame: what its own calls do, and which local functions they lead to.

Room: checks, middle. Pure. Nothing is followed here; `_search` does that, nearest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _apply, _attributes, _tables, _truth
from toolcrib.checks.writes._bindings import expressions, parts
from toolcrib.checks.writes._evaluate import Follower
from toolcrib.checks.writes._names import words
from toolcrib.checks.writes._sinks import Site, judge
from toolcrib.checks.writes._types import Evidence, Step
from toolcrib.checks.writes._values import Cls, Fn, Frame, Given, Obj, Outside, Value, Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """`evidence` without a way to it, and the calls of local functions, in the order of the text."""

    evidence: tuple[Evidence, ...]
    calls: tuple[tuple[Step, Frame], ...]


def visit(follower: Follower, frame: Frame) -> Visited:
    looker = _Looker(follower, frame)
    decl = frame.decl
    if isinstance(decl, ir.Lambda):
        looker.expression(decl.body)
    elif isinstance(decl, ir.FunctionDef):
        for statement in _truth.live(follower, decl.body, frame):
            for expression in expressions(statement):
                looker.expression(expression)
    return Visited(evidence=tuple(looker.evidence), calls=tuple(looker.calls))


class _Looker:
    def __init__(self, follower: Follower, frame: Frame) -> None:
        self._follower, self._frame = follower, frame
        self.evidence: list[Evidence] = []
        self.calls: list[tuple[Step, Frame]] = []

    def expression(self, node: ir.Expr) -> None:
        for call in calls_in(node):
            self._call(call)

    def _call(self, node: ir.Call) -> None:
        functions = self._follower.evaluate(node.func, self._frame)
        args = _apply.given(self._follower, node.args, self._frame)
        outside = False
        for function in functions:
            match function:
                case Fn():
                    self._follow(function, args, node)
                case Cls():
                    made = Obj(function, args)
                    for name in ("__init__", "__post_init__"):
                        self._methods(made, name, args if name == "__init__" else _apply.NOTHING, node)
                case Obj():
                    self._methods(function, "__call__", args, node)
                case Outside():
                    outside = True
                    self._judge(function, node, args)
        if outside or not functions:
            self._handed(node, args)

    def _methods(self, obj: Obj, name: str, args: Given, node: ir.Call) -> None:
        for method in _attributes.of_object(self._follower, obj, name):
            if isinstance(method, Fn):
                self._follow(method, args, node)

    def _follow(self, function: Fn, args: Given, node: ir.Call) -> None:
        if _tables.ASIDE_WORDS & set(words(function.name)):
            return
        step = Step(name=function.name, at=self._frame.module.facts.location(node.pos))
        self.calls.append((step, _apply.frame_of(self._follower, function, args)))
        decl = function.decl
        if isinstance(decl, ir.FunctionDef) and isinstance(function.self_, Obj) and _attributes.is_abstract(decl):
            for cls in _attributes.below(self._follower, function.self_.cls):
                for method in _attributes.of_object(self._follower, Obj(cls), decl.name):
                    if isinstance(method, Fn) and method.decl is not decl:
                        self.calls.append((step, _apply.frame_of(self._follower, method, args)))

    def _judge(self, target: Outside, node: ir.Call, args: Given, *, handed: bool = False) -> None:
        facts = self._frame.module.facts
        receiver = facts.text(node.func.value.pos) if isinstance(node.func, ir.Attr) else ""
        site = Site(
            follower=self._follower,
            target=target,
            receiver=target.path.rpartition(".")[0] if handed else receiver,
            node=node,
            given=args,
            frame=self._frame,
            handed=handed,
        )
        found = judge(site)
        if found is not None and found.weight is not None:
            said = target.path.replace("()", "(…)") if handed else _said(facts.text(node.func.pos))
            text = f"`{said}(…)` {found.does}"
            self.evidence.append(Evidence(kind=found.kind, at=facts.location(node.pos), weight=found.weight, text=text))

    def _handed(self, node: ir.Call, args: Given) -> None:
        """Functions that are given to other code: it may call them, with the arguments that stand behind them."""
        name = _last(node.func)
        for index, values in enumerate(args.positional):
            rest = Given(args.positional[index + 1 :], args.keyword, open=True)
            for value in values:
                self._handed_one(value, node, rest, name)
        for _, values in args.keyword:
            for value in values:
                if isinstance(value, Fn):
                    self._follow(value, _apply.ANYTHING, node)

    def _handed_one(self, value: Value, node: ir.Call, rest: Given, name: str) -> None:
        runs = name in _tables.RUNNERS
        if isinstance(value, Fn):
            self._follow(value, rest if runs else _apply.ANYTHING, node)
        elif isinstance(value, Outside) and runs and "." in value.path and not value.path.endswith((")", "]")):
            self._judge(value, node, rest, handed=True)


def _last(node: ir.Expr) -> str:
    return node.id if isinstance(node, ir.Name) else node.name if isinstance(node, ir.Attr) else ""


def _said(text: str) -> str:
    return text if len(text) <= 60 else "…" + text[-59:]


def calls_in(node: ir.Expr) -> Iterator[ir.Call]:
    """Every call in an expression, inner ones first."""
    for part in parts(node):
        yield from calls_in(part)
    if isinstance(node, ir.Call):
        yield node


def handed_functions(values: Values) -> Iterator[Fn]:
    for value in values:
        if isinstance(value, Fn):
            yield value
