"""Long chains in one expression: `a + b + c …`, `a.b().c()[0] …`.

Room: checks, part of `read`. LibCST's parser takes time by the square of a chain's length (2,000 links: one to
two seconds), so a file with a longer one is refused in words before it is parsed. No person writes such a chain.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

MAX_CHAIN = 2_000


def too_long(tree: ast.Module, text: str) -> int:
    """The line of the first chain that is too long, 0 when there is none. Only long expressions are looked into."""
    ends = [0]
    for line in text.split("\n"):
        ends.append(ends[-1] + len(line) + 1)
    for node in _expressions(tree):
        last = min(node.end_lineno or node.lineno, len(ends) - 1)
        if ends[last] - ends[min(node.lineno, last) - 1] >= 2 * MAX_CHAIN and _links(node) > MAX_CHAIN:
            return node.lineno
    return 0


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    """The outermost expressions."""
    todo = [tree]
    while todo:
        for child in ast.iter_child_nodes(todo.pop()):
            if isinstance(child, ast.expr):
                yield child
            else:
                todo.append(child)


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
