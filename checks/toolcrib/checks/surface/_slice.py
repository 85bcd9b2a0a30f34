"""Which statements of a function can matter: those that may register, those that feed them, those that decide on them.

Room: checks, middle. A tool's body or a command's main function is long; what it does to its own data says nothing
about tools. A slice keeps every statement that says a leading word, everything that makes a name such a statement uses,
and the branches and returns around them. What only works on other names is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._outline import blocks

_ALWAYS = (ir.Import, ir.ImportFrom, ir.Scope, ir.Delete)
_COMPOUND = (ir.If, ir.For, ir.While, ir.Try, ir.With, ir.Match)


def as_bodies_say(words: frozenset[str]) -> frozenset[str]:
    """Leading words for `needed`: a class's own store is known by the class's name; in a body it is an attribute."""
    return words | {f".{w.rpartition('.')[2]}" for w in words if w.endswith("!") and "." in w}


def needed(
    decl: ir.FunctionDef, words: frozenset[str], *, value: bool, brought: frozenset[str] = frozenset()
) -> frozenset[int]:
    """`id`s of the statements to follow; `words` are as bodies say them, `value` tells whether what it returns matters,
    `brought` names what may register here: what is taken out of it may as well."""
    statements = _all(decl.body)
    brought = brought.union(_by_text(statements, words))
    taken = frozenset(_taken_out(statements, brought)) if brought else brought
    own = {w for s in statements for w in _bound(s)}  # what a parameter holds is the caller's
    parts = [_Part(s, (words, taken), value, own) for s in statements]
    wanted: set[str] = set()
    keep: set[int] = set()
    changed = True
    while changed:
        changed = False
        for part in parts:
            if part.key in keep or not part.matters(wanted, keep):
                continue
            keep.add(part.key)
            wanted |= part.uses
            changed = True
    return frozenset(keep)


def _by_text(statements: list[ir.Stmt], words: frozenset[str]) -> Iterator[str]:
    """`register = getattr(agent, "register_for_llm")`: a name that stands for what only a text says."""
    for statement in statements:
        call = statement.value if isinstance(statement, ir.Assign) else None
        if isinstance(call, ir.Call) and isinstance(call.func, ir.Name) and call.func.id == "getattr" and call.args[1:]:
            name = call.args[1].value
            if isinstance(name, ir.Const) and isinstance(name.value, str) and f".{name.value}" in words:
                yield from touched(statement)


def _taken_out(statements: list[ir.Stmt], brought: frozenset[str]) -> set[str]:
    """`brought` and the names that come from it: `for s in servers`, `add = getattr(server, how)`."""
    found = set(brought)
    while True:
        before = len(found)
        for statement in reversed(statements):
            if isinstance(statement, ir.Assign | ir.For | ir.With) and not said(statement).isdisjoint(found):
                found |= {name for name in touched(statement) if name != "self"}
        if len(found) == before:
            return found


class _Part:
    """One statement as the slice sees it."""

    __slots__ = ("_inner", "_jump", "_strong", "_touches", "key", "uses")

    def __init__(
        self, statement: ir.Stmt, words: tuple[frozenset[str], frozenset[str]], value: bool, own: set[str]
    ) -> None:
        self.key = id(statement)
        self._inner = [id(s) for s in blocks(statement)] if isinstance(statement, _COMPOUND) else []
        self._jump = isinstance(statement, ir.Raise | ir.Jump)
        if isinstance(statement, ir.FunctionDef | ir.ClassDef):
            marks = [w for d in statement.decorators for w in (*_words(d), *_called(d))]
            self.uses = statement.words.union(marks)
            self._touches = {statement.name}
            self._strong = self._says(words)
            return
        header = list(_header(statement))
        self.uses = frozenset(w for e in header for w in _words(e))
        self._touches = set(touched(statement))
        self.uses = self.uses.union(_fills(statement))
        strong = isinstance(statement, _ALWAYS) or self._says(words)
        if isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
            strong = strong or _marks(statement.value) or _fills_another(statement.value, own)
            func = statement.value.func
            if isinstance(func, ir.Name) and func.id in own:  # `add = getattr(…)` and then `add(f)`
                self._touches.add(func.id)
        strong = strong or (isinstance(statement, ir.Return) and (value or self._says(words)))
        strong = strong or any(isinstance(e, ir.Yield) for e in header)
        if isinstance(statement, ir.Assign):  # what is put on an object is seen elsewhere
            strong = strong or any(isinstance(t, ir.Attr | ir.Subscript) for t in statement.targets)
        if isinstance(statement, ir.Return) and not strong:
            self.uses = frozenset()  # it only ends the function
            strong = True
        self._strong = strong

    def _says(self, words: tuple[frozenset[str], frozenset[str]]) -> bool:
        """One of the leading words, or what came out of what was brought; the first are too many to join them."""
        return not (self.uses.isdisjoint(words[0]) and self.uses.isdisjoint(words[1]))

    def matters(self, wanted: set[str], keep: set[int]) -> bool:
        if self._jump:
            return True
        if self._strong or not self._touches.isdisjoint(wanted):
            return True
        return any(key in keep for key in self._inner)


def _all(body: ir.Block) -> list[ir.Stmt]:
    """Inner statements first, so that one pass settles most of a body; bodies of definitions are theirs."""
    found: list[ir.Stmt] = []
    todo = list(body)
    while todo:
        statement = todo.pop()
        found.append(statement)
        if isinstance(statement, _COMPOUND):
            todo += blocks(statement)
        elif isinstance(statement, ir.ClassDef):
            todo += statement.body
    found.reverse()
    return found


def _header(statement: ir.Stmt) -> Iterator[ir.Expr]:
    """The expressions of a statement itself, without the blocks in it."""
    if isinstance(statement, ir.Assign):
        yield from statement.targets
        if statement.value is not None:
            yield statement.value
    elif isinstance(statement, ir.AugAssign):
        yield statement.target
        yield statement.value
    elif isinstance(statement, ir.ExprStmt):
        yield statement.value
    elif isinstance(statement, ir.Return):
        if statement.value is not None:
            yield statement.value
    elif isinstance(statement, ir.If | ir.While):
        yield statement.test
    elif isinstance(statement, ir.For):
        yield statement.target
        yield statement.iter
    elif isinstance(statement, ir.With):
        for expression, target in statement.items:
            yield expression
            if target is not None:
                yield target
    elif isinstance(statement, ir.Match):
        yield statement.subject
        for case in statement.cases:
            if case[3] is not None:
                yield case[3]


def touched(statement: ir.Stmt) -> Iterator[str]:
    """Names that a statement binds, or whose object it may change."""
    targets: list[Any] = []
    if isinstance(statement, ir.Assign):
        targets = list(statement.targets)
    elif isinstance(statement, ir.AugAssign | ir.For):
        targets = [statement.target]
    elif isinstance(statement, ir.With):
        targets = [t for _, t in statement.items if t is not None]
    elif isinstance(statement, ir.Match):
        for case in statement.cases:
            yield from case[2]
    elif isinstance(statement, ir.Try):
        for _, name, _ in statement.handlers:
            if name:
                yield name
    elif isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
        call = statement.value
        targets = [call.func.value] if isinstance(call.func, ir.Attr) else []
        targets += [a.value for a in call.args if isinstance(a.value, ir.Name)]
    for target in targets:
        yield from _bases(target)
    for expression in _header(statement):
        for node in _walk(expression):
            if isinstance(node, ir.Walrus):
                yield from _bases(node.target)


def _marks(call: ir.Call) -> bool:
    """`setattr(…)`, `super().__init__(…)`: they may put something on an object that is read elsewhere."""
    func = call.func
    if isinstance(func, ir.Attr) and isinstance(func.value, ir.Call):
        func = func.value.func
        return isinstance(func, ir.Name) and func.id == "super"
    if any(isinstance(a.value, ir.Name) and a.value.id == "self" for a in call.args):
        return True  # an object gives itself to something that may register on it
    return isinstance(func, ir.Name) and func.id in ("setattr", "exec", "eval")


_FILLING = frozenset({"append", "appendleft", "add", "extend", "extendleft", "insert", "update", "setdefault"})


def _fills_another(call: ir.Call, own: set[str]) -> bool:
    """`REGISTERED.append(…)`, `self.tools.append(…)`: a container that others see gets something."""
    if not isinstance(call.func, ir.Attr) or call.func.name not in _FILLING:
        return False
    held = held_by(call.func.value)
    return isinstance(held, ir.Attr) or (isinstance(held, ir.Name) and held.id not in own)


def held_by(node: ir.Expr) -> ir.Expr:
    """`R.setdefault(k, [])` and `R[k]` → `R`: what is put into an element is put into its container."""
    while True:
        if isinstance(node, ir.Subscript):
            node = node.value
        elif isinstance(node, ir.Call) and isinstance(node.func, ir.Attr):
            node = node.func.value
        else:
            return node


def _bound(statement: ir.Stmt) -> Iterator[str]:
    """Names that are this function's own because it binds them."""
    if isinstance(statement, ir.Assign):
        for target in statement.targets:
            if isinstance(target, ir.Name):
                yield target.id


