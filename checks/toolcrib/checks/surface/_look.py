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

    def any_of(self, words: Asked) -> bool:
        """Whether the file says one of the words."""
        return not (
            self.names.isdisjoint(words.names)
            and self.attributes.isdisjoint(words.attributes)
            and self.keywords.isdisjoint(words.keywords)
            and self.other.isdisjoint(words.other)
        )


class Asked:
    """Words, in the forms of `_relevance.forms`, as `Said.any_of` is asked for them: told apart once for many files."""

    __slots__ = ("attributes", "keywords", "names", "other")

    def __init__(self, words: Iterable[str]) -> None:
        self.attributes: set[str] = set()
        self.names: set[str] = set()
        self.keywords: set[str] = set()
        self.other: set[str] = set()
        for word in words:
            if "**" in word:
                continue  # `f(**options)` is no identifier: the caller looks for it
            if word.endswith("!"):
                self._add(word[:-1].rpartition(".")[2], self.names, self.attributes)
            elif word.endswith("="):
                self._add(word[:-1], self.keywords)
            elif word.startswith("."):
                self._add(word[1:], self.attributes)
            elif word.endswith("()"):
                self._add(word[:-2], self.names)
            else:
                self._add(word, self.names, self.attributes, self.keywords)

    def _add(self, word: str, *forms: set[str]) -> None:
        self.other.add(word)
        for form in forms:
            form.add(word)


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
