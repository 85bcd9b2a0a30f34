"""Functions that nothing calls: which of them could register, and in which order they are followed.

Room: checks, middle. Those that no other of them names come first, as they are where a program is entered; where each
is named by another, one at a time. What those that wait say is a sum that is kept, not made anew for each: words of a
function are counted when it begins to wait and when it ends to.
Not here: how such a function is followed (`_instances`), what else waits for its turn (`_evaluator`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface._values import Func


class Uncalled:
    """Iterated once: each function that is to be followed next, until none is left."""

    def __init__(self, ev: Evaluator) -> None:
        self.counted = 0  # how often a function's words were counted, up or down
        self._ev = ev
        self._met = 0  # functions that were looked at
        self._done: set[int] = set()
        self._open: dict[str, dict[int, Func]] = {}  # by module and place: worth it once the module handles a server
        self._handled: dict[str, frozenset[str]] = {}
        self._waiting: dict[int, Func] = {}  # by place
        self._named: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Func]:
        called = self._ev.called
        while True:
            self._look()
            if not self._waiting:
                return
            roots = [place for place, func in self._waiting.items() if not self._named[_decl(func).name]]
            for place in sorted(roots) or [min(self._waiting)]:
                func = self._waiting[place]
                self._done.add(id(func))
                if id(func.decl) in called and id(func.decl) not in self._done:
                    continue
                self._done.add(id(func.decl))
                yield func

    def _look(self) -> None:
        """Bring up to date who waits: what was followed meanwhile does not, what was defined meanwhile may."""
        done, called = self._done, self._ev.called
        for place in [p for p, f in self._waiting.items() if id(f) in done or id(f.decl) in called]:
            self._count(self._waiting.pop(place), -1)
        for place, func in enumerate(self._ev.functions[self._met :], self._met):
            if self._may(func):
                if _decl(func).words.isdisjoint(self._ev.words):
                    self._open.setdefault(func.scope.module.path, {})[place] = func
                    self._handled.pop(func.scope.module.path, None)
                else:
                    self._wait(place, func)
        self._met = len(self._ev.functions)
        for path in list(self._open):
            self._reconsider(path, self._open[path])

    def _may(self, func: Func) -> bool:
        if (
            not isinstance(func.decl, ir.FunctionDef)
            or not func.scope.module.matters
            or id(func.decl) in self._ev.called
        ):
            return False
        # Where nothing of a framework can be, only what says a framework's own word may register, once it is given one.
        part, said = self._ev.part, func.decl.words
        return part is None or part.may_hold(func.scope.module) or not said.isdisjoint(self._ev.seeds)

    def _reconsider(self, path: str, those: dict[int, Func]) -> None:
        """Functions that say no leading word, where the names that hold a server are others than before."""
        handled = self._ev.handles.of(self._ev, next(iter(those.values())).scope.module)
        if handled == self._handled.get(path):
            return
        self._handled[path] = handled
        for place, func in list(those.items()):
            called = id(func.decl) in self._ev.called
            if called or not _decl(func).words.isdisjoint(handled):
                del those[place]
                if not called:
                    self._wait(place, func)
        if not those:
            del self._open[path]

    def _wait(self, place: int, func: Func) -> None:
        self._waiting[place] = func
        self._count(func, 1)

    def _count(self, func: Func, by: int) -> None:
        self.counted += 1
        for word in _decl(func).words:
            self._named[word] += by


def _decl(func: Func) -> ir.FunctionDef:
    assert isinstance(func.decl, ir.FunctionDef)  # a lambda never waits
    return func.decl
