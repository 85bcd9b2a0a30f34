"""The statements of a file, whatever they stand in, and what single ones say of names.

Room: checks, middle. Pure. Works on `_ir` alone. Not here: the words of a statement (`_slice`), of a file (`_bodies`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolcrib.checks.surface import _ir as ir


def forms(words: Iterable[str]) -> frozenset[str]:
    """A dialect's word as code says it: `.word` and `word()`; one that ends with `=` is a keyword only, and one that
    ends with `()` is called, so that a common word read as an attribute leads nowhere."""
    found: set[str] = set()
    for word in words:
        found |= {word} if word.endswith("=") else {f".{word}", word if word.endswith("()") else f"{word}()"}
    return frozenset(found)


def is_store(word: str, variables: frozenset[str]) -> bool:
    """A module's own variable, or a private attribute: `_registry!`, `._tools!`."""
    name = word[:-1]
    if "." in name and not name.startswith("."):
        return False  # its own class reads it: see `Bodies.stores`
    if name.startswith("."):
        return name.startswith("._") and not name.startswith(".__")
    return name in variables


def read_as(fill: str) -> str:
    """How a function that reads a store says it: `x!` → `x`, `.x!` and `Class.x!` → `.x`."""
    _, dot, name = fill[:-1].rpartition(".")
    return f".{name}" if dot else name


def aliases(statement: ir.Stmt) -> Iterator[tuple[str, frozenset[str]]]:
    """Other names for a leading word: `from x import tool as t`, `t = mcp.tool`."""
    if isinstance(statement, ir.ImportFrom):
        for name, bound in statement.names:
            if bound and bound != name:
                yield bound, frozenset({name, f"{name}()"})
    elif isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Name | ir.Attr):
        value = statement.value
        said = {f"{value.id}()", value.id} if isinstance(value, ir.Name) else {f".{value.name}", value.name}
        for target in statement.targets:
            if isinstance(target, ir.Name):
                yield target.id, frozenset(said)
            elif isinstance(target, ir.Attr):
                yield target.name, frozenset(said)


def extended(statement: ir.ClassDef) -> frozenset[str]:
    """The classes that a class extends, as a call would say them: its heirs may be tools as theirs are."""
    found: set[str] = set()
    for base in statement.bases:
        value = base.value.value if isinstance(base.value, ir.Subscript) else base.value
        if isinstance(value, ir.Name):
            found.add(f"{value.id}()")
        elif isinstance(value, ir.Attr):
            found |= {f".{value.name}", f"{value.name}()"}
    return frozenset(found)


def outer(body: ir.Block) -> Iterator[ir.Stmt]:
    """Definitions that other files can name: at the top level, in classes, in branches, but not in functions."""
    todo: list[ir.Stmt] = list(body)
    while todo:
        statement = todo.pop()
        yield statement
        if not isinstance(statement, ir.FunctionDef):
            todo += blocks(statement)


def statements(body: ir.Block, *, into: bool = True) -> Iterator[ir.Stmt]:
    """Every statement; without `into`, none of definitions."""
    todo: list[ir.Stmt] = list(body)
    while todo:
        statement = todo.pop()
        if not into and isinstance(statement, ir.FunctionDef | ir.ClassDef):
            continue
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
