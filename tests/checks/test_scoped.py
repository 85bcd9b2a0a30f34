"""Which names of arguments say that they name an object."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks import load_config, run_check
from toolcrib.checks.config import ConfigProblems
from toolcrib.checks.rules._scoped import WORDS, kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("project_id", "project"), ("projectId", "project"), ("projectIDs", "project"), ("project-ids", "project"),
        ("ProjectUUID", "project"), ("target_workspace_id", "workspace"), ("users_ids", "user"), ("orgid", "org"),
        ("tenantIds", "tenant"), ("tenant", "tenant"), ("filter.accountId", "account"), ("account.id", "account"),
        ("customer_key", "customer"), ("team_slug", "team"), ("id_of_user_id", "user"), ("USER_ID", "user"),
        ("project", ""), ("project_name", ""), ("id", ""), ("ids", ""), ("idea", ""), ("userid_hint", "user"),
        ("user_agent", ""), ("keys", ""), ("paid", ""), ("invoice_id", ""), ("tenancy", ""), ("projection_id", ""),
        ("account_no", "account"), ("customerNumber", "customer"), ("user_uid", "user"), ("userUID", "user"),
        ("project_pk", "project"), ("org_ref", "org"), ("client.ref", "client"), ("team_numbers", "team"),
        ("project_no_cache", ""), ("user_number_of_items", ""), ("project_reference_date", ""), ("user_code", ""),
        ("account.number", "account"), ("number", ""), ("filter.no", ""), ("projectids", "project"),
        ("", ""), ("_", ""), ("ключ", ""),
    ],
)  # fmt: skip
def test_kinds(name: str, kind: str) -> None:
    assert kind_of(name) == kind


def test_people_add_words() -> None:
    assert kind_of("site_ids") == ""
    assert kind_of("site_ids", ("site",)) == "site"
    assert kind_of("project_code") == kind_of("project_code", ("code",)) == ""
    assert kind_of("project_code", ("_code",)) == kind_of("projectCodes", ("_code",)) == "project"
    assert kind_of("site.code", ("site", "_code")) == "site"
    assert kind_of("code_id", ("_code",)) == ""


@given(
    word=st.sampled_from(sorted(WORDS)),
    before=st.sampled_from(["", "target_", "from_", "filter."]),
    end=st.sampled_from(["id", "ids", "uuid"]),
)
def test_any_spelling_of_one_name_is_the_same(word: str, before: str, end: str) -> None:
    spellings = (f"{before}{word}_{end}", f"{before}{word}{end.capitalize()}", f"{before}{word}_{end}".upper())
    assert {kind_of(one) for one in spellings} == {word}


@given(st.text())
def test_no_name_is_too_odd(name: str) -> None:
    assert kind_of(name) in {"", *WORDS}


@pytest.mark.parametrize("word", ["site_id", "Site", "a b", "1", "_", "__code", "_Code"])
def test_a_word_of_the_configuration_is_a_word(word: str, tmp_path: Path) -> None:
    (tmp_path / "toolcrib.toml").write_text(f'scoped = ["{word}"]\n')
    with pytest.raises(ConfigProblems) as raised:
        load_config(tmp_path)
    assert [str(error).splitlines()[0] for error in raised.value.exceptions] == [
        f"toolcrib.toml:1:1: scoped: `{word}` is no word"
    ]


def test_the_rule_is_not_said_to_have_run_where_nobody_scopes(tmp_path: Path) -> None:
    (tmp_path / "tools.yaml").write_text("agents: {}\ncapabilities: {}\ntools: {}\n")
    assert "TC304" not in run_check(tmp_path, load_config(tmp_path)).rules_run
    (tmp_path / "toolcrib.toml").write_text('scoped = ["site"]\n')
    assert "TC304" in run_check(tmp_path, load_config(tmp_path)).rules_run
