"""What silences a finding, and what only looks as if it did."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from toolcrib.checks import Finding, Related, Report, RuleCode, Settings, Severity, Side, check, check_all
from toolcrib.checks.run import narrow
from toolcrib.checks.settings import SilencedRule
from toolcrib.checks.surface import Comment, Declaration, Description, Surface, TextSource
from toolcrib.manifest import Declared, Location, load_text

MANIFEST = """\
agents:
  chat: {empty_selection: defaults}
capabilities:
  schedules: {feature: schedules}
tools:
  list_schedules:
    description: List the schedules.
    capability: schedules
    mutates: false
    agents: [chat]
"""


@pytest.fixture
def declared() -> Declared:
    return load_text(MANIFEST)


def tool(name: str, *, line: int = 10, text: str = "List the schedules.", path: str = "app/server.py") -> Declaration:
    at = Location(path, line, 1, line + 3, 5)
    return Declaration(
        name=name,
        declared_name=name,
        at=at,
        site=at,
        framework="fastmcp",
        server="mcp",
        description=Description(
            source=TextSource.DOCSTRING, sent=text, accepted=(text,), at=Location(path, line + 2, 5, line + 2, 30)
        ),
    )


def surface(*tools: Declaration, comments: tuple[tuple[int, str], ...] = ()) -> Surface:
    return Surface(
        tools=tuple(replace(tool, order=order) for order, tool in enumerate(tools)),
        comments=tuple(
            Comment(at=Location("app/server.py", line, 9), text=text, covers=line) for line, text in comments
        ),
        files=("app/server.py",),
    )


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("line", [10, 11, 12, 13])
def test_an_ignore_may_stand_on_any_line_of_the_declaration(declared: Declared, line: int) -> None:
    drifted = tool("list_schedules", text="Something else.")
    report = check(declared, surface(drifted, comments=((line, "ignore[TC105] the docs need the short form"),)))
    assert codes(report) == []
    assert [(h.finding.code, h.by, h.reason) for h in report.hidden] == [
        ("TC105", "comment", "the docs need the short form")
    ]


@pytest.mark.parametrize("line", [9, 14])
def test_an_ignore_beside_the_declaration_hides_nothing(declared: Declared, line: int) -> None:
    drifted = tool("list_schedules", text="Something else.")
    report = check(declared, surface(drifted, comments=((line, "ignore[TC105] the docs need the short form"),)))
    assert sorted(codes(report)) == ["TC105", "TC108"]


def test_an_ignore_of_one_tool_does_not_reach_the_next(declared: Declared) -> None:
    tools = (tool("list_schedules"), tool("export", line=20), tool("archive", line=30))
    report = check(declared, surface(*tools, comments=((20, "ignore[TC101] lives in the demo only"),)))
    assert [(f.code, f.subject) for f in report.findings] == [("TC101", "archive")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ignore[TC105]", "without a reason"),
        ("ignore[TC105] -", "without a reason"),
        ("ignore[] because", "names no rule"),
        ("ignore because", "names no rule"),
        ("ignore[TC999] because it is so", "`TC999` is no rule"),
        ("ignore[undeclared-tool] because it is so", "`undeclared-tool` is no rule"),
        ("ignore[TC201] because it is so", "cannot be ignored"),
        ("disable=TC105", "means nothing"),
        ("", "means nothing"),
    ],
)
def test_a_comment_that_is_not_right_hides_nothing_and_says_why(declared: Declared, text: str, said: str) -> None:
    drifted = tool("list_schedules", text="Something else.")
    report = check(declared, surface(drifted, comments=((10, text),)))
    assert sorted(codes(report)) == ["TC105", "TC108"]
    assert said in next(f for f in report.findings if f.code == "TC108").message
    assert not report.hidden


def test_what_did_not_run_is_not_called_stale(declared: Declared) -> None:
    commented = surface(tool("list_schedules"), comments=((10, "ignore[TC105] the docs need the short form"),))
    assert codes(check(declared, commented)) == ["TC108"]
    report = check(declared, commented, Settings(left_out=frozenset({RuleCode("TC105")})))
    assert codes(report) == []
    assert report.rules_left_out == ("TC105",)


def test_a_comment_is_used_even_where_the_rule_is_turned_off(declared: Declared) -> None:
    drifted = tool("list_schedules", text="Something else.")
    off = SilencedRule(code=RuleCode("TC105"), reason="for one run")
    report = check(
        declared,
        surface(drifted, comments=((10, "ignore[TC105] the docs need the short form"),)),
        Settings(silenced=(off,)),
    )
    assert codes(report) == []
    assert [h.by for h in report.hidden] == ["comment"]


def test_a_comment_in_a_file_of_two_manifests_is_used_when_one_needs_it(declared: Declared) -> None:
    shared = surface(
        tool("list_schedules"), tool("export", line=20), comments=((20, "ignore[TC101] lives in the demo only"),)
    )
    other = load_text(MANIFEST.replace("list_schedules", "export"))
    report = check_all(
        (
            Side(declared=declared, surface=shared, name="one"),
            Side(declared=other, surface=shared, name="two"),
        )
    )
    assert "TC108" not in codes(report)
    assert [(f.code, f.subject, f.manifest) for f in report.findings] == [("TC101", "list_schedules", "two")]


@pytest.mark.parametrize(("fail_on", "code"), [(Severity.ERROR, 0), (Severity.WARNING, 1), (Severity.NOTE, 1)])
def test_the_exit_code_follows_the_least_severity_that_fails(declared: Declared, fail_on: Severity, code: int) -> None:
    commented = surface(tool("list_schedules"), comments=((10, "ignore[TC105] the docs need the short form"),))
    report = check(declared, commented, Settings(fail_on=fail_on))
    assert [f.severity for f in report.findings] == [Severity.WARNING]
    assert report.exit_code == code


def test_an_error_always_fails(declared: Declared) -> None:
    for fail_on in Severity:
        assert check(declared, surface(), Settings(fail_on=fail_on)).exit_code == 1


def test_worst_first() -> None:
    def at(line: int, severity: Severity) -> Finding:
        return Finding(
            code=RuleCode("TC101"), rule="x", severity=severity, message="m", at=Location("a", line), subject="s"
        )

    findings = (at(1, Severity.NOTE), at(2, Severity.WARNING), at(3, Severity.ERROR), at(4, Severity.ERROR))
    assert [f.at.line for f in Report(findings=findings).worst_first()] == [3, 4, 2, 1]


def test_narrowing_keeps_what_touches_the_paths_and_says_so(declared: Declared) -> None:
    report = check(declared, surface(tool("listSchedules")))
    assert codes(report) == ["TC101", "TC102"]
    assert codes(narrow(report, ["app"])) == ["TC101", "TC102"]  # the row was perhaps meant: it names the declaration
    assert codes(narrow(report, ["app/server"])) == []
    assert codes(narrow(report, ["."])) == ["TC101", "TC102"]
    assert narrow(report, ["app/server.py"]).only == ("app/server.py",)
    assert narrow(report, []) == report


def test_a_related_place_is_no_place_to_ignore() -> None:
    finding = Finding(
        code=RuleCode("TC101"),
        rule="x",
        severity=Severity.ERROR,
        message="m",
        at=Location("a", 1),
        subject="s",
        related=(Related(at=Location("a", 5), text="there"),),
    )
    assert finding.covers_line("a", 1)
    assert not finding.covers_line("a", 5)
    assert not finding.covers_line("b", 1)


def test_baseline_entries_run_out(declared: Declared) -> None:
    from toolcrib.checks import Baseline, BaselineEntry

    bare = check(declared, surface(tool("list_schedules"), tool("export", line=20)))
    entry = BaselineEntry(
        fingerprint=bare.findings[0].fingerprint,
        code=RuleCode("TC101"),
        path="app/server.py",
        subject="export",
        reason="Known when the manifest came.",
        until=date(2026, 6, 1),
    )
    shown = surface(tool("list_schedules"), tool("export", line=25))
    how = Settings(baseline=Baseline(path="b.json", entries=(entry,)), today=date(2026, 6, 1))
    assert codes(check(declared, shown, how)) == []
    late = check(declared, shown, replace(how, today=date(2026, 6, 2)))
    assert codes(late) == ["TC101", "TC108"]
    assert "ran out on 2026-06-01" in late.findings[1].message


@pytest.mark.parametrize("module", ["toolcrib.checks", "toolcrib.checks.pytest_plugin"])
def test_the_front_door_is_light(module: str) -> None:
    """Every run of everybody's pytest passes here."""
    heavy = ("pydantic", "libcst", "ruamel", "rich", "jsonschema")
    program = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_front_door_has_what_it_names() -> None:
    import toolcrib.checks as room

    assert all(getattr(room, name) is not None for name in room.__all__)
    assert set(room.__all__) <= set(dir(room))
    assert not hasattr(room, "nothing")
