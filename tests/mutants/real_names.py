"""Another name for a tool: its text or its function, wherever each is said.

Not collected by pytest. See `real_edits` for what a mutant is and where its expected findings come from.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from real_edits import Maker, Mutant, in_text
from real_source import Edit, Source, texts_in


def rename(maker: Maker) -> Iterator[Mutant]:
    for tool, row in maker.tools:
        word = tool.declared_name
        other = f"{word}_renamed"
        name = maker.exposed(tool, other)
        if name is None or name in maker.project.rows:
            continue
        expected = (("TC101", name, tool.at.path, tool.at.line), ("TC102", tool.name, row.path, row.line))
        literal = maker.name_literal(tool)
        found = maker.definition(tool)
        if literal is not None and (found is None or found[1].name != word):
            source, text = literal
            yield Mutant(
                kind="rename",
                tool=tool.name,
                what="the text of the name",
                edits=(in_text(source, text, word, other),),
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
                    edits=(in_text(source, text, word, other),),
                    expected=expected,
                )
        elif found is not None and found[1].name == word and maker.sources.count(word) == 1:
            start, end = found[0].name_of(found[1])
            yield Mutant(
                kind="rename",
                tool=tool.name,
                what="the function",
                edits=(Edit(found[0].path, start, end, other.encode()),),
                expected=expected,
            )
        elif found is not None and found[1].name == word and (edits := _everywhere(maker, found[0], word, other)):
            yield Mutant(
                kind="rename", tool=tool.name, what="the function and its uses", edits=edits, expected=expected
            )


def _everywhere(maker: Maker, home: Source, word: str, other: str) -> tuple[Edit, ...]:
    """Every use of a function's name, when each is a plain name in its own file; else nothing."""
    edits: list[Edit] = []
    for source in maker.sources.by_path.values():
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


def _says_name(source: Source, text: ast.Constant) -> bool:
    """Whether a text is the tool's name by position or by `name=`, not another argument that happens to be equal."""
    parent = source.parents.get(text)
    return (isinstance(parent, ast.keyword) and parent.arg == "name") or (
        isinstance(parent, ast.Call) and bool(parent.args) and parent.args[0] is text
    )
