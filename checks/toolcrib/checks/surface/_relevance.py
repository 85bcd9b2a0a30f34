"""Which functions could lead to a registration: what is worth following to its end.

Room: checks, middle. A function that says one of the dialects' words may register; whoever says that function's name may
lead to it. Names that many functions share lead nowhere: a function behind such a name is followed by itself, with
unknown arguments, and what it registers then is said to be unresolved rather than lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module

SHARED = 3  # more definitions of one name than this: it does not identify a function
MENTIONS = 80  # more functions that say a name than this: it is a common word


def leading_words(modules: Iterable[Module], seeds: frozenset[str]) -> frozenset[str]:
    """The dialects' words and the names of everything that may lead to them."""
    bodies: list[tuple[str, frozenset[str]]] = []
    for module in modules:
        bodies += [(d.name, d.words) for d in _definitions(module.facts.body)]
    defined = Counter(name for name, _ in bodies)
    mentioned: Counter[str] = Counter()
    for _, words in bodies:
        mentioned.update(words)
    words = set(seeds)
    changed = True
    while changed:
        changed = False
        for name, used in bodies:
            if name in words or name.startswith("__") or defined[name] > SHARED or mentioned[name] > MENTIONS:
                continue
            if not used.isdisjoint(words):
                words.add(name)
                changed = True
    return frozenset(words)


def _definitions(body: ir.Block) -> Iterator[ir.FunctionDef | ir.ClassDef]:
    todo: list[ir.Stmt] = list(body)
    while todo:
        statement = todo.pop()
        if isinstance(statement, ir.FunctionDef | ir.ClassDef):
            yield statement
        todo += blocks(statement)


def blocks(statement: ir.Stmt) -> list[ir.Stmt]:
    """The statements directly inside a statement."""
    found: list[ir.Stmt] = []
    for name in ("body", "orelse", "final"):
        inner = getattr(statement, name, None)
        if isinstance(inner, tuple):
            found += inner
    if isinstance(statement, ir.Try):
        for _, _, inner in statement.handlers:
            found += inner
    if isinstance(statement, ir.Match):
        for case in statement.cases:
            found += case[4]
    return found
