"""A law: code that reads its arguments in any spelling finds no id that this conversation does not reach."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from toolcrib.manifest import ArgumentRule, ScopedArgument
from toolcrib.registry import Facts, Row, Scope, UseDefaults
from toolcrib.registry._binding import bound, refuse_arguments
from toolcrib.registry._places import ShapeError, Steps

FACTS = Facts(access=True, paused=False, features=frozenset(), projects=frozenset({"p1"}), selection=UseDefaults())
SCOPE = Scope(workspace="w", projects=frozenset({"p1"}))
PATHS = ("project_id", "filter.project_id", "items[].project_id", "ids[]", "a.filter.project_id", "items[].a.ids[]")
SPELLINGS = {
    "filter": ("filter", "Filter", "fil_ter", "ｆilter"),
    "items": ("items", "Items", "item-s"),
    "project_id": ("project_id", "projectId", "PROJECT-ID", "project\u200bid"),
    "ids": ("ids", "IDs", "idſ"),
    "a": ("a", "A", "_a"),
}
ids = st.sampled_from(("p1", "p1", "p9", None, 7, True, {}, {"x": "p9"}))
values = st.recursive(ids, lambda inner: st.lists(inner, max_size=2), max_leaves=3)


def holding(steps: Steps) -> st.SearchStrategy[Any]:
    """Arguments that hold something at the end of the path, or nearly there."""
    (key, lists), rest = steps[0], steps[1:]
    inner: st.SearchStrategy[Any] = values
    if rest:
        inner = holding(rest) | st.none() | st.just("x")
        for _ in range(lists):
            inner = st.lists(inner, max_size=2)
    return st.dictionaries(st.sampled_from(SPELLINGS[key]) | st.just(key), inner, max_size=2)


def read(value: Any, steps: Steps) -> Iterator[Any]:
    """All that the most lenient code would find."""
    if isinstance(value, list):
        for one in value:
            yield from read(one, steps)
    elif not steps:
        if value is not None:
            yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if spelt(key) == spelt(steps[0][0]):
                yield from read(inner, steps[1:])


def spelt(name: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", name).casefold() if char.isalnum())


@settings(deadline=None, max_examples=500)
@given(st.sampled_from(PATHS), st.sampled_from(ArgumentRule), st.data())
def test_no_foreign_id_is_found_under_any_spelling(path: str, rule: ArgumentRule, data: st.DataObject) -> None:
    row = Row(
        name="tool",
        description="d",
        capability="c",
        feature=None,
        mutates=False,
        agents=("chat",),
        scope={path: ScopedArgument(rule, "project")},
    )
    ((_, _, _, steps),) = row.rules
    arguments = data.draw(holding(steps))
    if refuse_arguments(row, SCOPE, FACTS, arguments, {}) is not None:
        event("refused")
        return
    try:
        final = bound(row, SCOPE, FACTS, arguments)
    except ShapeError:
        event("refused")
        return
    event("called")
    assert set(map(str, read(final, steps))) <= {"p1"}
