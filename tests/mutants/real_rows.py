"""A tool more, a tool twice, a tool less: declarations, registrations and elements of lists.

Not collected by pytest. See `real_edits` for what a mutant is and where its expected findings come from.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from real_edits import Maker, Mutant, in_text
from real_source import DEFINITIONS, Definition, Edit, Source, apply, first_line, texts_in

from toolcrib.checks.surface import Declaration


def add(maker: Maker) -> Iterator[Mutant]:
    for tool, _ in maker.tools:
        found = maker.definition(tool)
        if found is not None and tool.at.path == tool.site.path and _registers_itself(maker, tool, found[1]):
            yield from _add_definition(maker, tool, *found)
        elif found is None:
            yield from _add_element(maker, tool)
        else:
            yield from _add_registration(maker, tool, *found)


def _registers_itself(maker: Maker, tool: Declaration, node: Definition) -> bool:
    inside = first_line(node) <= tool.site.line <= (node.end_lineno or 0)
    return inside and (isinstance(node, ast.ClassDef) or bool(node.decorator_list))


def _add_definition(maker: Maker, tool: Declaration, source: Source, node: Definition) -> Iterator[Mutant]:
    """The same again below, under another name."""
    word, other = tool.declared_name, f"{tool.declared_name}_added"
    name = maker.exposed(tool, other)
    start, end = source.whole_lines(node)
    if name is None or not source.owns_its_lines(node) or not source.data[start:end].endswith(b"\n"):
        return
    name_start, name_end = source.name_of(node)
    edits = [Edit(source.path, name_start - start, name_end - start, f"{node.name}_added".encode())]
    if node.name != word or (isinstance(node, ast.ClassDef) and _class_says(node, word)):
        literal = maker.name_literal(tool)
        if literal is None or literal[0] is not source or not _inside(literal[1], node):
            return
        edit = in_text(source, literal[1], word, other)
        edits.append(Edit(source.path, edit.start - start, edit.end - start, edit.text))
    elif any(_names_outright(decorator) for decorator in node.decorator_list):
        return  # the copy would have the same name
    copy = apply(source.data[start:end], edits)
    lines = source.data.count(b"\n", 0, end)
    yield Mutant(
        kind="add",
        tool=name,
        what="another declaration below it",
        edits=(Edit(source.path, end, end, b"\n" + copy),),
        expected=(("TC101", name, source.path, lines + 2),),
    )


def _class_says(node: ast.ClassDef, word: str) -> bool:
    return any(texts_in(part, word) for part in node.body if isinstance(part, ast.Assign | ast.AnnAssign))


def again(maker: Maker) -> Iterator[Mutant]:
    """The same declaration again below, whose function alone has another name."""
    for tool, _ in maker.tools:
        found = maker.definition(tool)
        if found is None or tool.at.path != tool.site.path or isinstance(found[1], ast.ClassDef):
            continue
        source, node = found
        named = [d for d in node.decorator_list if _names_outright(d)]
        start, end = source.whole_lines(node)
        if len(named) != 1 or not source.owns_its_lines(node) or not source.data[start:end].endswith(b"\n"):
            continue
        name_start, name_end = source.name_of(node)
        copy = source.data[start:name_start] + node.name.encode() + b"_again" + source.data[name_end:end]
        yield Mutant(
            kind="again",
            tool=tool.name,
            what="another function under its name",
            edits=(Edit(source.path, end, end, b"\n" + copy),),
            expected=(("TC103", tool.name, source.path, source.data.count(b"\n", 0, end) + 2),),
        )


def _add_registration(maker: Maker, tool: Declaration, source: Source, node: Definition) -> Iterator[Mutant]:
    """The statement that registers the function, again with another name."""
    word, other = tool.declared_name, f"{tool.declared_name}_added"
    name = maker.exposed(tool, other)
    for where, call in maker.calls_at(tool)[:1]:
        statement = where.parents.get(call)
        texts = texts_in(call, word)
        if name is None or not isinstance(statement, ast.Expr) or len(texts) != 1:
            return
        start, end = where.whole_lines(statement)
        if not where.owns_its_lines(statement) or any(isinstance(n, ast.For | ast.While) for n in where.above(call)):
            return
        edit = in_text(where, texts[0], word, other)
        copy = apply(where.data[start:end], [Edit(where.path, edit.start - start, edit.end - start, edit.text)])
        below = where is source and start < source.span(node)[0]
        moved = copy.count(b"\n") if below else 0
        yield Mutant(
            kind="add",
            tool=name,
            what="another registration of its function",
            edits=(Edit(where.path, end, end, copy),),
            expected=(("TC101", name, tool.at.path, tool.at.line + moved),),
        )


def _add_element(maker: Maker, tool: Declaration) -> Iterator[Mutant]:
    """Another element of the list that holds it."""
    word, other = tool.declared_name, f"{tool.declared_name}_added"
    name = maker.exposed(tool, other)
    for source, call in maker.calls_at(tool)[:1]:
        texts = texts_in(call, word)
        if name is None or len(texts) != 1 or not isinstance(source.parents.get(call), ast.List):
            return
        start, end = source.span(call)
        edit = in_text(source, texts[0], word, other)
        copy = apply(source.data[start:end], [Edit(source.path, edit.start - start, edit.end - start, edit.text)])
        assert call.end_lineno is not None
        yield Mutant(
            kind="add",
            tool=name,
            what="another element of the list",
            edits=(Edit(source.path, end, end, b",\n" + copy),),
            expected=(("TC101", name, source.path, call.end_lineno + 1),),
        )


def remove(maker: Maker) -> Iterator[Mutant]:
    for tool, row in maker.tools:
        expected = (("TC102", tool.name, row.path, row.line),)
        found = maker.definition(tool)
        if found is not None and _registers_itself(maker, tool, found[1]):
            source, node = found
            if not _unused(maker, node):
                continue  # something would name what is no longer there
            edit, what = _without(source, node), "the declaration"
        else:
            calls = maker.calls_at(tool)[:1]
            if not calls:
                continue
            source, call = calls[0]
            parent = source.parents.get(call)
            if isinstance(parent, ast.Expr) and not any(isinstance(n, ast.For | ast.While) for n in source.above(call)):
                edit, what = _without(source, parent), "the registration"
            elif isinstance(parent, ast.List):
                edit, what = without_element(source, parent, call), "the element of the list"
            else:
                continue
        if edit is not None:
            yield Mutant(kind="remove", tool=tool.name, what=what, edits=(edit,), expected=expected)


def _unused(maker: Maker, node: Definition) -> bool:
    """Whether no code speaks of it: its name stands in no expression, import or `__all__`."""
    spoken_of = node.name in maker.sources.uses or node.name in maker.sources.texts
    return not spoken_of and len(maker.sources.named[node.name]) == 1


def _without(source: Source, node: ast.stmt) -> Edit | None:
    if not source.owns_its_lines(node):
        return None
    start, end = source.whole_lines(node)
    first = first_line(node) if isinstance(node, DEFINITIONS) else node.lineno
    indent = source.data[start : source.line_start(first) + node.col_offset]
    return Edit(source.path, start, end, indent + b"pass\n" if source.is_alone(node) else b"")


def _names_outright(decorator: ast.expr) -> bool:
    """Whether a decorator says the tool's name itself, whatever its function is called."""
    return isinstance(decorator, ast.Call) and any(k.arg in ("name", "name_override") for k in decorator.keywords)


def _inside(node: ast.expr, outer: Definition) -> bool:
    return first_line(outer) <= node.lineno <= (outer.end_lineno or 0)


def without_element(source: Source, holder: ast.List, element: ast.expr) -> Edit:
    """The element with the comma after it, or the one before it when it is the last."""
    at = holder.elts.index(element)
    start, end = source.span(element)
    if at + 1 < len(holder.elts):
        end = source.span(holder.elts[at + 1])[0]
    elif at:
        start = source.span(holder.elts[at - 1])[1]
    else:
        trailing = re.compile(rb"\s*,").match(source.data, end)
        end = trailing.end() if trailing else end
    return Edit(source.path, start, end, b"")
