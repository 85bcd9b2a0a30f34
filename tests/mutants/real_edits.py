"""One change of a real package's source, and the findings that the rules' definitions say it must bring.

Not collected by pytest. Each maker yields every mutant of its kind that it can make of a tool; `real` chooses among
them. What is expected is said from the meaning of the rules (a tool without a row is TC101 at its declaration, a row
without a tool TC102 at the row, …) and from `ast`; the surface of the unchanged package only says where a tool is.
A change whose effect would need more than that to be known is not made.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from real_project import Project, Row
from real_source import (
    DEFINITIONS,
    FUNCTIONS,
    Definition,
    Edit,
    Source,
    Sources,
    apply,
    docstring,
    first_line,
    texts_in,
)

from toolcrib.checks.surface import Declaration, HintName, TextSource

Found = tuple[str, str, str, int]  # code, subject, path, line


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    kind: str
    tool: str
    what: str
    edits: tuple[Edit, ...]
    expected: tuple[Found, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(edit.path for edit in self.edits))


class Maker:
    """Makes mutants of one project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.sources = Sources(project.files)
        by_name: dict[str, list[Declaration]] = {}
        for tool in project.surface.tools:
            by_name.setdefault(tool.name, []).append(tool)
        self.sites = Counter((tool.site.path, tool.site.line) for tool in project.surface.tools)
        self.alone = {name: found[0] for name, found in by_name.items() if len(found) == 1}

    @property
    def tools(self) -> Iterator[tuple[Declaration, Row]]:
        """Tools that are declared once, have a row, and that no baseline speaks of."""
        for name, tool in self.alone.items():
            row = self.project.rows.get(name)
            if row is not None and name not in self.project.spoken_of:
                yield tool, row

    def definition(self, tool: Declaration) -> tuple[Source, Definition] | None:
        source = self.sources[tool.at.path]
        node = source.definition_at(tool.at.line)
        return None if node is None else (source, node)

    def implementation(self, tool: Declaration) -> tuple[Source, Definition] | None:
        """The function of a tool, also where a call registers it by its name."""
        found = self.definition(tool)
        if found is None and tool.function:
            named = self.sources.named.get(tool.function.rpartition(".")[2], ())
            found = named[0] if len(named) == 1 else None
        return found

    def calls_at(self, tool: Declaration) -> list[tuple[Source, ast.Call]]:
        """The calls that register or build this tool and no other, the outermost first."""
        if self.sites[tool.site.path, tool.site.line] > 1:
            return []
        source = self.sources[tool.site.path]
        calls = [n for n in source.nodes if isinstance(n, ast.Call) and n.lineno == tool.site.line]
        return [
            (source, call) for call in sorted(calls, key=lambda c: (-(c.end_lineno or 0), -(c.end_col_offset or 0)))
        ]

    def name_literal(self, tool: Declaration) -> tuple[Source, ast.Constant] | None:
        """The one text that says the tool's name where it is declared; else the one text anywhere that is its name."""
        word = tool.declared_name
        found = self.definition(tool)
        if found is not None:
            source, node = found
            where: list[ast.AST] = list(node.decorator_list)
            if isinstance(node, ast.ClassDef):
                where = [s for s in node.body if isinstance(s, ast.Assign | ast.AnnAssign)]
            texts = [text for part in where for text in texts_in(part, word)]
            if len(texts) == 1:
                return source, texts[0]
        for source, call in self.calls_at(tool)[:1]:
            if found is not None and source is found[0] and first_line(found[1]) <= call.lineno <= found[1].lineno:
                continue
            texts = [text for text in texts_in(call, word) if source.definition_at(call.lineno) is None]
            if len(texts) == 1:
                return source, texts[0]
        everywhere = self.sources.texts.get(word, ())
        return everywhere[0] if len(everywhere) == 1 else None

    def exposed(self, tool: Declaration, declared: str) -> str | None:
        """The name that a model would see when the declared name is another."""
        if tool.name.count(tool.declared_name) != 1:
            return None
        return tool.name.replace(tool.declared_name, declared)

    # -- rename -------------------------------------------------------------------------------------------------------

    def rename(self) -> Iterator[Mutant]:
        for tool, row in self.tools:
            word = tool.declared_name
            other = f"{word}_renamed"
            name = self.exposed(tool, other)
            if name is None or name in self.project.rows:
                continue
            expected = (("TC101", name, tool.at.path, tool.at.line), ("TC102", tool.name, row.path, row.line))
            literal = self.name_literal(tool)
            found = self.definition(tool)
            if literal is not None and (found is None or found[1].name != word):
                source, text = literal
                yield Mutant(
                    kind="rename",
                    tool=tool.name,
                    what="the text of the name",
                    edits=(self._in_text(source, text, word, other),),
                    expected=expected,
                )
            elif literal is not None and found is not None:
                source, text = literal
                if any(text is said for d in found[1].decorator_list for said in texts_in(d, word)) and _says_name(
                    source, text
                ):
                    yield Mutant(
                        kind="rename",
                        tool=tool.name,
                        what="the text of the name",
                        edits=(self._in_text(source, text, word, other),),
                        expected=expected,
                    )
            elif found is not None and found[1].name == word and self.sources.count(word) == 1:
                start, end = found[0].name_of(found[1])
                yield Mutant(
                    kind="rename",
                    tool=tool.name,
                    what="the function",
                    edits=(Edit(found[0].path, start, end, other.encode()),),
                    expected=expected,
                )
            elif found is not None and found[1].name == word and (edits := self._everywhere(found[0], word, other)):
                yield Mutant(
                    kind="rename", tool=tool.name, what="the function and its uses", edits=edits, expected=expected
                )

    def _in_text(self, source: Source, text: ast.Constant, word: str, other: str) -> Edit:
        start, end = source.span(text)
        return Edit(source.path, start, end, source.data[start:end].replace(word.encode(), other.encode()))

    def _everywhere(self, home: Source, word: str, other: str) -> tuple[Edit, ...]:
        """Every use of a function's name, when each is a plain name in its own file; else nothing."""
        edits: list[Edit] = []
        for source in self.sources.by_path.values():
            if word.encode() not in source.data:
                continue
            spans = [m.span() for m in re.finditer(rb"(?<!\w)" + word.encode() + rb"(?!\w)", source.data)]
            if not spans:
                continue
            plain = {source.span(n) for n in source.nodes if isinstance(n, ast.Name) and n.id == word}
            plain |= {source.name_of(n) for n in source.definitions if n.name == word}
            if source is not home or len([n for n in source.definitions if n.name == word]) != 1 or set(spans) != plain:
                return ()
            edits += [Edit(source.path, start, end, other.encode()) for start, end in spans]
        return tuple(edits)

    # -- add ----------------------------------------------------------------------------------------------------------

    def add(self) -> Iterator[Mutant]:
        for tool, _ in self.tools:
            found = self.definition(tool)
            if found is not None and tool.at.path == tool.site.path and self._registers_itself(tool, found[1]):
                yield from self._add_definition(tool, *found)
            elif found is None:
                yield from self._add_element(tool)
            else:
                yield from self._add_registration(tool, *found)

    def _registers_itself(self, tool: Declaration, node: Definition) -> bool:
        inside = first_line(node) <= tool.site.line <= (node.end_lineno or 0)
        return inside and (isinstance(node, ast.ClassDef) or bool(node.decorator_list))

    def _add_definition(self, tool: Declaration, source: Source, node: Definition) -> Iterator[Mutant]:
        """The same again below, under another name."""
        word, other = tool.declared_name, f"{tool.declared_name}_added"
        name = self.exposed(tool, other)
        start, end = source.whole_lines(node)
        if name is None or not source.owns_its_lines(node) or not source.data[start:end].endswith(b"\n"):
            return
        name_start, name_end = source.name_of(node)
        edits = [Edit(source.path, name_start - start, name_end - start, f"{node.name}_added".encode())]
        if node.name != word or (isinstance(node, ast.ClassDef) and self._class_says(node, word)):
            literal = self.name_literal(tool)
            if literal is None or literal[0] is not source or not _inside(literal[1], node):
                return
            edit = self._in_text(source, literal[1], word, other)
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

    def _class_says(self, node: ast.ClassDef, word: str) -> bool:
        return any(texts_in(part, word) for part in node.body if isinstance(part, ast.Assign | ast.AnnAssign))

    def again(self) -> Iterator[Mutant]:
        """The same declaration again below, whose function alone has another name."""
        for tool, _ in self.tools:
            found = self.definition(tool)
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

    def _add_registration(self, tool: Declaration, source: Source, node: Definition) -> Iterator[Mutant]:
        """The statement that registers the function, again with another name."""
        word, other = tool.declared_name, f"{tool.declared_name}_added"
        name = self.exposed(tool, other)
        for where, call in self.calls_at(tool)[:1]:
            statement = where.parents.get(call)
            texts = texts_in(call, word)
            if name is None or not isinstance(statement, ast.Expr) or len(texts) != 1:
                return
            start, end = where.whole_lines(statement)
            if not where.owns_its_lines(statement) or any(
                isinstance(n, ast.For | ast.While) for n in where.above(call)
            ):
                return
            edit = self._in_text(where, texts[0], word, other)
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

    def _add_element(self, tool: Declaration) -> Iterator[Mutant]:
        """Another element of the list that holds it."""
        word, other = tool.declared_name, f"{tool.declared_name}_added"
        name = self.exposed(tool, other)
        for source, call in self.calls_at(tool)[:1]:
            texts = texts_in(call, word)
            if name is None or len(texts) != 1 or not isinstance(source.parents.get(call), ast.List):
                return
            start, end = source.span(call)
            edit = self._in_text(source, texts[0], word, other)
            copy = apply(source.data[start:end], [Edit(source.path, edit.start - start, edit.end - start, edit.text)])
            assert call.end_lineno is not None
            yield Mutant(
                kind="add",
                tool=name,
                what="another element of the list",
                edits=(Edit(source.path, end, end, b",\n" + copy),),
                expected=(("TC101", name, source.path, call.end_lineno + 1),),
            )

    # -- remove -------------------------------------------------------------------------------------------------------

    def remove(self) -> Iterator[Mutant]:
        for tool, row in self.tools:
            expected = (("TC102", tool.name, row.path, row.line),)
            found = self.definition(tool)
            if found is not None and self._registers_itself(tool, found[1]):
                source, node = found
                if not self._unused(node):
                    continue  # something would name what is no longer there
                edit, what = self._without(source, node), "the declaration"
            else:
                calls = self.calls_at(tool)[:1]
                if not calls:
                    continue
                source, call = calls[0]
                parent = source.parents.get(call)
                if isinstance(parent, ast.Expr) and not any(
                    isinstance(n, ast.For | ast.While) for n in source.above(call)
                ):
                    edit, what = self._without(source, parent), "the registration"
                elif isinstance(parent, ast.List):
                    edit, what = _without_element(source, parent, call), "the element of the list"
                else:
                    continue
            if edit is not None:
                yield Mutant(kind="remove", tool=tool.name, what=what, edits=(edit,), expected=expected)

    def _unused(self, node: Definition) -> bool:
        """Whether no code speaks of it: its name stands in no expression, import or `__all__`."""
        spoken_of = node.name in self.sources.uses or node.name in self.sources.texts
        return not spoken_of and len(self.sources.named[node.name]) == 1

    def _without(self, source: Source, node: ast.stmt) -> Edit | None:
        if not source.owns_its_lines(node):
            return None
        start, end = source.whole_lines(node)
        first = first_line(node) if isinstance(node, DEFINITIONS) else node.lineno
        indent = source.data[start : source.line_start(first) + node.col_offset]
        return Edit(source.path, start, end, indent + b"pass\n" if source.is_alone(node) else b"")

    # -- describe -----------------------------------------------------------------------------------------------------

    def describe(self) -> Iterator[Mutant]:
        places = [tool.description.at for tool in self.project.surface.tools]
        for tool, _ in self.tools:
            if (
                tool.description.source not in (TextSource.ARGUMENT, TextSource.DOCSTRING)
                or not tool.description.accepted
            ):
                continue
            at = tool.description.at
            source = self.sources[at.path]
            text = self._description(tool, source)
            if text is None or sum(place == at for place in places) != 1:
                continue
            start, end = source.span(text)
            token = re.compile(rb"""[bBuUrR]?(\"\"\"|'''|"|')\s*[A-Za-z]+(?= )""").match(source.data, start)
            if token is None or token.end() > end:
                continue
            yield Mutant(
                kind="describe",
                tool=tool.name,
                what="a word more in the docstring"
                if tool.description.source is TextSource.DOCSTRING
                else "a word more",
                edits=(Edit(source.path, token.end(), token.end(), b" really"),),
                expected=(("TC105", tool.name, source.path, text.lineno),),
            )

    def _description(self, tool: Declaration, source: Source) -> ast.Constant | None:
        if tool.description.source is TextSource.DOCSTRING:
            found = self.definition(tool)
            return None if found is None else docstring(found[1])
        at = tool.description.at
        texts = [
            n
            for n in source.nodes
            if isinstance(n, ast.Constant)
            and isinstance(n.value, str)
            and n.lineno == at.line
            and " " in n.value
            and not isinstance(source.parents.get(n), ast.JoinedStr)
        ]
        return texts[0] if len(texts) == 1 else None

    # -- hints --------------------------------------------------------------------------------------------------------

    def flip(self) -> Iterator[Mutant]:
        """A read-only hint says the opposite; every tool that takes it from that place is contradicted."""
        seen: set[tuple[str, int, int]] = set()
        spoken_of = self.project.spoken_of
        for source in self.sources.by_path.values():
            for where, value in _read_only_hints(source):
                key = (source.path, *source.span(value))
                users = [t for t in self.project.surface.tools if _takes_hint(t, source, where)]
                if key in seen or not users or any(t.name not in self.alone or t.name in spoken_of for t in users):
                    continue
                seen.add(key)
                rows = {t.name: self.project.rows[t.name] for t in users if t.name in self.project.rows}
                if len(rows) != len(users) or any(row.mutates is bool(value.value) for row in rows.values()):
                    continue
                start, end = source.span(value)
                what = "the hint" if len(users) == 1 else f"the hint that {len(users)} tools share"
                yield Mutant(
                    kind="flip",
                    tool=users[0].name,
                    what=what,
                    edits=(Edit(source.path, start, end, str(not value.value).encode()),),
                    expected=tuple(("TC205", name, source.path, where) for name in rows),
                )

    def hint(self) -> Iterator[Mutant]:
        """A decorator without hints gets one that contradicts the row."""
        for tool, row in self.tools:
            found = self.definition(tool)
            if found is None or tool.framework not in ("mcp", "fastmcp") or tool.hints:
                continue
            source, node = found
            for decorator in node.decorator_list:
                if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
                    continue
                if decorator.func.attr != "tool" or any(k.arg in (None, "annotations") for k in decorator.keywords):
                    continue
                _, end = source.span(decorator)
                inner = source.data[source.span(decorator.func)[1] : end - 1].rstrip()
                comma = b"" if inner.endswith((b"(", b",")) else b", "
                said = b'"readOnlyHint": True' if row.mutates else b'"readOnlyHint": False'
                yield Mutant(
                    kind="hint",
                    tool=tool.name,
                    what="a hint where there was none",
                    edits=(Edit(source.path, end - 1, end - 1, comma + b"annotations={" + said + b"}"),),
                    expected=(("TC205", tool.name, source.path, decorator.end_lineno or 0),),
                )


