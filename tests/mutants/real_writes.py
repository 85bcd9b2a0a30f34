"""A tool that reads, and a write put into what its code calls.

Not collected by pytest. What a helper's change must bring is known only where the way to it leaves no doubt: every
reading tool whose code could lead to the helper, by whatever spelling of its name, calls it outright.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from real_edits import Found, Maker, Mutant
from real_project import Row
from real_source import FUNCTIONS, Edit, Function, Source, docstring, words_of

from toolcrib.checks.surface import Declaration

WRITES = (
    ("a file is written", "open('mutant.txt', 'w').write('x')"),
    ("a file is deleted", "import os; os.remove('mutant.txt')"),
    ("a request is sent", "import requests; requests.delete('https://mutant.example/things/1')"),
    ("rows are deleted", "import sqlite3; sqlite3.connect('mutant.db').execute('DELETE FROM things')"),
    ("a folder is deleted", "import shutil; shutil.rmtree('mutant')"),
)


def helper_writes(maker: Maker) -> Iterator[Mutant]:
    readers = dict(_readers(maker))
    calls = {name: _called_outright(maker, source, node) for name, (source, node, _) in readers.items()}
    reached = {name: maker.sources.may_reach(node.name) for name, (_, node, _) in readers.items()}
    seen: set[tuple[str, int]] = set()
    number = 0
    for name in readers:
        for helper, where in calls[name]:
            key = (where.path, helper.lineno)
            if key in seen or any(helper is other for _, other, _ in readers.values()):
                continue
            seen.add(key)
            could = {tool for tool, names in reached.items() if helper.name in names}
            must = {t for t in could if any(h is helper for h, _ in calls[t])}
            if could != must or name not in must or _is_spoken_of_elsewhere(maker, helper):
                continue
            what, text = WRITES[number % len(WRITES)]
            number += 1
            yield Mutant(
                kind="helper",
                tool=name,
                what=f"{what} in `{helper.name}`" + (f", which {len(must)} tools call" if len(must) > 1 else ""),
                edits=(_at_the_start(where, helper, text),),
                expected=tuple(_hidden(tool, readers[tool][2]) for tool in must),
            )


def body_writes(maker: Maker) -> Iterator[Mutant]:
    """The same in the tool's own function, where nothing else calls it."""
    readers = dict(_readers(maker))
    said = {name: words_of(node) for name, (_, node, _) in readers.items()}
    for number, (name, (source, node, row)) in enumerate(readers.items()):
        others = [tool for tool, words in said.items() if tool != name and node.name in words]
        if others or len(maker.sources.named[node.name]) != 1:
            continue
        what, text = WRITES[number % len(WRITES)]
        yield Mutant(
            kind="body",
            tool=name,
            what=what,
            edits=(_at_the_start(source, node, text),),
            expected=(_hidden(name, row),),
        )


def branch_writes(maker: Maker) -> Iterator[Mutant]:
    """In a low-level server: the branch that answers one tool."""
    for number, (tool, row) in enumerate(t for t in maker.tools if not t[1].mutates):
        if maker.definition(tool) is not None:
            continue
        for source in maker.sources.by_path.values():
            branches = [block for block in _branches(source) if _asks_for(block[0], tool)]
            if len(branches) != 1:
                continue
            what, text = WRITES[number % len(WRITES)]
            first = branches[0][1]
            start = source.line_start(first.lineno)
            indent = source.data[start : source.span(first)[0]]
            if indent.strip():
                continue
            yield Mutant(
                kind="body",
                tool=tool.name,
                what=f"{what} in its branch",
                edits=(Edit(source.path, start, start, indent + text.encode() + b"\n"),),
                expected=(_hidden(tool.name, row),),
            )


def _branches(source: Source) -> Iterator[tuple[ast.expr, ast.stmt]]:
    for node in source.nodes:
        if isinstance(node, ast.If):
            yield node.test, node.body[0]
        elif isinstance(node, ast.match_case) and isinstance(node.pattern, ast.MatchValue):
            yield node.pattern.value, node.body[0]


def _asks_for(test: ast.expr, tool: Declaration) -> bool:
    match test:
        case ast.Compare(left=ast.Name(), ops=[ast.Eq()], comparators=[ast.Constant(value=value)]):
            return bool(value == tool.declared_name)
        case ast.Constant(value=value):
            return bool(value == tool.declared_name)
        case _:
            return False


def _hidden(name: str, row: Row) -> Found:
    return ("TC203", name, row.path, row.mutates_line)


def _readers(maker: Maker) -> Iterator[tuple[str, tuple[Source, Function, Row]]]:
    """Every tool that the manifest says reads, with its own function."""
    for tool, row in maker.tools:
        found = maker.definition(tool)
        if found is not None and not row.mutates and isinstance(found[1], FUNCTIONS):
            yield tool.name, (found[0], found[1], row)


def _called_outright(maker: Maker, source: Source, node: Function) -> list[tuple[Function, Source]]:
    """Functions of this package that the code calls by their bare names, each defined once in all of it."""
    found: list[tuple[Function, Source]] = []
    for inner in _own_code(node):
        if not isinstance(inner, ast.Call) or not isinstance(inner.func, ast.Name):
            continue
        homes = maker.sources.named.get(inner.func.id, ())
        if len(homes) != 1:
            continue
        where, helper = homes[0]
        if not isinstance(helper, FUNCTIONS) or helper.decorator_list or _is_lazy(helper):
            continue
        if isinstance(where.parents[helper], ast.Module) and (where is source or _imports(source, helper.name)):
            found.append((helper, where))
    return list(dict.fromkeys(found))


def _own_code(node: Function) -> Iterator[ast.AST]:
    """What runs whenever the function runs to its end: not what functions and classes inside it hold."""
    todo: list[ast.AST] = list(node.body)
    while todo:
        inner = todo.pop(0)
        yield inner
        if not isinstance(inner, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            todo += ast.iter_child_nodes(inner)


def _is_lazy(node: Function) -> bool:
    return any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in _own_code(node))


def _imports(source: Source, name: str) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and any(a.name == name and a.asname is None for a in node.names)
        for node in source.nodes
    )


def _is_spoken_of_elsewhere(maker: Maker, helper: Function) -> bool:
    """Whether it is handed around: used as a value, or called where modules are imported."""
    for source, node in maker.sources.uses.get(helper.name, ()):
        if isinstance(node, ast.Name):
            parent = source.parents[node]
            if not (isinstance(parent, ast.Call) and parent.func is node):
                return True
            if not any(isinstance(above, FUNCTIONS) for above in source.above(node)):
                return True
    return False


def _at_the_start(source: Source, node: Function, text: str) -> Edit:
    """Before the first statement after the docstring, or after the docstring that is all there is."""
    body = node.body[1:] if docstring(node) is not None else node.body
    if body and source.data[source.line_start(body[0].lineno) : source.span(body[0])[0]].strip() == b"":
        first = min(body[0].lineno, *(d.lineno for d in getattr(body[0], "decorator_list", [])), body[0].lineno)
        start = source.line_start(first)
        indent = source.data[source.line_start(body[0].lineno) : source.span(body[0])[0]]
        return Edit(source.path, start, start, indent + text.encode() + b"\n")
    last = source.span(node.body[0])[1] if docstring(node) is not None else source.span(node.body[0])[0]
    if docstring(node) is not None:
        return Edit(source.path, last, last, b"; " + text.encode())
    return Edit(source.path, last, last, text.encode() + b"; ")
