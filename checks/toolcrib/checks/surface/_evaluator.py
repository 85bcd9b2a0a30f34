"""Follow the linked program far enough to see what registers a tool. Nothing of the user's is run.

Room: checks, middle. In: a `Program` and the dialects. Out: registrations, unresolved places, agents, notes (the raw
material that `_collect` turns into a `Surface`). Bounded in steps, depth and size; a bound that is hit is reported as
an unresolved place, never passed over.
Not here: single constructs (`_expressions`, `_statements`), calls (`_calls`), other libraries (`_library`, `dialects`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _attributes, _calls, _definitions, _expressions, _instances, _library, _statements
from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._binding import Lazy
from toolcrib.checks.surface._bounds import FEW_STEPS, MAX_STEPS, MUCH, OutOfSteps
from toolcrib.checks.surface._frame import Frame
from toolcrib.checks.surface._holding import Handles
from toolcrib.checks.surface._outline import blocks, forms
from toolcrib.checks.surface._program import Module, Part, Program
from toolcrib.checks.surface._settle import is_quiet, settle
from toolcrib.checks.surface._slice import as_bodies_say, needed
from toolcrib.checks.surface._uncalled import Uncalled
from toolcrib.checks.surface._values import (
    Args,
    Cls,
    Cond,
    Conds,
    Ext,
    Func,
    Inst,
    K,
    Scope,
    Site,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._declare import Ledger
    from toolcrib.checks.surface._flow import Flow
    from toolcrib.checks.surface._types import Grant
    from toolcrib.checks.surface.dialects._base import Dialect


class Evaluator:
    def __init__(self, program: Program, dialects: Sequence[Dialect], ledger: Ledger) -> None:
        self.program = program
        self.dialects = tuple(dialects)
        self.ledger = ledger
        self.when: list[Cond] = []
        self.frames: list[Frame] = []
        self.module_stack: list[Module] = []
        self.steps = 0
        self.total = 0  # steps of everything that was followed to its end
        self.functions: list[Func] = []
        self.classes: list[Cls] = []
        self.escaped: dict[int, Func] = {}  # functions that were given to code of another library
        self.next_yield: Callable[[Value], None] | None = None  # for the frame that is made next
        self.outside: dict[tuple[object, ...], Value] = {}  # what is put on objects of other libraries
        self.called: set[int] = set()  # ids of function declarations that were followed
        self.uncalled_run = False  # True while a function is followed that nothing calls
        self.counted = 0  # how often such a function's words were counted (see `_uncalled`)
        self.words: frozenset[str] = frozenset()
        self.seeds: frozenset[str] = frozenset()
        self._said_in_bodies: frozenset[str] = frozenset()  # the words, as `_slice` needs them
        self.part: Part | None = None
        self.quiet: dict[int, tuple[int, int]] = {}  # calls and steps of a function since it last led to anything
        self.making: list[Cls] = []  # classes that a metaclass is making
        self.early: dict[int, Value] = {}  # definitions that an import cycle needed before their turn
        self.handles = Handles()
        self.later: list[tuple[Module, Callable[[], None]]] = []  # what a framework calls once all is defined
        self._slices: dict[tuple[int, bool, frozenset[str]], frozenset[int]] = {}
        self._conds: dict[tuple[str, str, str, str, Grant | None], Cond] = {}
        self.limit = MAX_STEPS
        self.recursions: dict[int, int] = {}  # calls of a function inside itself, by its declaration
        self.aside: dict[int, int] = {}  # steps spent on calls of a function that were followed for their value
        self.asked = False  # True while what registers asks for a value
        self.options: dict[str, Value] = {}  # command-line options of argparse: their defaults
        self.dialect_of_root = {root: d for d in self.dialects for root in d.roots}
        self._own = frozenset(path for d in self.dialects for path in d.own)
        self._own_names = frozenset(path.rpartition(".")[2] for path in self._own)

    # --- state -----------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        self.steps += 1
        if self.steps > self.limit:
            raise OutOfSteps

    @property
    def module(self) -> Module:
        return self.module_stack[-1]

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def site(self, pos: ir.Pos) -> Site:
        frame = self.frames[-1] if self.frames else None
        return Site(self.module, pos, frame.qualname if frame is not None else "", frame)

    def conds(self) -> Conds:
        return tuple(dict.fromkeys(self.when))

    def cond(self, text: str, place: str, arm: str, off: str = "", grant: Grant | None = None) -> Cond:
        """The condition of one arm of one branch; the same object every time."""
        key = (text, place, arm, off, grant)
        made = self._conds.get(key)
        if made is None:
            made = self._conds[key] = Cond(text, place, arm, off, grant)
        return made

    @contextmanager
    def under(self, conds: Sequence[Cond]) -> Iterator[None]:
        before = len(self.when)
        self.when.extend(conds)
        try:
            yield
        finally:
            del self.when[before:]

    @contextmanager
    def inside(self, module: Module, frame: Frame) -> Iterator[None]:
        self.module_stack.append(module)
        self.frames.append(frame)
        before = len(self.when)
        try:
            yield
        finally:
            del self.when[before:]
            self.frames.pop()
            self.module_stack.pop()

    # --- modules ---------------------------------------------------------------------------------------------------

    def run_module(self, module: Module) -> None:
        """Follow a module's top level once, whoever asks for it first: within bounds of its own, not of who asks."""
        if module.state != "new":
            return
        module.state = "running"
        saved = self.when, self.frames, self.uncalled_run, self.next_yield
        self.when, self.frames, self.uncalled_run, self.next_yield = [], [], False, None
        try:
            self._start(module, partial(self._top_level, module))
        finally:
            self.when, self.frames, self.uncalled_run, self.next_yield = saved
            module.state = "done"

    def _top_level(self, module: Module) -> None:
        with self.inside(module, Frame(None, "", 0)):
            _statements.run(self, module.facts.body, module.scope)

    def run_all(self, part: Part) -> None:
        """Every module of a part that matters, then every function that could register and that nothing called."""
        self.part = part
        if is_quiet(part):
            return
        seeds = forms(word for dialect in self.dialects if self._concerns(dialect, part) for word in dialect.words)
        self.seeds = seeds
        self.words = settle(self.program, seeds, part)
        self._said_in_bodies = as_bodies_say(self.words)
        modules = [m for m in part.modules if m.matters]
        if not modules:
            return
        for module in self._entry_first(modules):
            self.run_module(module)
        self.handles.settled = True
        for module, run in self.later:
            self._start(module, run)
        for func in list(self.escaped.values()):
            self.uncalled_run = True
            self._start(func.scope.module, partial(_instances.call_escaped, self, func))
            self.uncalled_run = False
        for _ in range(2):  # what waited may define functions, and those may make things that wait
            self._run_uncalled()
            for dialect in self.dialects:
                self._start(modules[0], partial(dialect.finish, self))

    def _concerns(self, dialect: Dialect, part: Part) -> bool:
        """Its words count everywhere, or some file of the part may import the framework."""
        if not dialect.only_where_imported:
            return True
        return self.program.may_say({root.partition(".")[0].encode() for root in dialect.roots}, part)

    def _entry_first(self, modules: list[Module]) -> list[Module]:
        """Modules that no other imports come first: they are where a program starts, so order is as it would be."""
        imported: set[str] = set()
        for module in modules:
            for statement in _flat(module.facts.body):
                imported |= {m.path for m in self._imports(module, statement) if m is not module}
        return sorted(modules, key=lambda m: (m.path in imported, m.path))

    def _imports(self, module: Module, statement: ir.Stmt) -> Iterator[Module]:
        if isinstance(statement, ir.Import):
            for dotted, _ in statement.names:
                found = self.program.resolve(dotted, module)
                if isinstance(found, Module):
                    yield found
        elif isinstance(statement, ir.ImportFrom):
            found = (
                self.program.resolve(statement.module, module, statement.level)
                if (statement.module or statement.level)
                else None
            )
            if isinstance(found, Module):
                yield found
            if found is not None:
                for name, _ in statement.names:
                    child = self.program.child(found, name)
                    if isinstance(child, Module):
                        yield child

    def _start(self, module: Module, run: Callable[[], None]) -> None:
        limit = MAX_STEPS if self.total < MUCH else FEW_STEPS
        before = self.steps, self.limit, self.recursions
        self.steps, self.limit, self.recursions = 0, limit, {}
        try:
            run()
        except OutOfSteps:
            self.ledger.out_of_steps(module, limit)
        except RecursionError:
            self.ledger.too_deep(module)
        self.total += self.steps
        self.steps, self.limit, self.recursions = before  # it may have been begun inside of another

    def apart(self, module: Module, run: Callable[[], Value]) -> Value | None:
        """Follow something that nothing calls, within a bound of its own; None when the bound is hit."""
        before, self.uncalled_run = self.uncalled_run, True
        made = self.bounded(module, run)
        self.uncalled_run = before
        return made

    def bounded(self, module: Module, run: Callable[[], Value]) -> Value | None:
        """Follow something within a bound of its own; None when the bound is hit, which is said of the module."""
        made: list[Value] = []
        self._start(module, lambda: made.append(run()))
        return made[0] if made else None

    # --- functions that nothing calls --------------------------------------------------------------------------------

    def _run_uncalled(self) -> None:
        uncalled = Uncalled(self)
        for func in uncalled:
            self.uncalled_run = True
            self._start(func.scope.module, partial(_instances.call_uncalled, self, func))
            self.uncalled_run = False
        self.counted += uncalled.counted

    def relevant(self, func: Func, brought: frozenset[str] = frozenset()) -> bool:
        """It could lead to a registration: it says a leading word, or it handles a server."""
        if not isinstance(func.decl, ir.FunctionDef):
            return False
        if brought or not func.decl.words.isdisjoint(self.words):
            return True
        return not func.decl.words.isdisjoint(self.handles.of(self, func.scope.module))

    def slice_of(self, func: Func, *, value: bool, brought: frozenset[str] = frozenset()) -> frozenset[int] | None:
        """The statements of a function that can matter (see `_slice`); None: all."""
        if not isinstance(func.decl, ir.FunctionDef):
            return None
        also = brought | (func.decl.words & self.handles.of(self, func.scope.module))
        key = (id(func.decl), value, also)
        made = self._slices.get(key)
        if made is None:
            made = self._slices[key] = needed(func.decl, self._said_in_bodies, value=value, brought=also)
        return made

    # --- names -----------------------------------------------------------------------------------------------------

    def look_up(self, name: str, scope: Scope) -> Value:
        place: Scope | None = scope
        if scope.outer.get(name) == "global":
            place = scope.module.scope
        first = True
        while place is not None:
            if name in place.vars and (first or not place.is_class):
                return self.resolve(place.vars[name])
            first = False
            place = place.parent
        found = self.global_of(scope.module, name)
        if found is not None:
            return found
        builtin = _library.builtin(name)
        return builtin if builtin is not None else Unknown(f"nothing read here defines `{name}`")

    def global_of(self, module: Module, name: str) -> Value | None:
        """A module's global, also while the module is still being followed (an import cycle)."""
        self.run_module(module)
        value = module.scope.vars.get(name)
        if value is not None:
            return self.resolve(value)
        if name == "__name__":
            return K(module.name)
        if name == "__package__":
            return K(module.name if module.is_package else module.name.rpartition(".")[0])
        if module.state == "running":
            statement = module.definitions.get(name)
            if statement is not None:
                with self.inside(module, Frame(None, "", 0)):
                    return _definitions.define_early(self, statement, module.scope)
        return None

    def resolve(self, value: Value) -> Value:
        """A lazily imported name → what it stands for."""
        seen = 0
        while isinstance(value, Lazy) and seen < 50:
            value = value.get(self)
            seen += 1
        return value

    def owner_of(self, path: str) -> Dialect | None:
        """The dialect that owns a dotted name of another library."""
        first, _, rest = path.partition(".")
        dialect = self.dialect_of_root.get(f"{first}.{rest.partition('.')[0]}") if rest else None
        return dialect if dialect is not None else self.dialect_of_root.get(first)

    def own_name(self, scope: Scope, name: str) -> Ext | None:
        """A definition in a framework's own source: it means what the framework's name means everywhere else."""
        if name not in self._own_names or not scope.is_module:
            return None
        parts = scope.module.name.split(".")
        tails = (".".join([*parts[at:], name]) for at in range(len(parts)))
        return next((Ext(tail) for tail in tails if tail in self._own), None)

    def framework_base(self, cls: Cls) -> tuple[Dialect, str] | None:
        """The framework class that a local class extends, with its dialect."""
        for path in cls.external_bases():
            dialect = self.owner_of(path)
            if dialect is not None:
                return dialect, path
        return None

    def knows_frameworks(self) -> bool:
        return self.ledger.saw_framework

    def instance_of(self, path: str, site: Site) -> Value:
        """An object of an external class that is only known by its annotation."""
        dialect = self.owner_of(path)
        made = dialect.annotated(self, path, site) if dialect is not None else None
        return made if made is not None else Ext(path + "()", None, site)

    # --- facade: single modules hold the work ------------------------------------------------------------------------

    def eval(self, node: ir.Expr, scope: Scope) -> Value:
        return _expressions.evaluate(self, node, scope)

    def run(self, body: ir.Block, scope: Scope) -> Flow:
        return _statements.run(self, body, scope)

    def call(self, func: Value, args: object, site: Site) -> Value:
        assert isinstance(args, Args)  # typed loosely only to keep the modules apart
        return _calls.call(self, func, args, site)

    def attr(self, value: Value, name: str, site: Site) -> Value:
        return _attributes.attribute(self, value, name, site)

    def instances(self, cls: Cls) -> list[Inst]:
        return cls.instances


def _flat(body: ir.Block) -> Iterator[ir.Stmt]:
    """Every statement of a file, functions included: any of them may import."""
    todo = list(body)
    while todo:
        statement = todo.pop()
        yield statement
        todo += blocks(statement)