def _takes_hint(tool: Declaration, source: Source, line: int) -> bool:
    said = [hint.at for hint in tool.hints if hint.name is HintName.READ_ONLY]
    return any(at.path == source.path and at.line == line for at in said)


def _says_name(source: Source, text: ast.Constant) -> bool:
    """Whether a text is the tool's name by position or by `name=`, not another argument that happens to be equal."""
    parent = source.parents.get(text)
    return (isinstance(parent, ast.keyword) and parent.arg == "name") or (
        isinstance(parent, ast.Call) and bool(parent.args) and parent.args[0] is text
    )


def _names_outright(decorator: ast.expr) -> bool:
    """Whether a decorator says the tool's name itself, whatever its function is called."""
    return isinstance(decorator, ast.Call) and any(k.arg in ("name", "name_override") for k in decorator.keywords)


def _inside(node: ast.expr, outer: Definition) -> bool:
    return first_line(outer) <= node.lineno <= (outer.end_lineno or 0)


def _without_element(source: Source, holder: ast.List, element: ast.expr) -> Edit:
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


def _read_only_hints(source: Source) -> Iterator[tuple[int, ast.Constant]]:
    """Every `readOnlyHint` that is said outright, with the line of the whole hint."""
    for node in source.nodes:
        match node:
            case ast.keyword(arg="readOnlyHint" | "read_only_hint", value=ast.Constant(value=bool()) as value):
                yield node.lineno, value
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if (
                        isinstance(key, ast.Constant)
                        and key.value == "readOnlyHint"
                        and isinstance(value, ast.Constant)
                    ):
                        yield key.lineno, value
            case _:
                pass


__all__ = ["FUNCTIONS", "Found", "Maker", "Mutant"]
