"""Another description, and hints that say the opposite.

Not collected by pytest. See `real_edits` for what a mutant is and where its expected findings come from.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from real_edits import Maker, Mutant
from real_source import Edit, Source, docstring

from toolcrib.checks.surface import Declaration, HintName, TextSource


def describe(maker: Maker) -> Iterator[Mutant]:
    places = [tool.description.at for tool in maker.project.surface.tools]
    for tool, _ in maker.tools:
        if tool.description.source not in (TextSource.ARGUMENT, TextSource.DOCSTRING) or not tool.description.accepted:
            continue
        at = tool.description.at
        source = maker.sources[at.path]
        text = _description(maker, tool, source)
        if text is None or sum(place == at for place in places) != 1:
            continue
        start, end = source.span(text)
        token = re.compile(rb"""[bBuUrR]?(\"\"\"|'''|"|')\s*[A-Za-z]+(?= )""").match(source.data, start)
        if token is None or token.end() > end:
            continue
        yield Mutant(
            kind="describe",
            tool=tool.name,
            what="a word more in the docstring" if tool.description.source is TextSource.DOCSTRING else "a word more",
            edits=(Edit(source.path, token.end(), token.end(), b" really"),),
            expected=(("TC105", tool.name, source.path, text.lineno),),
        )


def _description(maker: Maker, tool: Declaration, source: Source) -> ast.Constant | None:
    if tool.description.source is TextSource.DOCSTRING:
        found = maker.definition(tool)
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


def flip(maker: Maker) -> Iterator[Mutant]:
    """A read-only hint says the opposite; every tool that takes it from that place is contradicted."""
    seen: set[tuple[str, int, int]] = set()
    spoken_of = maker.project.spoken_of
    for source in maker.sources.by_path.values():
        for where, value in _read_only_hints(source):
            key = (source.path, *source.span(value))
            users = [t for t in maker.project.surface.tools if _takes_hint(t, source, where)]
            if key in seen or not users or any(t.name not in maker.alone or t.name in spoken_of for t in users):
                continue
            seen.add(key)
            rows = {t.name: maker.project.rows[t.name] for t in users if t.name in maker.project.rows}
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


def hint(maker: Maker) -> Iterator[Mutant]:
    """A decorator without hints gets one that contradicts the row."""
    for tool, row in maker.tools:
        found = maker.definition(tool)
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
