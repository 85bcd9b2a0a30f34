"""What LibCST's parser would take too long for: long chains in one expression, patterns inside of patterns.

Room: checks, part of `read`. The time of a chain (`a + b + c …`, `a.b().c()[0] …`) goes by the square of its length
(2,000 links: one to two seconds), that of `case [[[a]]]` doubles with every bracket (18: one second). No person writes
either, so a file that has one is told in words before it is parsed.
"""

from __future__ import annotations

import ast
import re

MAX_CHAIN = 2_000
MAX_PATTERNS = 14
_CASE = re.compile(r"^[ \t\f]*case\b[^\n]*", re.MULTILINE)
_BRACKET = re.compile(r"[\[({\])}]|\n")


def too_nested(text: str) -> int:
    """The line of the first `case` with more than `MAX_PATTERNS` brackets inside each other, 0 when there is none.

    A look at the text alone, for files of which there is no tree: brackets inside of a string count as well.
    """
    for case in _CASE.finditer(text):
        depth = 0
        for found in _BRACKET.finditer(text, case.start()):
            if found[0] == "\n":
                if depth <= 0:
                    break
            else:
                depth += 1 if found[0] in "[({" else -1
            if depth > MAX_PATTERNS:
                return text.count("\n", 0, case.start()) + 1
    return 0


def too_long(tree: ast.Module, text: str) -> int:
    """The line of the first chain that is too long, 0 when there is none. Only long expressions are looked into."""
    if len(text) < 2 * MAX_CHAIN:
        return 0
    ends = [0]
    for line in text.split("\n"):
        ends.append(ends[-1] + len(line) + 1)
    todo: list[ast.AST] = [tree]
    while todo:
        for child in ast.iter_child_nodes(todo.pop()):
            if isinstance(child, ast.expr | ast.stmt):
                first = min([child.lineno, *(d.lineno for d in getattr(child, "decorator_list", ()))])
                last = min(child.end_lineno or child.lineno, len(ends) - 1)
                if ends[last] - ends[min(first, last) - 1] < 2 * MAX_CHAIN:
                    continue
                if isinstance(child, ast.expr):
                    if _links(child) > MAX_CHAIN:
                        return child.lineno
                    continue
            todo.append(child)
    return 0


def _links(expression: ast.expr) -> int:
    """The longest way down the left side of an expression's parts."""
    longest = 0
    todo: list[tuple[ast.AST, int]] = [(expression, 0)]
    while todo:
        node, depth = todo.pop()
        longest = max(longest, depth)
        inner = _left(node)
        todo += ((child, depth + 1 if child is inner else 0) for child in ast.iter_child_nodes(node))
    return longest


def _left(node: ast.AST) -> ast.expr | None:
    if isinstance(node, ast.BinOp):
        return node.left
    if isinstance(node, ast.Attribute | ast.Subscript):
        return node.value
    return node.func if isinstance(node, ast.Call) else None
