"""One frame: what its own calls do, and which local functions they lead to.

Room: checks, middle. Pure. Nothing is followed here; `_search` does that, nearest first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _apply, _aside, _attributes, _guards, _memory, _passing, _truth
from toolcrib.checks.writes._bindings import calls_in
from toolcrib.checks.writes._evaluate import Follower, OutOfSteps
from toolcrib.checks.writes._sinks import judge
from toolcrib.checks.writes._site import READS, Site
from toolcrib.checks.writes._types import Evidence, Step, Weight
from toolcrib.checks.writes._values import Cls, Fn, Frame, Given, Items, Obj, Outside, Table, Value
from toolcrib.manifest import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a local function. `aside`: its name says that it keeps house."""

    step: Step
    frame: Frame
    aside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """`evidence` without a way to it, and the calls of local functions, in the order of the text.

    `kept`: the places of evidence that counts also below a helper that keeps house by its name (`_aside`).
    """

    evidence: tuple[Evidence, ...]
    calls: tuple[Call, ...]
    kept: frozenset[Location] = frozenset()
    complete: bool = True  # False: the steps ran out in the middle, and this is what was seen until then


def visit(follower: Follower, frame: Frame) -> Visited:
    looker = _Looker(follower, frame)
    try:
        return _everything(looker, follower, frame)
    except OutOfSteps:
        return Visited(evidence=looker.settled(), calls=(), kept=frozenset(looker.kept), complete=False)


def _everything(looker: _Looker, follower: Follower, frame: Frame) -> Visited:
    decl = frame.decl
    if isinstance(decl, ir.Lambda):
        for call in calls_in(decl.body):
            looker.call(call)
    elif isinstance(decl, ir.FunctionDef):
        for statement in _truth.live(follower, decl.body, frame):
            for call in follower.calls_of(statement):
                looker.call(call)
            looker.assigned(statement)
    return Visited(evidence=looker.settled(), calls=tuple(looker.calls), kept=frozenset(looker.kept))


class _Looker:
    def __init__(self, follower: Follower, frame: Frame) -> None:
        self._follower, self._frame = follower, frame
        self.evidence: list[Evidence] = []
        self.calls: list[Call] = []
        self.kept: set[Location] = set()
        self._reads = False
        self._commits: set[Location] = set()
        self._guarded = _guards.guarded(follower, frame)

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
            weight = _memory.changed_by_call(self._follower, node, self._frame)
            if weight is not None:
                self._remembers(weight, node.pos)

    def assigned(self, statement: ir.Stmt) -> None:
        """`notes[name] = text` and `del notes[name]` of what was there before."""
        targets: tuple[ir.Expr, ...] = ()
        value: ir.Expr | None = None
        if isinstance(statement, ir.Assign):
            targets, value = statement.targets, statement.value
        elif isinstance(statement, ir.Delete):
            targets = (statement.target,)
        for target in targets:
            weight = _memory.changed_by_item(self._follower, target, value, self._frame)
            if weight is not None:
                self._remembers(weight, target.pos)

    def _remembers(self, weight: Weight, pos: ir.Pos) -> None:
        facts = self._frame.module.facts
        text = f"`{_said(facts.text(pos))}` {_memory.DOES}"
        self.evidence.append(Evidence(kind=_memory.KIND, at=facts.location(pos), weight=weight, text=text))

    def _methods(self, obj: Obj, name: str, args: Given, node: ir.Call) -> None:
        for method in _attributes.of_object(self._follower, obj, name):
            if isinstance(method, Fn):
                self._follow(method, args, node)

    def _follow(self, function: Fn, args: Given, node: ir.Call) -> None:
        aside = _aside.keeps_house(function.name)
        step = Step(name=function.name, at=self._frame.module.facts.location(node.pos))
        self.calls.append(Call(step=step, frame=_apply.frame_of(self._follower, function, args), aside=aside))
        decl = function.decl
        if isinstance(decl, ir.FunctionDef) and isinstance(function.self_, Obj) and _attributes.is_abstract(decl):
            for cls in _attributes.below(self._follower, function.self_.cls):
                for method in _attributes.of_object(self._follower, Obj(cls), decl.name):
                    if isinstance(method, Fn) and method.decl is not decl:
                        inner = _apply.frame_of(self._follower, method, args)
                        self.calls.append(Call(step=step, frame=inner, aside=aside))

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
            if _aside.counts(site, found):
                self.kept.add(facts.location(node.pos))
            if target.last == "commit":
                self._commits.add(facts.location(node.pos))

    def _handed(self, node: ir.Call, args: Given) -> None:
        """Functions that are given to other code: it may call them, with the arguments that stand behind them."""
        name = _last(node.func)
        for index, values in enumerate(args.positional):
            rest = Given(args.positional[index + 1 :], args.keyword, open=True)
            for value in values:
                self._handed_one(value, node, rest, name)
        for keyword, values in args.keyword:
            told = _told(args) if keyword in _passing.RUN_AS else _apply.ANYTHING
            for value in values:
                if isinstance(value, Fn):
                    self._follow(value, told, node)
                elif keyword in _passing.RUN_AS:
                    self._handed_one(value, node, told, name)

    def _handed_one(self, value: Value, node: ir.Call, rest: Given, name: str) -> None:
        runs = name in _passing.RUNNERS
        if isinstance(value, Fn):
            self._follow(value, rest if runs else _apply.ANYTHING, node)
        elif not isinstance(value, Outside) or "." not in value.path or value.path.endswith((")", "]")):
            return
        elif runs or (value.known and name not in _passing.NEVER_RUN):
            self._judge(value, node, rest, handed=True)


def _told(args: Given) -> Given:
    """`Thread(target=f, args=(a,), kwargs={…})`: what `f` is called with."""
    given = dict(args.keyword)
    positional = [v for v in given.get("args", ()) if isinstance(v, Items)]
    named = [v for v in given.get("kwargs", ()) if isinstance(v, Table)]
    keyword = [(name, values) for table in named for name, values in table.entries if isinstance(name, str)]
    return Given(positional[0].items if positional else (), tuple(keyword), open=True)


def _last(node: ir.Expr) -> str:
    return node.id if isinstance(node, ir.Name) else node.name if isinstance(node, ir.Attr) else ""


def _said(text: str) -> str:
    return text if len(text) <= 60 else "…" + text[-59:]
