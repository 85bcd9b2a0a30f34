"""The baseline file: what is read, what is refused, and what writing it keeps."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import jsonschema
import pytest

from toolcrib.checks import METAS, Finding, RuleCode, Severity, load_config, read_baseline, run_check, write_baseline
from toolcrib.checks.baseline import BaselineProblems, json_schema
from toolcrib.checks.config import ConfigProblems
from toolcrib.manifest import Location

CASE = Path(__file__).parent / "tc101_undeclared_tool" / "example" / "input"


def entry(**changes: str) -> dict[str, str]:
    return {
        "fingerprint": "0123456789abcdef0123456789abcdef",
        "code": "TC105",
        "path": "app/a.py",
        "subject": "list_schedules",
        "reason": "Known when the manifest came.",
        **changes,
    }


def text_of(*entries: dict[str, str], **more: object) -> str:
    return json.dumps({"version": 1, "entries": list(entries), **more}, indent=2)


def refused(text: str) -> list[str]:
    with pytest.raises(BaselineProblems) as caught:
        read_baseline(text, "b.json")
    return [str(error).splitlines()[0] for error in caught.value.exceptions]


def finding(subject: str, *, line: int = 1, code: str = "TC105") -> Finding:
    return Finding(
        code=RuleCode(code),
        rule="description-drift",
        severity=Severity.ERROR,
        message="m",
        at=Location("app/a.py", line),
        subject=subject,
        fingerprint=f"{abs(hash(subject)):032x}"[:32],
    )


def test_an_entry_knows_its_line_and_last_day() -> None:
    baseline = read_baseline(text_of(entry(until="2027-06-30")), "b.json")
    (one,) = baseline.entries
    assert (one.code, one.until, one.reason) == ("TC105", date(2027, 6, 30), "Known when the manifest came.")
    assert str(baseline.at(one)) == "b.json:5:1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("{\n\n]", "b.json:3:1: not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"version": 1, "version": 1, "entries": []}', "the key `version` stands here twice"),
        ("[]", "is not of type 'object'"),
        ('{"version": 2, "entries": []}', "version: 1 was expected"),
        ('{"version": 1}', "'entries' is a required property"),
        (text_of(entry(line="3")), "entries › 0: Additional properties"),
        (text_of(entry(fingerprint="x")), "entries › 0 › fingerprint"),
        (text_of(entry(until="tomorrow")), "entries › 0 › until"),
        (text_of(entry(until="2027-02-30")), "`2027-02-30` is no date"),
        (text_of(entry(reason="123")), "gives no reason"),
        (text_of(entry(), entry()), "stands here twice"),
        (text_of(entry(code="TC201")), "entries › 0 › code"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, said: str) -> None:
    problems = refused(text)
    assert any(said in problem for problem in problems), problems


def test_what_cannot_be_silenced_cannot_stand_in_a_baseline() -> None:
    jsonschema.Draft7Validator.check_schema(json_schema())
    validator = jsonschema.Draft7Validator(json_schema())
    refused_codes = {code for code in METAS if not validator.is_valid({"version": 1, "entries": [entry(code=code)]})}
    assert refused_codes == {code for code, meta in METAS.items() if meta.settled_by}


def test_writing_keeps_reasons_and_days_and_drops_what_is_gone() -> None:
    first = write_baseline([finding("a"), finding("b")], reason="First reason.")
    changed = first.replace('"First reason."', '"Better reason.", "until": "2027-06-30"', 1)
    second = write_baseline(
        [finding("a", line=99), finding("c")], reason="Second reason.", previous=read_baseline(changed, "b.json")
    )
    entries = read_baseline(second, "b.json").entries
    assert [(e.subject, e.reason, e.until) for e in entries] == [
        ("a", "Better reason.", date(2027, 6, 30)),
        ("c", "Second reason.", date.max),
    ]


def test_the_order_of_the_findings_means_nothing() -> None:
    findings = [finding("b"), finding("a", line=7), finding("c", code="TC101")]
    assert write_baseline(findings, reason="It is so.") == write_baseline(findings[::-1], reason="It is so.")


def test_a_project_with_a_baseline(tmp_path: Path) -> None:
    for file in CASE.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = load_config(tmp_path)
    report = run_check(tmp_path, config)
    (tmp_path / "known.json").write_text(write_baseline(report.findings, reason="Known when it came."))
    hidden = run_check(tmp_path, config, baseline="known.json")
    assert (hidden.findings, [h.by for h in hidden.hidden], hidden.exit_code) == ((), ["baseline"], 0)
    (tmp_path / "server.py").write_text("# a new first line\n" + (tmp_path / "server.py").read_text())
    assert run_check(tmp_path, config, baseline="known.json").exit_code == 0
    (tmp_path / "server.py").write_text((CASE / "server.py").read_text().replace("delete_schedule", "drop_schedule"))
    codes = [f.code for f in run_check(tmp_path, config, baseline="known.json").findings]
    assert sorted(codes) == ["TC101", "TC108"]


def test_a_baseline_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ConfigProblems, match="the baseline cannot be read"):
        run_check(CASE, load_config(CASE), baseline="nowhere.json")
