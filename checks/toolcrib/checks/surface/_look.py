"""A first look at a file: which identifiers its code says, and how. The standard library's parser is enough for it.

Room: checks, part of `read`. Pure. It decides which files are read in full, so it may only ever find too much: a text
that is an identifier counts in every form, for `getattr(server, "tool")` and `**{"tools": tools}`.
Not here: what the words mean (`_relevance`), the facts of a file (`_read`).
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """Identifiers by form: `.name`, `name`, `name=`; `other` are texts and names of imports, which may be any form."""

    attributes: frozenset[str]
    names: frozenset[str]
    keywords: frozenset[str]
    other: frozenset[str]

    def any_of(self, words: Iterable[str]) -> bool:
        """Whether the file says one of the words, in the forms of `_relevance.forms`."""
        return any(self._says(word) for word in words)

    def _says(self, word: str) -> bool:
        if "**" in word:
            return False  # `f(**options)` is no identifier: the caller looks for it
        if word.endswith("!"):
            word = word[:-1].rpartition(".")[2]
            return word in self.names or word in self.attributes or word in self.other
        if word.endswith("="):
            return word[:-1] in self.keywords or word[:-1] in self.other
        if word.startswith("."):
            return word[1:] in self.attributes or word[1:] in self.other
        if word.endswith("()"):
            return word[:-2] in self.names or word[:-2] in self.other
        return word in self.names or word in self.attributes or word in self.keywords or word in self.other


def look(data: bytes) -> ast.Module | None:
    """The file's tree; None when this interpreter cannot parse it, so that it has to be read to know."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def said(tree: ast.Module) -> Said:
    """What the code of a file says."""
    attributes: set[str] = set()
    names: set[str] = set()
    keywords: set[str] = set()
    other: set[str] = set()
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is ast.Name:
            names.add(node.id)  # type: ignore[attr-defined]  # its kind was asked
            continue
        if kind is ast.Attribute:
            attributes.add(node.attr)  # type: ignore[attr-defined]  # its kind was asked
        elif kind is ast.Constant:
            value = node.value  # type: ignore[attr-defined]  # its kind was asked
            if isinstance(value, str) and value.isidentifier():
                other.add(value)
            continue
        elif kind is ast.keyword:
            if node.arg is not None:  # type: ignore[attr-defined]  # its kind was asked
                keywords.add(node.arg)  # type: ignore[attr-defined]  # its kind was asked
        elif kind is ast.alias:
            other.update(node.name.split("."))  # type: ignore[attr-defined]  # its kind was asked
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif kind is ast.arg:
            names.add(node.arg)  # type: ignore[attr-defined]  # its kind was asked
        elif isinstance(node, ast.MatchClass):
            keywords.update(node.kwd_attrs)
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, ast.AST):
                todo.append(value)
            elif isinstance(value, list):
                todo += [item for item in value if isinstance(item, ast.AST)]
    return Said(frozenset(attributes), frozenset(names), frozenset(keywords), frozenset(other))
