"""One change of a real package's source, and the findings that the rules' definitions say it must bring.

Not collected by pytest. Each kind yields every mutant of its kind that it can make of a tool; `real` chooses among
them. What is expected is said from the meaning of the rules (a tool without a row is TC101 at its declaration, a row
without a tool TC102 at the row, …) and from `ast`; the surface of the unchanged package only says where a tool is.
A change whose effect would need more than that to be known is not made.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from real_project import Project, Row
from real_source import (
    Definition,
    Edit,
    Source,
    Sources,
    first_line,
    texts_in,
)

from toolcrib.checks.surface import Declaration

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


def in_text(source: Source, text: ast.Constant, word: str, other: str) -> Edit:
    start, end = source.span(text)
    return Edit(source.path, start, end, source.data[start:end].replace(word.encode(), other.encode()))
