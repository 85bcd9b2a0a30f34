"""One frame: what its own calls do, and which local functions they lead to.

Room: checks, middle. Pure. Nothing is followed here; `_search` does that, nearest first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _apply, _attributes, _passing, _sql_names, _truth, _vocabulary
from toolcrib.checks.writes._bindings import calls_in
from toolcrib.checks.writes._evaluate import Follower
from toolcrib.checks.writes._names import words
from toolcrib.checks.writes._sinks import judge
from toolcrib.checks.writes._site import READS, Site
from toolcrib.checks.writes._types import Evidence, Step, Weight
from toolcrib.checks.writes._values import Cls, Fn, Frame, Given, Obj, Outside, Value
from toolcrib.manifest import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """`evidence` without a way to it, and the calls of local functions, in the order of the text."""

    evidence: tuple[Evidence, ...]
    calls: tuple[tuple[Step, Frame], ...]


def visit(follower: Follower, frame: Frame) -> Visited:
    looker = _Looker(follower, frame)
    decl = frame.decl
    if isinstance(decl, ir.Lambda):
        for call in calls_in(decl.body):
            looker.call(call)
    elif isinstance(decl, ir.FunctionDef):
        for statement in _truth.live(follower, decl.body, frame):
            for call in follower.calls_of(statement):
                looker.call(call)
    return Visited(evidence=looker.settled(), calls=tuple(looker.calls))


class _Looker:
    def __init__(self, follower: Follower, frame: Frame) -> None:
        self._follower, self._frame = follower, frame
        self.evidence: list[Evidence] = []
        self.calls: list[tuple[Step, Frame]] = []
        self._reads = False
        self._commits: set[Location] = set()
        decl = frame.decl
        self._guarded = isinstance(decl, ir.FunctionDef) and bool(decl.words & _sql_names.GUARDS)

    def settled(self) -> tuple[Evidence, ...]:
        """The evidence; a commit beside statements that all read, or under a look at the statement, is no evidence."""
        only_commits = all(piece.at in self._commits for piece in self.evidence)
        if (self._reads or self._guarded) and only_commits:
            return tuple(replace(piece, weight=Weight.POSSIBLE) for piece in self.evidence)
        return tuple(self.evidence)

    def call(self, node: ir.Call) -> None:
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
        if _vocabulary.ASIDE_WORDS & set(words(function.name)):
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
        if found is READS:
            self._reads = True
        if found is not None and found.weight is not None:
            said = target.path.replace("()", "(…)") if handed else _said(facts.text(node.func.pos))
            text = f"`{said}(…)` {found.does}"
            weight = Weight.POSSIBLE if found.chosen and self._guarded else found.weight
            self.evidence.append(Evidence(kind=found.kind, at=facts.location(node.pos), weight=weight, text=text))
            if target.last == "commit":
                self._commits.add(facts.location(node.pos))

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
        runs = name in _passing.RUNNERS
        if isinstance(value, Fn):
            self._follow(value, rest if runs else _apply.ANYTHING, node)
        elif isinstance(value, Outside) and runs and "." in value.path and not value.path.endswith((")", "]")):
            self._judge(value, node, rest, handed=True)


def _last(node: ir.Expr) -> str:
    return node.id if isinstance(node, ir.Name) else node.name if isinstance(node, ir.Attr) else ""


def _said(text: str) -> str:
    return text if len(text) <= 60 else "…" + text[-59:]
