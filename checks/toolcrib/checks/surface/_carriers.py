"""Which names of which modules may register something, followed through imports: so the files that use them are read.

Room: checks, second step. Pure. A module's top-level name carries when what makes it says a leading word or a name that
carries, in whatever form (`x = a if b else Reg()`, `s, x = make(server)`, `ns.x = Reg()`, `with made() as x:`). Whoever
imports the module and says such a name may register with it; names as common as `register` are told by the import.
It may only ever find too much. Not here: words that lead without an import (`_relevance`), what registering code reads
(`_stores`), values (`_holding`).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bodies import Bodies, Body
from toolcrib.checks.surface._identifiers import Identifiers
from toolcrib.checks.surface._look import Asked
from toolcrib.checks.surface._module import Module, Part, may_say
from toolcrib.checks.surface._outline import blocks, statements
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface._slice import said, touched
from toolcrib.checks.surface._stores import Stores

# What takes something out of a module under a name that is made at run time, or hands on every name of it.
_IN_OTHER_WORDS = re.compile(
    rb"\bgetattr[ \t]*\([^,()]*,(?![ \t\n]*[\"'][A-Za-z_]\w*[\"'][ \t\n]*[,)])"
    rb"|\bvars[ \t]*\(|\b__dict__\b|\bglobals[ \t]*\(|\b(?:attrgetter|methodcaller|getmembers)\b"
    rb"|\bsys\.modules\b|\b(?:eval|exec)[ \t]*\("
    rb"|\bimport[ \t]*\([ \t\n]*\*|\bimport[ \t]*\*|\bdef[ \t]+__getattr__\b"
)


_RENAMED = re.compile(rb"([\w\x80-\xff]+)(?=[ \t]+as[ \t]+([\w\x80-\xff]+))")


@dataclass(slots=True, eq=False)
class _Made:
    """Names of a module, and the words that make them."""

    path: str
    names: frozenset[str]
    words: frozenset[str]


@dataclass(slots=True, eq=False)
class _Sheet:
    """What a module that is read says about its own names."""

    makes: list[_Made] = field(default_factory=list)
    taken: list[tuple[str, str, str]] = field(default_factory=list)  # bound name, path of its module, name there
    whole: dict[str, set[str]] = field(default_factory=dict)  # name of an imported module → paths it may stand for
    carry: set[str] = field(default_factory=set)
    from_all: set[str] = field(default_factory=set)  # modules whose every name it has: a star, a `__getattr__`
    has: set[str] = field(default_factory=set)  # names that it makes or imports one by one
    by_word: dict[str, list[_Made]] = field(default_factory=dict)  # what is made with one of those


class Carriers:
    """The names that carry, for one part of a tree; they only grow, and each is handed on once."""

    def __init__(
        self,
        program: Program,
        part: Part,
        seeds: frozenset[str],
        words: set[str],
        bodies: Bodies,
        identifiers: Identifiers,
    ) -> None:
        self._program = program
        self._seeds = seeds
        self._words = words  # that lead, as far as it is known
        self._bodies = bodies
        self._identifiers = identifiers
        self._sheets: dict[str, _Sheet] = {}
        self._made_by: dict[int, list[_Made]] = {}  # `id` of a body → what its words make
        self._by_word: dict[str, list[_Made]] = {}  # leading word → what a statement that says it makes
        self._by_fill: dict[tuple[str, str], list[_Made]] = {}  # module and name of a store of its → what fills it
        self._by_attribute: dict[str, list[_Made]] = {}
        self._takers: dict[tuple[str, str], list[tuple[str, str]]] = {}  # module, name → who has it, as what
        self._stars: dict[str, list[str]] = {}  # module → those that have every name of it
        self._holders: dict[str, list[str]] = {}  # module → those that have it whole
        self._visible: dict[str, set[str]] = {}  # names that carry, as a module's code says them: not looked at yet
        self._new: dict[str, set[str]] = {}  # module → names that its importers were not asked for yet
        self._heard = 0  # bodies that register
        self._entered = 0  # modules that matter
        self._importers: dict[str, set[str]] = {}
        self._imported: dict[str, set[str]] = {}
        self._other_words: dict[str, bool] = {}
        self._renamed: dict[str, dict[bytes, set[bytes]]] = {}
        self.stores = Stores()
        self._loaders = {m.path for m in part.modules if m.seen.by_name}
        for module in part.modules:
            for target in program.targets(module.path):
                for path in (target, *_packages(target)):
                    self._importers.setdefault(path, set()).add(module.path)
                    self._imported.setdefault(module.path, set()).add(path)

    def handed(self, new: Iterable[str]) -> Iterator[Module]:
        """Modules that matter since they use a name that carries in a module that they import; `new` words lead."""
        for body in self._bodies.registering[self._heard :]:
            for made in self._made_by.get(id(body), ()):
                self._carries(made)
        self._heard = len(self._bodies.registering)
        for word in new:
            for made in self._by_word.get(word, ()):
                self._carries(made)
        for module in self._bodies.modules[self._entered :]:
            self._enter(module)
        self._entered = len(self._bodies.modules)
        self._spread()
        for path in [path for path in self._new if path in self._sheets]:
            yield from self._users(path, self._new.pop(path))

    def _enter(self, module: Module) -> None:
        """A module that came to matter: what it makes, what it has of others and they of it."""
        own = module.path
        sheet = self._sheets[own] = _Sheet()
        leading = _fill(self._program, module, sheet, self._seeds, self._bodies)
        sheet.has = {name for made in sheet.makes for name in made.names} | {bound for bound, _, _ in sheet.taken}
        for made in sheet.makes:
            for name in made.words & sheet.has:
                sheet.by_word.setdefault(name, []).append(made)
            for word in made.words:
                if word.endswith("!"):
                    self._by_fill.setdefault((own, word[:-1]), []).append(made)
                    if "." in word:
                        self._by_attribute.setdefault(word[:-1].rpartition(".")[2], []).append(made)
        for made, (body, said_besides) in zip(list(sheet.makes), leading, strict=True):
            if body is not None:
                self._made_by.setdefault(id(body), []).append(made)
            for word in said_besides:
                self._by_word.setdefault(word, []).append(made)
            leads = (body is not None and body.registers) or not said_besides.isdisjoint(self._words)
            if leads or self.stores.filled_by(own, made.words):
                self._carries(made)
        for bound, path, name in sheet.taken:
            self._takers.setdefault((path, name), []).append((own, bound))
            if name in self._of(path):
                self._carry(own, bound)
            if name in self.stores.of(path):
                self.stores.read_from(own, bound)
        for path in sheet.from_all:
            self._stars.setdefault(path, []).append(own)
            for name in list(self._of(path)):
                self._carry(own, name)
        for path in {path for paths in sheet.whole.values() for path in paths}:
            self._holders.setdefault(path, []).append(own)
            self._visible.setdefault(own, set()).update(f".{name}" for name in self._of(path))

    def _spread(self) -> None:
        """What is new about names and stores, to every module that has them; until nothing is new."""
        stores = self.stores
        while self._visible or stores.new or stores.new_attributes:
            if stores.new_attributes:
                for made in self._by_attribute.get(stores.new_attributes.pop(), ()):
                    self._carries(made)
            elif stores.new:
                path, name = stores.new.pop()
                self._new.setdefault(path, set()).add(name)
                for made in self._by_fill.get((path, name), ()):
                    self._carries(made)
                for own, bound in self._takers.get((path, name), ()):
                    stores.read_from(own, bound)
            else:
                own, visible = self._visible.popitem()
                sheet = self._sheets[own]
                sheet.makes = [made for made in sheet.makes if not made.names <= sheet.carry]
                for made in sheet.makes:
                    if not made.words.isdisjoint(visible):
                        self._carries(made)

    def _carries(self, made: _Made) -> None:
        for name in made.names:
            self._carry(made.path, name)

    def _carry(self, own: str, name: str) -> None:
        """A name carries, and so does all that is made of it, here and where it is imported."""
        todo = [(own, name)]
        while todo:
            own, name = todo.pop()
            sheet = self._sheets[own]
            if name in sheet.carry:
                continue
            sheet.carry.add(name)
            self._new.setdefault(own, set()).add(name)
            todo += [(own, other) for made in sheet.by_word.get(name, ()) for other in made.names]
            if name not in sheet.has:  # a star brought it
                self._visible.setdefault(own, set()).add(name)
            todo += self._takers.get((own, name), ())
            todo += [(star, name) for star in self._stars.get(own, ())]
            for holder in self._holders.get(own, ()):
                self._visible.setdefault(holder, set()).add(f".{name}")

    def _of(self, path: str) -> set[str]:
        sheet = self._sheets.get(path)
        return sheet.carry if sheet is not None else set()

    def _users(self, path: str, names: set[str]) -> Iterator[Module]:
        direct = self._importers.get(path, set())
        own = posixpath.basename(posixpath.dirname(path) if path.endswith("/__init__.py") else path[:-3])
        asked = Asked(names)
        for name in direct:
            module = self._program.modules[name]
            if not module.matters and ("__getattr__" in names or self._in_other_words(module)):
                yield module
        for module in self._identifiers.holders({name.strip(".").encode() for name in names}):
            near = module.path in direct or module.path in self._loaders or self._called(module, own, direct)
            if near and module.says(asked):
                yield module

    def _called(self, module: Module, own: str, direct: set[str]) -> bool:
        """`import mid`, then `mid.core.publish`: it imports what imports the module, and says what that may call it."""
        for middle in self._imported.get(module.path, set()) & direct:
            called = {own.encode(), *self._other_names(middle).get(own.encode(), ())}
            if may_say(module, called) and module.says(Asked(name.decode(errors="replace") for name in called)):
                return True
        return False

    def _other_names(self, path: str) -> dict[bytes, set[bytes]]:
        """What a file may call what it imports."""
        known = self._renamed.get(path)
        if known is None:
            known = self._renamed[path] = {}
            for name, other in _RENAMED.findall(self._program.modules[path].data):
                known.setdefault(name, set()).add(other)
        return known

    def _in_other_words(self, module: Module) -> bool:
        known = self._other_words.get(module.path)
        if known is None:
            known = self._other_words[module.path] = _IN_OTHER_WORDS.search(module.data) is not None
        return known


def _packages(path: str) -> Iterator[str]:
    """The packages that are run before a module is."""
    folder = posixpath.dirname(path)
    while folder:
        yield f"{folder}/__init__.py"
        folder = posixpath.dirname(folder)


def _fill(
    program: Program, module: Module, sheet: _Sheet, seeds: frozenset[str], bodies: Bodies
) -> list[tuple[Body | None, frozenset[str]]]:
    """For each thing that it makes: the body that is followed for it, and the words besides."""
    found: list[tuple[Body | None, frozenset[str]]] = []
    variables = {name for s in statements(module.facts.body, into=False) for name in touched(s)}
    for statement in statements(module.facts.body, into=False):
        names = frozenset(_made_or_changed(statement, seeds))
        if names:
            words = said(statement)
            sheet.makes.append(_Made(module.path, names, words))
            found.append((None, words))
    for statement in _definitions(module.facts.body):
        decorated = _decorated(statement, seeds)
        body = bodies.by_definition[id(statement)]
        sheet.makes.append(_Made(module.path, frozenset({statement.name}), statement.words | decorated))
        found.append((body, decorated))
        puts = {word[:-1] for word in statement.words if word.endswith("!")}
        names = frozenset(puts & variables)
        if any(name.startswith(".") for name in puts):  # `ns.x = …` in a function: `ns` has something then
            names |= variables & statement.words
        names |= frozenset(_globals(statement))
        if names:
            sheet.makes.append(_Made(module.path, names, statement.words))
            found.append((body, frozenset()))
    for statement in statements(module.facts.body):
        if isinstance(statement, ir.ImportFrom):
            _from(program, module, sheet, statement)
        elif isinstance(statement, ir.Import):
            for dotted, bound in statement.names:
                parts = dotted.split(".")
                for end in range(1, len(parts) + 1):
                    source = program.resolve(".".join(parts[:end]), module)
                    if isinstance(source, Module) and (not bound or end == len(parts)):
                        sheet.whole.setdefault(bound or parts[0], set()).add(source.path)
    if "__getattr__" in module.definitions:
        sheet.from_all |= {p for paths in sheet.whole.values() for p in paths} | {path for _, path, _ in sheet.taken}
        for text in module.seen.quoted if module.seen.by_name else ():
            plain = text.lstrip(".")
            named = program.resolve(plain, module, len(text) - len(plain)) if plain else None
            if isinstance(named, Module):
                sheet.from_all.add(named.path)
    sheet.from_all.discard(module.path)
    return found


def _made_or_changed(statement: ir.Stmt, seeds: frozenset[str]) -> Iterator[str]:
    """Names that a statement binds or whose object it changes; `server.add_tool(f)` does nothing to `f`."""
    if isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
        func = statement.value.func
        name = f".{func.name}" if isinstance(func, ir.Attr) else f"{func.id}()" if isinstance(func, ir.Name) else ""
        if name in seeds:
            statement = ir.ExprStmt(statement.pos, ir.Call(statement.pos, func, ()))
    yield from touched(statement)
    yield from _put_by_name(statement)


def _from(program: Program, module: Module, sheet: _Sheet, statement: ir.ImportFrom) -> None:
    source = program.resolve(statement.module, module, statement.level) if statement.module or statement.level else None
    for name, bound in statement.names if source is not None else ():
        assert source is not None  # the loop is empty otherwise
        child = program.child(source, name) if name != "*" else None
        if isinstance(child, Module):
            sheet.whole.setdefault(bound, set()).add(child.path)
        if isinstance(source, Module):
            if name == "*":
                sheet.from_all.add(source.path)
            else:
                sheet.taken.append((bound, source.path, name))


def _definitions(body: ir.Block) -> Iterator[ir.FunctionDef | ir.ClassDef]:
    """What a module defines outside its functions and classes."""
    todo = list(body)
    while todo:
        statement = todo.pop()
        if isinstance(statement, ir.FunctionDef | ir.ClassDef):
            yield statement
        else:
            todo += blocks(statement)


def _decorated(statement: ir.FunctionDef | ir.ClassDef, seeds: frozenset[str]) -> frozenset[str]:
    """What its decorators say, since they may give it a server; one that only registers it changes no call."""
    found: set[str] = set()
    for node in statement.decorators:
        func = node.func if isinstance(node, ir.Call) else node
        name = f".{func.name}" if isinstance(func, ir.Attr) else f"{func.id}()" if isinstance(func, ir.Name) else ""
        if name not in seeds:
            found |= said(ir.ExprStmt(node.pos, node)) | {name}
    return frozenset(found)


def _put_by_name(statement: ir.Stmt) -> Iterator[str]:
    """`globals()["x"] = …`, `setattr(module, "x", …)`: names that only a text says."""
    nodes = statement.targets if isinstance(statement, ir.Assign) else ()
    for node in nodes:
        if isinstance(node, ir.Subscript) and isinstance(node.index, ir.Const) and isinstance(node.index.value, str):
            yield node.index.value
    if isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
        call = statement.value
        if isinstance(call.func, ir.Name) and call.func.id == "setattr" and len(call.args) > 1:
            name = call.args[1].value
            if isinstance(name, ir.Const) and isinstance(name.value, str):
                yield name.value
        holder = call.func.value if isinstance(call.func, ir.Attr) else None
        if isinstance(holder, ir.Call) and isinstance(holder.func, ir.Name) and holder.func.id in ("globals", "vars"):
            yield "__getattr__"  # any name may be put in


def _globals(statement: ir.FunctionDef | ir.ClassDef) -> Iterator[str]:
    for inner in statements(statement.body):
        if isinstance(inner, ir.Scope) and inner.kind == "global":
            yield from inner.names
