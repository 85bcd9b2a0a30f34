"""What a column of stored choices really holds, read as one of three states or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import (
    LoadedSelection,
    Nothing,
    Only,
    Registry,
    Selection,
    SelectionError,
    SelectionProblems,
    UnknownAgent,
    UseDefaults,
    loaded_selection,
    parse_selection,
    parse_selection_json,
    validate_selection,
)

ROW = {"capability": "c", "mutates": False, "agents": ["chat"], "description": "About it."}
REGISTRY = Registry(
    Manifest(
        agents={
            "chat": {"empty_selection": "defaults"},
            "builder": {"empty_selection": "none", "runtime_tools": {"source": "a.py", "tools": ["ask_user"]}},
        },
        capabilities={"c": {"feature": "c"}},
        tools={"list_schedules": ROW, "show_schedule": ROW, "publish": {**ROW, "agents": ["builder"]}},
        renamed={
            "get_schedules": {"to": "list_schedules", "until": "2027-06-30"},
            "release": {"to": "publish", "until": "2027-06-30"},
            "question": {"to": "ask_user", "until": "2027-06-30"},
        },
    )
)
TODAY, LAST, AFTER = date(2027, 1, 1), date(2027, 6, 30), date(2027, 7, 1)


@pytest.mark.parametrize(
    ("stored", "selection"),
    [
        (None, UseDefaults()),
        ([], Only(())),
        ((), Only(())),
        (["a"], Only(["a"])),
        (("b", "a"), Only(["a", "b"])),
        ([""], Only([""])),
        (UseDefaults(), UseDefaults()),
        (Only(["a"]), Only(["a"])),
    ],
)
def test_three_states(stored: object, selection: Selection) -> None:
    assert parse_selection("chat", stored) == selection
    assert type(parse_selection("chat", stored)) is type(selection)


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        ("list_schedules", "`list_schedules` is stored, and neither null nor a list of names"),
        ("[]", "`[]` is stored"),
        ("null", "`null` is stored"),
        ("", "`` is stored"),
        (b"[]", "a bytes is stored"),
        (0, "`0` is stored"),
        (1.5, "`1.5` is stored"),
        (False, "`False` is stored"),
        (True, "`True` is stored"),
        ({}, "a dict is stored"),
        ({"list_schedules": True}, "a dict is stored"),
        (set(), "a set is stored"),
        (frozenset({"a"}), "a frozenset is stored"),
        (["a", "a"], "the stored list names `a` twice"),
        (["a", ["b"]], "item 2 of the stored list is a list, and no name"),
        ([None], "item 1 of the stored list is `None`, and no name"),
        ([1], "item 1 of the stored list is `1`, and no name"),
        (["a", b"b"], "item 2 of the stored list is a bytes, and no name"),
        (object(), "a object is stored"),
    ],
)
def test_everything_else_is_an_error_that_names_what_came(stored: object, says: str) -> None:
    with pytest.raises(SelectionError) as caught:
        parse_selection("chat", stored)
    assert says in caught.value.message
    assert "`chat`" in caught.value.message
    assert caught.value.hint.startswith("Store null for the defaults")
    assert ("parse_selection_json" in caught.value.hint) == isinstance(stored, (str, bytes)) or isinstance(stored, list)
    loaded = loaded_selection(REGISTRY, "chat", stored, today=TODAY)
    assert loaded.selection == Nothing()
    assert loaded.warnings


@pytest.mark.parametrize(
    ("stored", "selection"),
    [
        (None, UseDefaults()),
        ("null", UseDefaults()),
        (b"null", UseDefaults()),
        ("[]", Only(())),
        (' ["a", "b"] ', Only(["a", "b"])),
    ],
)
def test_json_text_is_decoded_only_where_it_is_asked_for(stored: Any, selection: Selection) -> None:
    assert parse_selection_json("chat", stored) == selection


@pytest.mark.parametrize(
    "stored", ["", "a", '"a"', '["a"', "{}", "0", "false", '["a", "a"]', "NULL", b"\xff", "[" * 100_000]
)
def test_json_text_of_anything_else_is_an_error(stored: Any) -> None:
    with pytest.raises(SelectionError):
        parse_selection_json("chat", stored)
    with pytest.raises(SelectionError, match="no JSON text"):
        parse_selection_json("chat", ["a"])  # type: ignore[arg-type]  # that it is refused is the point


def test_only_takes_names() -> None:
    for junk in ("list_schedules", b"x", [1], [None]):
        with pytest.raises(TypeError):
            Only(junk)  # type: ignore[arg-type]  # that it is refused is the point
    assert Only(iter(["a", "b", "a"])) == Only({"b", "a"})
    assert hash(Only(["a"])) == hash(Only(("a",)))


def told(stored: object, agent: str = "chat", today: date = TODAY) -> list[str]:
    with pytest.raises(SelectionProblems) as caught:
        validate_selection(REGISTRY, agent, stored, today=today)
    return [f"{error.message} | {error.hint}" for error in caught.value.errors]


def test_what_is_published_names_tools_that_the_agent_holds() -> None:
    assert validate_selection(REGISTRY, "chat", None, today=TODAY) == UseDefaults()
    assert validate_selection(REGISTRY, "chat", [], today=TODAY) == Only(())
    assert validate_selection(REGISTRY, "chat", ["list_schedules"], today=TODAY) == Only(["list_schedules"])
    assert validate_selection(REGISTRY, "builder", ["ask_user", "publish"], today=TODAY) == Only(
        ["ask_user", "publish"]
    )


def test_all_that_is_wrong_is_told_at_once_with_the_nearest_names() -> None:
    assert told(["list_schedule", "ListSchedules", "publish", "zzzzzz"]) == [
        "no tool `ListSchedules` exists; `list_schedules` differs from it only in case or separators | "
        "Write `list_schedules`.",
        "no tool `list_schedule` exists for agent `chat` | Nearest: `list_schedules`, `show_schedule`.",
        "the tool `publish` is not granted to agent `chat` | A choice can only narrow what the rows grant.",
        "no tool `zzzzzz` exists for agent `chat` | ",
    ]
    assert told("list_schedules")[0].startswith("the published tools of agent `chat` cannot be read")
    assert told(Nothing()) == ["a choice that cannot be used cannot be published | Publish names, null or []."]


@pytest.mark.parametrize("today", [TODAY, LAST])
def test_an_old_name_becomes_the_new_one_up_to_its_last_day(today: date) -> None:
    assert validate_selection(REGISTRY, "chat", ["get_schedules"], today=today) == Only(["list_schedules"])
    both = ["get_schedules", "list_schedules"]
    assert validate_selection(REGISTRY, "chat", both, today=today) == Only(["list_schedules"])
    assert validate_selection(REGISTRY, "builder", ["question"], today=today) == Only(["ask_user"])
    loaded = loaded_selection(REGISTRY, "chat", ["get_schedules"], today=today)
    assert loaded == LoadedSelection(selection=Only(["list_schedules"]))


def test_an_old_name_is_unknown_after_that_day() -> None:
    says = "`get_schedules` was the name of `list_schedules` until 2027-06-30"
    assert told(["get_schedules"], today=AFTER) == [f"{says} | Write `list_schedules`."]
    loaded = loaded_selection(REGISTRY, "chat", ["get_schedules"], today=AFTER)
    assert loaded == LoadedSelection(selection=Nothing(), warnings=(says,))


def test_a_rename_never_reaches_beyond_the_grant() -> None:
    assert told(["release"]) == [
        "the tool `release`, now `publish`, is not granted to agent `chat` | "
        "A choice can only narrow what the rows grant."
    ]
    assert loaded_selection(REGISTRY, "chat", ["release"], today=TODAY).selection == Nothing()


@pytest.mark.parametrize(
    ("stored", "selection", "warnings"),
    [
        (["list_schedules", "unknown"], Only(["list_schedules"]), 1),
        (["list_schedules", 7, "list_schedules", None], Only(["list_schedules"]), 3),
        (["unknown"], Nothing(), 1),
        ([7], Nothing(), 1),
        ([[]], Nothing(), 1),
        ("list_schedules", Nothing(), 1),
        ([], Only(()), 0),
        (None, UseDefaults(), 0),
    ],
)
def test_a_bad_choice_that_is_stored_already_keeps_the_known_rest(
    stored: object, selection: Selection, warnings: int
) -> None:
    """A list of which nothing is left is not the empty list, which means the defaults for this agent."""
    loaded = loaded_selection(REGISTRY, "chat", stored, today=TODAY)
    assert loaded.selection == selection
    assert len(loaded.warnings) == warnings


def test_an_agent_that_is_not_declared_is_an_error() -> None:
    with pytest.raises(UnknownAgent):
        validate_selection(REGISTRY, "nobody", None, today=TODAY)
    with pytest.raises(UnknownAgent):
        loaded_selection(REGISTRY, "nobody", None, today=TODAY)


def test_a_time_is_the_day_that_it_lies_in() -> None:
    """A `datetime` is a `date` to a type checker, and is compared with none."""
    last = date(2027, 6, 30)
    for today in (datetime(2027, 6, 30, 23, 59), datetime(2027, 6, 30, 1, tzinfo=UTC)):
        for read in (loaded_selection, validate_selection):
            found = read(REGISTRY, "chat", ["get_schedules"], today=today)
            assert found == read(REGISTRY, "chat", ["get_schedules"], today=last)
