"""What each definition of a part says: gone through once, when its file comes to matter, and found by word after that.

Room: checks, second step. Pure. A body is a function or class that other files can name, or all that a module says
itself. It registers when it says a leading word.
Not here: which words lead (`_relevance`), which files matter (`_settle`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._module import Module
from toolcrib.checks.surface._outline import aliases, extended, is_store, outer, read_as, statements
from toolcrib.checks.surface._slice import said

TOP = "__top__"


@dataclass(slots=True, eq=False)
class Body:
    """A definition, or the statements of a module itself; `place` is where it stands: file, definition."""

    name: str
    words: frozenset[str]
    path: str
    place: tuple[int, int]
    fills: frozenset[str] = frozenset()  # stores that it may read although others fill them
    registers: bool = False
    called: bool = False  # what registers says its name
    waits: bool = False  # it says a leading word and had its turn, or has it soon: see `_relevance`


@dataclass(slots=True, eq=False)
class Alias:
    """Another name for what one of the words stands for."""

    name: str
    place: tuple[int, int]
    waits: bool = False


@dataclass(slots=True)
class Bodies:
    """The bodies of the files that matter; it only grows."""

    order: Mapping[str, int]  # files of the part, by path
    gone_through: int = 0
    by_word: dict[str, list[Body]] = field(default_factory=dict)
    by_name: dict[str, list[Body]] = field(default_factory=dict)
    by_definition: dict[int, Body] = field(default_factory=dict)  # `id` of the statement
    aliases: dict[str, list[Alias]] = field(default_factory=dict)  # by what they stand for
    imports: dict[str, tuple[ir.Import | ir.ImportFrom, ...]] = field(default_factory=dict)  # by path
    modules: list[Module] = field(default_factory=list)  # in the order in which they came
    registering: list[Body] = field(default_factory=list)  # in the order in which it was found
    stores: dict[str, set[tuple[str, str]]] = field(default_factory=dict)  # how one is read → it, and its class, or ""
    classes: set[str] = field(default_factory=set)
    new: list[Body | Alias] = field(default_factory=list)  # since `_relevance` asked last
    new_stores: list[tuple[str, str]] = field(default_factory=list)
    new_classes: list[str] = field(default_factory=list)

    def add(self, module: Module, words: set[str]) -> None:
        """A file that came to matter; what says one of the words registers."""
        if module.path in self.imports:
            return
        number, body = self.order[module.path], module.facts.body
        here: list[Body] = []
        others: list[tuple[str, frozenset[str]]] = []
        found: list[ir.Import | ir.ImportFrom] = []
        definitions = list(outer(body))
        places = {id(statement) for statement in definitions}
        for statement in statements(body):
            if isinstance(statement, ir.FunctionDef | ir.ClassDef):
                if isinstance(statement, ir.ClassDef):
                    self._class(statement.name)
                    if statement.bases:
                        others.append((statement.name, extended(statement)))
                if id(statement) in places:  # a function in a function is nobody else's: its words are its owner's too
                    one = Body(statement.name, statement.words, module.path, (number, len(here)))
                    here.append(one)
                    self.by_definition[id(statement)] = one
                continue
            others += aliases(statement)
            if isinstance(statement, ir.Import | ir.ImportFrom):
                found.append(statement)
        top = frozenset(w for s in statements(body, into=False) for w in said(s))
        here.append(Body(TOP, top, module.path, (number, len(here))))
        self.imports[module.path] = tuple(found)
        self.modules.append(module)
        self.gone_through += len(here)
        self._fills(here, body, definitions)
        for one in here:
            self.by_name.setdefault(one.name, []).append(one)
            for word in one.words:
                self.by_word.setdefault(word, []).append(one)
        self.new += here
        for at, (name, meant) in enumerate(others):
            alias = Alias(name, (number, at))
            for word in meant:
                self.aliases.setdefault(word, []).append(alias)
            if not meant.isdisjoint(words):
                self.new.append(alias)
        for one in here:
            if not one.words.isdisjoint(words):
                self.register(one)

    def register(self, body: Body) -> None:
        if not body.registers:
            body.registers = True
            self.registering.append(body)

    def _fills(self, here: list[Body], body: ir.Block, definitions: Iterable[ir.Stmt]) -> None:
        """The stores that the code of a module fills."""
        variables = frozenset(
            t.id for st in body if isinstance(st, ir.Assign) for t in st.targets if isinstance(t, ir.Name)
        )
        filled = {w for one in here for w in one.words if w.endswith("!")}
        fills = frozenset(w for w in filled if is_store(w, variables))
        for one in here:
            one.fills = fills
        for word in filled:
            owner, dot, _ = word.partition(".")  # `Registry.items!` is read by what names the class
            if dot and not owner:
                continue
            if dot or word in fills:  # another module may import it
                known = self.stores.setdefault(read_as(word), set())
                if (word, owner if dot else "") not in known:
                    known.add((word, owner if dot else ""))
                    self.new_stores.append((word, owner if dot else ""))
        for statement in definitions:
            if isinstance(statement, ir.ClassDef):
                mark = f"{statement.name}."
                own = frozenset(w for w in statement.words if w.startswith(mark) and w.endswith("!"))
                for method in outer(statement.body) if own else ():
                    if isinstance(method, ir.FunctionDef):
                        self.by_definition[id(method)].fills |= own

    def _class(self, name: str) -> None:
        if name not in self.classes:
            self.classes.add(name)
            self.new_classes.append(name)
