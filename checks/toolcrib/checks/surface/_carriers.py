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
from collections.abc import Iterator
from dataclasses import dataclass, field

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._program import Module, Part, Program, says
from toolcrib.checks.surface._relevance import blocks, statements
from toolcrib.checks.surface._slice import said, touched
from toolcrib.checks.surface._stores import Stores

# What takes something out of a module under a name that is made at run time, or hands on every name of it.
_IN_OTHER_WORDS = re.compile(
    rb"\bgetattr[ \t]*\([^,()]*,(?![ \t\n]*[\"'][A-Za-z_]\w*[\"'][ \t\n]*[,)])"
    rb"|\bvars[ \t]*\(|\b__dict__\b|\bglobals[ \t]*\(|\b(?:attrgetter|methodcaller|getmembers)\b"
    rb"|\bsys\.modules\b|\b(?:eval|exec)[ \t]*\("
    rb"|\bimport[ \t]*\([ \t\n]*\*|\bimport[ \t]*\*|\bdef[ \t]+__getattr__\b"
)


@dataclass(slots=True, eq=False)
class _Sheet:
    """What a module that is read says about its own names."""

    makes: list[tuple[frozenset[str], frozenset[str]]] = field(default_factory=list)  # names, the words that make them
    taken: list[tuple[str, str, str]] = field(default_factory=list)  # bound name, path of its module, name there
    whole: dict[str, set[str]] = field(default_factory=dict)  # name of an imported module → paths it may stand for
    carry: set[str] = field(default_factory=set)
    from_all: set[str] = field(default_factory=set)  # modules whose every name it has: a star, a `__getattr__`


class Carriers:
    """The names that carry, for one part of a tree; they only grow."""

    def __init__(self, program: Program, part: Part, seeds: frozenset[str]) -> None:
        self._program = program
        self._part = part
        self._seeds = seeds
        self._sheets: dict[str, _Sheet] = {}
        self._asked: dict[str, set[str]] = {}  # module → names that its importers were asked for
        self._importers: dict[str, set[str]] = {}
        self.stores = Stores()
        self._loaders = [m for m in part.modules if m.seen.by_name]
        for module in part.modules:
            for target in program.targets(module.path):
                for path in (target, *_packages(target)):
                    self._importers.setdefault(path, set()).add(module.path)

    def handed(self, words: frozenset[str]) -> list[Module]:
        """Modules that matter since they use a name that carries in a module that they import."""
        for module in self._part.modules:
            if module.matters and module.path not in self._sheets:
                self._sheets[module.path] = _sheet(self._program, module, self._seeds)
        self._grow(words)
        found: dict[str, Module] = {}
        for path, sheet in self._sheets.items():
            new = (sheet.carry | self.stores.of(path)) - self._asked.get(path, set())
            if not new:
                continue
            self._asked.setdefault(path, set()).update(new)
            for module in self._users(path, new):
                found[module.path] = module
        return list(found.values())

    def _grow(self, words: frozenset[str]) -> None:
        changed = True
        while changed:
            changed = False
            for own, sheet in self._sheets.items():
                before = len(sheet.carry)
                visible = self._visible(sheet)
                for names, used in sheet.makes:
                    if names <= sheet.carry:
                        continue
                    leads = not (used.isdisjoint(words) and used.isdisjoint(visible))
                    if leads or self.stores.filled_by(own, used):
                        sheet.carry |= names
                for bound, path, name in sheet.taken:
                    if name in self._of(path):
                        sheet.carry.add(bound)
                    if name in self.stores.of(path):
                        self.stores.read_from(own, bound)
                for path in sheet.from_all:
                    sheet.carry |= self._of(path)
                changed = changed or len(sheet.carry) != before

    def _visible(self, sheet: _Sheet) -> set[str]:
        """Names that carry, as the module's own code says them."""
        found = set(sheet.carry)
        for paths in sheet.whole.values():
            for path in paths:
                found |= {f".{name}" for name in self._of(path)}
        return found

    def _of(self, path: str) -> set[str]:
        sheet = self._sheets.get(path)
        return sheet.carry if sheet is not None else set()

    def _users(self, path: str, names: set[str]) -> Iterator[Module]:
        direct = self._importers.get(path, set())
        words = frozenset(names)
        own = posixpath.basename(posixpath.dirname(path) if path.endswith("/__init__.py") else path[:-3])
        for name in direct:
            module = self._program.modules[name]
            if not module.matters and (
                "__getattr__" in names or _says_one(module, words) or _IN_OTHER_WORDS.search(module.data)
            ):
                yield module
            called = _called_there(own, module.data)
            for further in self._importers.get(name, ()):  # `import mid`, then `mid.core.publish`
                module = self._program.modules[further]
                open_ = further not in direct and not module.matters
                if open_ and _says_one(module, called) and _says_one(module, words):
                    yield module
        for module in self._loaders:
            if not module.matters and module.path not in direct and _says_one(module, words):
                yield module


def _called_there(name: str, data: bytes) -> frozenset[str]:
    """What a file that imports a module may call it."""
    other = re.findall(rb"\b" + re.escape(name.encode()) + rb"[ \t]+as[ \t]+(\w+)", data) if name else []
    return frozenset({name, *(found.decode(errors="replace") for found in other)})


def _packages(path: str) -> Iterator[str]:
    """The packages that are run before a module is."""
    folder = posixpath.dirname(path)
    while folder:
        yield f"{folder}/__init__.py"
        folder = posixpath.dirname(folder)


def _says_one(module: Module, words: frozenset[str]) -> bool:
    text = module.seen.text
    if text is not None and not any(says(text, word.strip(".").encode()) for word in words):
        return False
    return module.says(words)


def _sheet(program: Program, module: Module, seeds: frozenset[str]) -> _Sheet:
    sheet = _Sheet()
    variables = {name for s in statements(module.facts.body, into=False) for name in touched(s)}
    for statement in statements(module.facts.body, into=False):
        names = frozenset(_made_or_changed(statement, seeds))
        if names:
            sheet.makes.append((names, said(statement)))
    for statement in _definitions(module.facts.body):
        sheet.makes.append((frozenset({statement.name}), statement.words | _decorated(statement, seeds)))
        puts = {word[:-1] for word in statement.words if word.endswith("!")}
        names = frozenset(puts & variables)
        if any(name.startswith(".") for name in puts):  # `ns.x = …` in a function: `ns` has something then
            names |= variables & statement.words
        names |= frozenset(_globals(statement))
        if names:
            sheet.makes.append((names, statement.words))
    for statement in statements(module.facts.body):
        if isinstance(statement, ir.ImportFrom):
            _from(program, module, sheet, statement)
        elif isinstance(statement, ir.Import):
            for dotted, bound in statement.names:
                parts = dotted.split(".")
                for end in range(1, len(parts) + 1):
                    found = program.resolve(".".join(parts[:end]), module)
                    if isinstance(found, Module) and (not bound or end == len(parts)):
                        sheet.whole.setdefault(bound or parts[0], set()).add(found.path)
    if "__getattr__" in module.definitions:
        sheet.from_all |= {p for paths in sheet.whole.values() for p in paths} | {path for _, path, _ in sheet.taken}
        for text in module.seen.quoted if module.seen.by_name else ():
            plain = text.lstrip(".")
            named = program.resolve(plain, module, len(text) - len(plain)) if plain else None
            if isinstance(named, Module):
                sheet.from_all.add(named.path)
    sheet.from_all.discard(module.path)
    return sheet


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
