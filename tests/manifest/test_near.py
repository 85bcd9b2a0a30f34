"""The name that was meant."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcrib.manifest import near_miss, nearest

NAMES = ("list_schedules", "show_schedule", "app-builder", "chat", "HTTPServer", "drop_schedule")


@pytest.mark.parametrize(
    ("name", "real"),
    [
        ("List_Schedules", "list_schedules"),
        ("listSchedules", "list_schedules"),
        ("list-schedules", "list_schedules"),
        ("list schedules", "list_schedules"),
        ("LISTSCHEDULES", "list_schedules"),
        ("app_builder", "app-builder"),
        ("AppBuilder", "app-builder"),
        ("http_server", "HTTPServer"),
        ("list_schedules", None),
        ("list_schedule", None),
        ("", None),
        ("--", None),
    ],
)
def test_a_difference_in_case_or_separators_is_a_near_miss(name: str, real: str | None) -> None:
    assert near_miss(name, NAMES) == real


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("listSchedules", "list_schedules"),
        ("schedules_list", "list_schedules"),
        ("lst_schedules", "list_schedules"),
        ("lsit_schedules", "list_schedules"),
        ("list_schedule", "list_schedules"),
        ("caht", "chat"),
        ("chatt", "chat"),
        ("app", "app-builder"),
    ],
)
def test_the_likely_name_comes_first(name: str, first: str) -> None:
    assert nearest(name, NAMES)[0] == first


@pytest.mark.parametrize("name", ["", "zzzz", "x", "publish_everything", "?"])
def test_an_unlike_name_has_no_near_one(name: str) -> None:
    assert nearest(name, NAMES) == ()


@settings(deadline=None)
@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=8))
def test_near_names_are_real_names_in_a_stable_order(name: str, names: list[str]) -> None:
    found = nearest(name, names)
    assert set(found) <= set(names) - {name}
    assert len(found) <= 3
    assert found == nearest(name, list(reversed(names)))
    close = near_miss(name, names)
    assert close is None or close in names


def test_many_names_are_searched_soon() -> None:
    many = [f"tool_number_{number}_of_many" for number in range(10_000)]
    began = time.process_time()
    assert nearest("tool_numbr_77_of_many", many)[0] == "tool_number_77_of_many"
    assert time.process_time() - began < 5
