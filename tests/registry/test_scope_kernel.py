"""The smallest cases of the scope: where a path leads, what is written there, what is in the scope. One line, one fact.

Each is here because a fault of one sign in the kernel went unseen without it.
"""

from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from toolcrib.manifest import ArgumentRule, EmptySelection, Manifest, ScopedArgument, argument_steps
from toolcrib.registry import (
    Decision,
    Facts,
    FactsError,
    LoadedSelection,
    Nothing,
    Only,
    Phase,
    Reason,
    Registry,
    Row,
    Scope,
    SelectionError,
    UseDefaults,
    WholeWorkspace,
    decide,
    loaded_selection,
    parse_selection,
    validate_selection,
)
from toolcrib.registry._aliases import _folded, folded
from toolcrib.registry._binding import MAX_IDS, bound, lookups, refuse_arguments, refuse_offer, session_values
from toolcrib.registry._places import ABSENT, ShapeError, ids_in, is_named, places, written

CHECKED, FILLED, PINNED = ArgumentRule.CHECKED, ArgumentRule.FILLED, ArgumentRule.PINNED
FACTS = Facts(
    access=True,
    paused=False,
    features=frozenset(),
    projects=frozenset({"p1", "p2"}),
    selection=UseDefaults(),
)
SCOPE = Scope(workspace="w2", projects=frozenset({"p1"}), objects={"user": "u1", "schedule": "s1"})


def row(**scope: tuple[ArgumentRule, str]) -> Row:
    return Row(
        name="tool",
        description="About it.",
        capability="schedules",
        feature=None,
        mutates=False,
        agents=("chat",),
        scope={path: ScopedArgument(rule, kind) for path, (rule, kind) in scope.items()},
    )


def at(path: str, rule: ArgumentRule, kind: str) -> Row:
    return row(**{path: (rule, kind)})


@pytest.mark.parametrize(
    ("path", "arguments", "found"),
    [
        ("id", {"id": "a"}, ["a"]),
        ("id", {"id": None}, [ABSENT]),
        ("id", {}, [ABSENT]),
        ("id", {"id": False}, [False]),
        ("ids[]", {"ids": ["a", "b"]}, [["a", "b"]]),
        ("filter.id", {"filter": {"id": "a"}, "id": "no"}, ["a"]),
        ("filter.id", {"filter": {}}, [ABSENT]),
        ("filter.id", {"filter": None}, [ABSENT]),
        ("filter.id", {}, [ABSENT]),
        ("a.b.c", {"a": {"b": {"c": "d"}}}, ["d"]),
        ("a.b.c", {"b": {"c": "d"}}, [ABSENT]),
        ("a.b.c", {"a": {}}, [ABSENT]),
        ("items[].id", {"items": [{"id": "a"}, {"id": "b"}, {}]}, ["a", "b", ABSENT]),
        ("items[].id", {"items": [None, {"id": "b"}]}, ["b"]),
        ("items[].id", {"items": []}, []),
        ("items[].id", {}, []),
        ("rows[][].x", {"rows": [[{"x": "a"}], [{"x": "b"}, None]]}, ["a", "b"]),
        ("items[].a.id", {"items": [{}, {"a": {"id": "b"}}]}, [ABSENT, "b"]),
        ("items[].a[].id", {"items": [{}, {"a": [{"id": "b"}]}]}, ["b"]),
    ],
)
def test_a_path_leads_to_what_stands_there(path: str, arguments: dict[str, Any], found: list[object]) -> None:
    assert list(places(arguments, argument_steps(path))) == found


@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        ("ids[]", {"ids": "a"}),
        ("ids[]", {"ids": {"a": 1}}),
        ("filter.id", {"filter": "a"}),
        ("filter.id", {"filter": ["a"]}),
        ("filter.id", {"filter": [{"id": "a"}]}),
        ("items[].id", {"items": {"id": "a"}}),
        ("items[].id", {"items": ["a"]}),
        ("items[].id", {"items": [[{"id": "a"}]]}),
        ("rows[][].x", {"rows": [{"x": "a"}]}),
        ("rows[][].x", {"rows": [[{"x": "a"}], {"x": "b"}]}),
        ("a.b.c", {"a": {"b": 7}}),
    ],
)
def test_what_is_not_where_a_path_looks_is_an_error(path: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ShapeError):
        list(places(arguments, argument_steps(path)))