def _fills(statement: ir.Stmt) -> Iterator[str]:
    """`x!` and `.x!`, as `_said` says them: something is put into it here."""
    targets: list[ir.Expr] = []
    if isinstance(statement, ir.Assign):
        targets = list(statement.targets)
    elif isinstance(statement, ir.AugAssign):
        targets = [statement.target]
    elif isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Call):
        func = statement.value.func
        targets = [func.value] if isinstance(func, ir.Attr) else []
    for target in map(held_by, targets):
        if isinstance(target, ir.Name):
            yield f"{target.id}!"
        elif isinstance(target, ir.Attr):
            yield f".{target.name}!"


def _bases(target: ir.Expr) -> Iterator[str]:
    if isinstance(target, ir.Name):
        yield target.id
    elif isinstance(target, ir.Attr | ir.Subscript | ir.Star):
        yield from _bases(target.value)
    elif isinstance(target, ir.Display):
        for item in target.items:
            yield from _bases(item)
    elif isinstance(target, ir.Call):
        yield from _bases(target.func)


def _words(expression: ir.Expr) -> Iterator[str]:
    for node in _walk(expression):
        if isinstance(node, ir.Name):
            yield node.id
        elif isinstance(node, ir.Attr):
            yield node.name
            yield f".{node.name}"
        elif isinstance(node, ir.Call):
            yield from _called(node.func)
            if isinstance(node.func, ir.Name | ir.Attr) and any(a.star == "**" for a in node.args):
                yield f"{node.func.id if isinstance(node.func, ir.Name) else node.func.name}**="
            for arg in node.args:
                if arg.keyword:
                    yield f"{arg.keyword}="


def said(statement: ir.Stmt) -> frozenset[str]:
    """The words of one statement, without the blocks in it."""
    return frozenset(w for e in _header(statement) for w in _words(e))


def says_call(expression: ir.Expr) -> bool:
    """Something in it is called."""
    return any(isinstance(node, ir.Call) for node in _walk(expression))


def _called(func: ir.Expr) -> Iterator[str]:
    if isinstance(func, ir.Name):
        yield f"{func.id}()"
    elif isinstance(func, ir.Attr):
        yield f".{func.name}()"


def _walk(expression: ir.Expr) -> Iterator[Any]:
    todo: list[Any] = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, ir.Node):
            yield node
            if isinstance(node, ir.Const | ir.Name):
                continue
            for cls in type(node).__mro__:
                for slot in getattr(cls, "__slots__", ()):
                    if slot != "pos":
                        todo.append(getattr(node, slot))
        elif isinstance(node, tuple):
            todo += node
        elif isinstance(node, ir.Arg):
            todo.append(node.value)
        elif isinstance(node, ir.Clause):
            todo += [node.target, node.iter, *node.tests]
        elif isinstance(node, ir.Param):
            todo += [node.default] if node.default is not None else []
