"""Answers in bulk: one pattern, one value, many tools."""

from __future__ import annotations

import pytest

from toolcrib.checks.init import AnswerError, Answers, Question, Subject, parse_answer, unused_answers

DELETE = Subject(name="delete_row", server="billing", files=("app/billing/tools.py",))
LIST = Subject(name="list_rows", server="reports", files=("app/reports/tools.py", "app/server.py"))


def answers(*given: tuple[Question, str]) -> Answers:
    return Answers(tuple(parse_answer(question, text) for question, text in given))


@pytest.mark.parametrize(
    ("pattern", "delete", "list_"),
    [
        ("delete_*", True, None),
        ("*", True, True),
        ("server:billing", True, None),
        ("server:*", True, True),
        ("file:app/billing/tools.py", True, None),
        ("file:app/reports", None, True),
        ("file:app/reports/", None, True),
        ("file:app/*/tools.py", True, True),
        ("file:app/server.py", None, True),
        ("name:list_rows", None, True),
        ("DELETE_*", None, None),
        ("file:app/rep", None, None),
    ],
)
def test_a_pattern_names_tools(pattern: str, delete: bool | None, list_: bool | None) -> None:
    said = answers((Question.MUTATES, f"{pattern}=true"))
    assert (said.mutates(DELETE), said.mutates(LIST)) == (delete, list_)


def test_the_last_answer_that_matches_counts() -> None:
    said = answers((Question.MUTATES, "*=false"), (Question.MUTATES, "delete_*=true"))
    assert (said.mutates(DELETE), said.mutates(LIST)) == (True, False)


def test_a_value_may_hold_anything_after_the_first_equals_sign() -> None:
    said = answers((Question.PIN_REASON, "delete_row=It is asked for: a=b, and a person has seen it."))
    assert said.pin_reason(DELETE) == "It is asked for: a=b, and a person has seen it."


def test_agents_are_a_list_in_order_without_repeats() -> None:
    assert answers((Question.AGENT, "*=chat, reports,chat")).agents(LIST) == ("chat", "reports")


def test_a_capability_is_no_tool() -> None:
    said = answers((Question.PIN_REASON, "capability:admin=Everyone may look at it."))
    assert said.pin_reason(Subject(name="admin", capability=True)) == "Everyone may look at it."
    assert said.pin_reason(Subject(name="admin")) is None


@pytest.mark.parametrize(
    ("question", "text", "says"),
    [
        (Question.MUTATES, "delete_*", "no PATTERN=VALUE"),
        (Question.MUTATES, "=true", "no PATTERN=VALUE"),
        (Question.MUTATES, "delete_*=yes", "'yes'"),
        (Question.MUTATES, "delete_*=", "''"),
        (Question.EMPTY_SELECTION, "chat=all", "'all'"),
        (Question.AGENT, "x=chat,,y", "no name"),
        (Question.CAPABILITY, "x=", "answers nothing"),
    ],
)
def test_what_cannot_be_understood_is_said_with_a_way_out(question: Question, text: str, says: str) -> None:
    with pytest.raises(AnswerError) as caught:
        parse_answer(question, text)
    assert says in caught.value.message
    assert caught.value.hint


def test_an_answer_that_speaks_of_nothing_is_an_error_with_the_nearest_name() -> None:
    said = answers((Question.MUTATES, "delet_row=true"), (Question.FEATURE, "bilings=x"), (Question.MUTATES, "*=false"))
    found = unused_answers(said, [DELETE, LIST], [Subject(name="billing")])
    assert [error.message for error in found] == [
        "--mutates 'delet_row=true' matches no tool",
        "--feature 'bilings=x' matches no capability",
    ]
    assert "delete_row" in found[0].hint
    assert "billing" in found[1].hint