def test_ids_are_texts_and_whole_numbers_in_lists_however_deep() -> None:
    assert sorted(map(str, ids_in(["a", [7, ["b"]]]))) == ["7", "a", "b"]
    for junk in (True, 1.5, None, {}, [None], ["a", False], ("a",), [[]], ["a", []], []):
        with pytest.raises(ShapeError):
            list(ids_in(junk))


def test_nothing_and_an_empty_list_name_nothing() -> None:
    assert [is_named(value) for value in (ABSENT, [], "", 0, False, [[]])] == [False, False, True, True, True, True]


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("id", {}, {"id": "v"}),
        ("id", {"id": "x"}, {"id": "v"}),
        ("ids[]", {}, {"ids": ["v", "w"]}),
        ("ids[][]", {}, {"ids": [["v", "w"]]}),
        ("ids[][][]", {}, {"ids": [[["v", "w"]]]}),
        ("filter.id", {}, {"filter": {"id": "v"}}),
        ("filter.id", {"filter": None}, {"filter": {"id": "v"}}),
        ("filter.id", {"filter": {"a": 1}}, {"filter": {"a": 1, "id": "v"}}),
        ("items[].id", {}, {}),
        ("items[].id", {"items": None}, {"items": None}),
        ("items[].id", {"items": [{"id": "x"}, None, {}]}, {"items": [{"id": "v"}, None, {"id": "v"}]}),
        ("rows[][].id", {"rows": [[{}], [{"id": "x"}]]}, {"rows": [[{"id": "v"}], [{"id": "v"}]]}),
        ("rows[][][].id", {"rows": [[[{}]]]}, {"rows": [[[{"id": "v"}]]]}),
        ("items[].a[].id", {"items": [{}, {"a": [{}]}]}, {"items": [{}, {"a": [{"id": "v"}]}]}),
    ],
)
def test_a_value_is_written_at_the_end_of_the_path(path: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    given = copy.deepcopy(before)
    final = dict(given)
    written(final, argument_steps(path), ["v", "w"], override=True)
    assert final == after
    assert given == before


@pytest.mark.parametrize(("before", "after"), [({"id": "x"}, "x"), ({"id": []}, "v"), ({"id": None}, "v"), ({}, "v")])
def test_without_override_what_stands_there_stays(before: dict[str, Any], after: str) -> None:
    written(before, argument_steps("id"), ["v"], override=False)
    assert before["id"] == after


@pytest.mark.parametrize("before", [{"rows": [{}]}, {"rows": {}}, {"rows": [[7]]}, {"rows": [[[]]]}])
def test_what_cannot_be_written_into_is_an_error(before: dict[str, Any]) -> None:
    with pytest.raises(ShapeError):
        written(before, argument_steps("rows[][].id"), ["v"], override=True)


# The order of texts must not matter: workspaces before, at and after the session's own.
@pytest.mark.parametrize(
    ("value", "why"), [("w2", None), ("w1", 1), ("w3", 1), ("", 1), ("W2", 1), (2, 1), (["w2"], None)]
)
def test_a_workspace_that_is_named_has_to_be_the_session_s(value: object, why: int | None) -> None:
    refused = refuse_arguments(at("t", CHECKED, "workspace"), SCOPE, FACTS, {"t": value}, {})
    assert refused == (None if why is None else (Reason.OUTSIDE_SCOPE, "t"))


def test_equal_texts_are_equal_wherever_they_come_from() -> None:
    one = "".join(["w", "2"])
    assert one is not SCOPE.workspace
    kinds = {kind: "".join(list(kind)) for kind in ("workspace", "project")}
    for kind, value in (("workspace", one), ("project", "".join(["p", "1"]))):
        assert refuse_arguments(at("t", CHECKED, kinds[kind]), SCOPE, FACTS, {"t": value}, {}) is None
    assert session_values(kinds["workspace"], SCOPE, FACTS) == ("w2",)
    assert session_values(kinds["project"], SCOPE, FACTS) == ("p1",)


@pytest.mark.parametrize("kind", ["a", "pr", "projects", "user", "workspac", "zone"])
def test_a_kind_is_that_kind_whatever_its_place_in_the_alphabet(kind: str) -> None:
    """`user` comes after `project` and before `workspace`; a kind of no object has no value."""
    own = SCOPE.objects.get(kind)
    assert session_values(kind, SCOPE, FACTS) == (() if own is None else (own,))
    for value in ("w2", "p1"):
        refused = refuse_arguments(at("t", CHECKED, kind), SCOPE, FACTS, {"t": value}, {})
        assert refused == (Reason.OUTSIDE_SCOPE, "t")
        assert refuse_arguments(at("t", CHECKED, kind), SCOPE, FACTS, {"t": value}, {kind: {value: "p1"}}) is None


def test_projects_of_both_kinds_of_id_are_ordered() -> None:
    facts = Facts(
        access=True, paused=False, features=frozenset(), projects=frozenset({"b", "a", 2, 10}), selection=UseDefaults()
    )
    assert session_values("project", Scope(workspace="w", projects=WholeWorkspace()), facts) == (2, 10, "a", "b")


def test_a_pin_whose_path_ends_in_one_value_needs_exactly_one() -> None:
    wide = Scope(workspace="w", projects=WholeWorkspace())
    assert refuse_offer(at("items[].id", PINNED, "project"), wide, FACTS) == (Reason.NOTHING_TO_PIN, "items[].id")
    assert refuse_offer(at("a.ids[]", PINNED, "project"), wide, FACTS) is None
    assert refuse_offer(at("id", FILLED, "project"), wide, FACTS) is None
    assert refuse_offer(at("id", CHECKED, "project"), wide, FACTS) is None


def test_resolvers_are_asked_for_what_needs_them_each_id_once() -> None:
    named = {"ids": ["s1", "s2", "s1"], "w": "w9", "p": "p9", "u": "u9", "pinned": "s9"}
    made = row(
        **{
            "w": (CHECKED, "workspace"),
            "u": (CHECKED, "user"),
            "p": (CHECKED, "project"),
            "ids[]": (CHECKED, "schedule"),
            "pinned": (PINNED, "schedule"),
        }
    )
    kinds = {"schedule", "workspace", "project"}
    assert {kind: sorted(ids) for kind, ids in lookups(made, SCOPE, FACTS, named, kinds).items()} == {  # type: ignore[type-var]  # texts only
        "schedule": ["s1", "s2"]
    }
    only_checked = at("ids[]", CHECKED, "schedule")
    assert lookups(only_checked, SCOPE, FACTS, {"ids": ["s2"]}, kinds) == {"schedule": ["s2"]}
    assert lookups(only_checked, SCOPE, FACTS, {"ids": []}, kinds) == {}
    assert lookups(at("id", FILLED, "schedule"), SCOPE, FACTS, {}, kinds) == {"schedule": ["s1"]}
    assert lookups(at("id", PINNED, "schedule"), SCOPE, FACTS, {"id": "s9"}, kinds) == {"schedule": ["s1"]}
    assert lookups(at("id", FILLED, "schedule"), SCOPE, FACTS, {"id": "s9"}, kinds) == {"schedule": ["s9", "s1"]}
    assert MAX_IDS == 1_000


def test_each_rule_does_what_it_is_named_for() -> None:
    arguments = {"id": "p9"}
    for rule, refused, final in (
        (CHECKED, (Reason.OUTSIDE_SCOPE, "id"), "p9"),
        (FILLED, (Reason.OUTSIDE_SCOPE, "id"), "p9"),
        (PINNED, None, "p1"),
    ):
        made = at("id", rule, "project")
        assert refuse_arguments(made, SCOPE, FACTS, arguments, {}) == refused
        assert bound(made, SCOPE, FACTS, arguments) == {"id": final}
    for rule, final_of_none in ((CHECKED, {}), (FILLED, {"id": "p1"}), (PINNED, {"id": "p1"})):
        assert bound(at("id", rule, "project"), SCOPE, FACTS, {}) == final_of_none
    wide = Scope(workspace="w", projects=WholeWorkspace())
    for rule, why in ((CHECKED, None), (FILLED, Reason.NOTHING_TO_FILL), (PINNED, Reason.NOTHING_TO_PIN)):
        refused = refuse_arguments(at("id", rule, "project"), wide, FACTS, {}, {})
        assert refused == (None if why is None else (why, "id"))


@pytest.mark.parametrize(
    ("name", "refused"), [("Project_Id", True), ("projectid", True), ("PROJECT-ID", True), ("zz", False)]
)
def test_an_alias_of_a_bound_argument_is_refused_wherever_it_sorts(name: str, refused: bool) -> None:
    made = at("project_id", CHECKED, "project")
    found = refuse_arguments(made, SCOPE, FACTS, {name: "p1"}, {})
    assert found == ((Reason.SCOPE_SHAPE, name) if refused else None)


DEEP = {"filter.project_id": (CHECKED, "project"), "filter.user": (PINNED, "user"), "items[].a.id": (FILLED, "project")}


@pytest.mark.parametrize(
    ("arguments", "alias"),
    [
        ({"filter": {"projectId": "p9"}}, "projectId"),
        ({"filter": {"project_id": "p1", "PROJECT-ID": "p9"}}, "PROJECT-ID"),
        ({"Filter": {"project_id": "p9"}}, "Filter"),
        ({"filter": {"User": "u9"}}, "User"),
        ({"items": [{}, None, {"a": {"Id": "p9"}}]}, "Id"),
        ({"items": [{"A": {"id": "p9"}}]}, "A"),
        ({"filter.project_id": "p9"}, "filter.project_id"),
        ({"filter[project_id]": "p9"}, "filter[project_id]"),
        ({"items": [{"a.id": "p9"}]}, "a.id"),
        ({"filter": {"ｐroject_id": "p9"}}, "ｐroject_id"),
        ({"filter": {"project\u200b_id": "p9"}}, "project\u200b_id"),
        ({"filter": {"uſer": "u9"}}, "uſer"),
        ({"_" * 200 + "filter": {}}, "_" * 128),
        ({"filter": {"project_id": "p1", "user": "u9", "other": 1}, "other": {"projectId": 1}}, None),
        ({"items": [{"a": {"id": "p1"}, "id": "x"}], "project": 7}, None),
        ({"filter": None, "items": [None, {"a": None}]}, None),
    ],
)
def test_an_alias_is_refused_in_every_object_on_the_way(arguments: dict[str, Any], alias: str | None) -> None:
    found = refuse_arguments(row(**DEEP), SCOPE, FACTS, arguments, {"user": {"u1": "p1"}})
    assert found == (None if alias is None else (Reason.SCOPE_SHAPE, alias))


def test_two_bound_arguments_of_one_spelling_are_both_themselves() -> None:
    both = row(**{"a.project_id": (CHECKED, "project"), "a.projectId": (CHECKED, "project")})
    assert refuse_arguments(both, SCOPE, FACTS, {"a": {"project_id": "p1", "projectId": "p1"}}, {}) is None
    refused = refuse_arguments(both, SCOPE, FACTS, {"a": {"project_id": "p1", "ProjectID": "p1"}}, {})
    assert refused == (Reason.SCOPE_SHAPE, "ProjectID")


def test_names_that_a_model_makes_up_are_not_kept_in_full() -> None:
    before = _folded.cache_info().currsize
    for number in range(20):
        assert folded(f"-{number}" * 1_000) == folded(f"{number}" * 1_000)
    assert _folded.cache_info().currsize - before <= 40
    assert len(folded("a" * 10_000)) == 128


def test_what_is_no_object_binds_nothing() -> None:
    class Sub(dict[str, Any]):
        pass

    for arguments in (None, [], "a", Sub()):
        refused = refuse_arguments(row(), SCOPE, FACTS, arguments, {})  # type: ignore[arg-type]  # refused there
        assert refused == (Reason.ARGUMENTS_UNREADABLE, type(arguments).__name__)


VALUES = (FACTS, SCOPE, WholeWorkspace(), UseDefaults(), Only(["a"]), Nothing(), LoadedSelection(selection=Nothing()))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_cannot_be_changed(value: Any) -> None:
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        value.anything = 1
    for name in type(value).__dataclass_fields__:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
    assert not hasattr(value, "__dict__")
    assert type(value).__final__
    assert value == copy.deepcopy(value)
    assert hash(value) == hash(copy.deepcopy(value))


def test_classes_that_mean_something_cannot_be_made_to_mean_something_else() -> None:
    assert Decision.__final__  # type: ignore[attr-defined]  # set by `final`
    assert SelectionError.__final__  # type: ignore[attr-defined]  # set by `final`


@pytest.mark.parametrize("allowed", [1, 2, 1.0, "yes", [1], None])
def test_only_true_is_a_decision_that_allows(allowed: Any) -> None:
    assert not Decision(allowed, Reason.CALLABLE, Phase.CALL, "chat", "ask")


@pytest.mark.parametrize(
    ("name", "value"), [("access", 1), ("access", 2), ("paused", 0), ("paused", 0.0), ("paused", -1)]
)
def test_facts_that_were_forced_to_something_like_it_are_refused(name: str, value: object) -> None:
    """Code that goes around the frozen class gives no more than code that does not."""
    facts = Facts(
        access=True, paused=False, features=frozenset({"help"}), projects=frozenset(), selection=UseDefaults()
    )
    assert decide(REGISTRY, "chat", "ask", phase=Phase.CALL, facts=facts)
    object.__setattr__(facts, name, value)
    assert not decide(REGISTRY, "chat", "ask", phase=Phase.CALL, facts=facts)


def test_facts_and_scopes_are_made_by_name_only() -> None:
    with pytest.raises(TypeError):
        Facts(True, False, frozenset(), frozenset(), UseDefaults())  # type: ignore[misc]  # what is tried
    with pytest.raises(TypeError):
        Scope("w", frozenset())  # type: ignore[misc]  # what is tried
    with pytest.raises(TypeError):
        LoadedSelection(Nothing())  # type: ignore[misc]  # what is tried


@pytest.mark.parametrize(
    "objects", [[("user", "u")], "user", {1: "u"}, {"user": None}, {"user": True}, {"user": ["u"]}]
)
def test_objects_are_a_mapping_of_kinds_to_ids(objects: Any) -> None:
    with pytest.raises(FactsError, match="`objects` must be a mapping of kinds to ids"):
        Scope(workspace="w", projects=frozenset(), objects=objects)


REGISTRY = Registry(
    Manifest(
        agents={"chat": {"empty_selection": "defaults"}, "builder": {"empty_selection": "none"}},
        capabilities={"help": {"feature": "help"}},
        tools={
            "zap": {"description": "Z.", "capability": "help", "mutates": False, "agents": ["builder"]},
            "ask": {"description": "A.", "capability": "help", "mutates": False, "agents": ["chat"]},
        },
        renamed={"tap": {"to": "zap", "until": "2027-06-30"}, "zzz": {"to": "zap", "until": "2027-06-30"}},
    )
)


def test_options_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        decide(REGISTRY, "chat", "ask", Phase.CALL, FACTS)  # type: ignore[call-arg, misc]  # what is tried
    with pytest.raises(TypeError):
        written({}, argument_steps("id"), ["v"], True)  # type: ignore[misc]  # what is tried
    for read in (validate_selection, loaded_selection):
        with pytest.raises(TypeError):
            read(REGISTRY, "chat", None, None)  # type: ignore[call-arg, misc, arg-type]  # what is tried


def test_a_word_that_is_no_phase_allows_nothing() -> None:
    facts = Facts(
        access=True, paused=False, features=frozenset({"help"}), projects=frozenset(), selection=UseDefaults()
    )
    for phase in ("offer", "call", "zzz", "", None):
        found = decide(REGISTRY, "chat", "ask", phase=phase, facts=facts)  # type: ignore[arg-type]  # what is tried
        assert not found.allowed


def test_old_and_new_names_are_both_said() -> None:
    from datetime import date

    for old in ("tap", "zzz"):  # before and after the new name in the alphabet
        loaded = loaded_selection(REGISTRY, "chat", ["ask", old], today=date(2027, 1, 1))
        assert loaded.warnings == (f"the tool `{old}`, now `zap`, is not granted to agent `chat`",)
    loaded = loaded_selection(REGISTRY, "chat", ["ask", "".join(["z", "ap"])], today=date(2027, 1, 1))
    assert loaded.warnings == ("the tool `zap` is not granted to agent `chat`",)
    loaded = loaded_selection(REGISTRY, "chat", [7, "ask", None], today=date(2027, 1, 1))
    assert loaded.warnings == (
        "item 1 of the stored list is `7`, and no name",
        "item 3 of the stored list is `None`, and no name",
    )
    assert EmptySelection.DEFAULTS is REGISTRY.allowlist("chat").empty_selection


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("a" * 60, "`" + "a" * 60 + "`"),
        ("a" * 61, "`" + "a" * 59 + "…`"),
        ("a" * 5, "`aaaaa`"),
        ("a\nb\u200b", "`a\\nb\\u200b`"),
        (int("1" * 50), "`" + "1" * 40 + "`"),
    ],
)
def test_what_came_is_shown_and_cut(stored: object, shown: str) -> None:
    with pytest.raises(SelectionError) as caught:
        parse_selection("chat", stored)
    assert f": {shown} is stored" in caught.value.message
