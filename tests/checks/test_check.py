"""What silences a finding, and what only looks as if it did."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks import Finding, Related, Report, RuleCode, Settings, Severity, Side, check, check_all
from toolcrib.checks.run import narrow
from toolcrib.checks.settings import SilencedRule
from toolcrib.checks.surface import Comment, Declaration, Description, Surface, TextSource
from toolcrib.checks.writes import Writes
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


def hidden_names(report: Report) -> set[str]:
    return {hidden.finding.subject for hidden in report.hidden}


def loop(*names: str) -> tuple[Declaration, ...]:
    """Tools that one line registers, each with a function of its own."""
    return tuple(
        replace(tool(name, line=20 + 10 * number), site=Location("app/server.py", 10, 1, 10, 30))
        for number, name in enumerate(names)
    )


def test_an_ignore_on_a_line_of_several_tools_hides_none_of_them(declared: Declared) -> None:
    report = check(declared, surface(*loop("a", "b"), comments=((10, "ignore[TC101] lives in the demo only"),)))
    assert not hidden_names(report)
    assert {finding.subject for finding in report.of("TC101")} == {"a", "b"}
    (stale,) = report.of("TC108")
    assert "speaks of `a` and `b`" in stale.message
    assert "ignore[TC101: a, b] lives in the demo only" in stale.fix


def test_a_tool_that_is_in_order_makes_a_line_one_of_several_all_the_same(declared: Declared) -> None:
    """Its neighbour in the list may be another one tomorrow."""
    report = check(
        declared, surface(*loop("a", "list_schedules"), comments=((10, "ignore[TC101] lives in the demo only"),))
    )
    assert not hidden_names(report)
    assert "ignore[TC101: a] " in report.of("TC108")[0].fix


@pytest.mark.parametrize("words", ["TC101: a", "TC101: a, TC105", "TC105, TC101:a", "TC101:a;TC105"])
def test_an_ignore_hides_the_names_in_it_and_no_other(declared: Declared, words: str) -> None:
    comments = ((10, f"ignore[{words}] lives in the demo only"),)
    report = check(declared, surface(*loop("a", "b"), comments=comments))
    assert hidden_names(report) == {"a"}
    assert [finding.subject for finding in report.of("TC101")] == ["b"]
    assert len(report.of("TC108")) == ("TC105" in words)


def test_several_findings_of_one_tool_need_no_name(declared: Declared) -> None:
    site = Location("app/server.py", 10, 1, 10, 30)
    both = (replace(tool("list_schedules", line=line, text="Other."), site=site, server=f"{line}") for line in (20, 30))
    report = check(declared, surface(*both, comments=((10, "ignore[TC105] lives in the demo only"),)))
    assert [hidden.finding.subject for hidden in report.hidden] == ["list_schedules"] * 2
    assert not report.of("TC105")


@pytest.mark.parametrize("name", ["a, b", "a]", "a:b", "TC101", "", "a\nb"])
def test_a_name_that_a_comment_cannot_hold_is_not_offered(declared: Declared, name: str) -> None:
    report = check(declared, surface(*loop(name, "c"), comments=((10, "ignore[TC101] lives in the demo only"),)))
    assert not hidden_names(report)
    assert report.of("TC108")[0].fix == "settle each in the manifest: it cannot be named here"


@given(
    tools=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from((10, 20, 30))), max_size=6),
    line=st.sampled_from((10, 11, 20, 30)),
    named=st.frozensets(st.sampled_from("abcd"), max_size=3),
)
def test_an_ignore_never_hides_what_its_author_did_not_see(
    tools: list[tuple[str, int]], line: int, named: frozenset[str]
) -> None:
    """Whatever else a line comes to register, what a comment hides is its one tool or among its names."""
    words = f"ignore[TC101{': ' + ', '.join(sorted(named)) if named else ''}] lives in the demo only"
    placed = [tool(name, line=at) for name, at in tools]
    report = check(load_text(MANIFEST), surface(*placed, comments=((line, words),)))
    hidden = hidden_names(report)
    assert hidden <= named if named else len(hidden) <= 1
    assert hidden | {finding.subject for finding in report.of("TC101")} == {name for name, _ in tools}
    if hidden and not named:
        assert {one.name for one in placed if one.at.line <= line <= one.at.end_line} == hidden


class Cut(Writes):
    """Followed the calls of one tool up to a bound."""

    def unfinished(self) -> tuple[tuple[str, Location, str], ...]:
        return (("list_schedules", Location("app/server.py", 10), "too many steps"),)


def test_a_tool_whose_calls_are_not_followed_to_the_end_is_noted_with_what_that_asks_of_a_person(
    declared: Declared,
) -> None:
    side = Side(declared=declared, surface=surface(tool("list_schedules")), writes=Cut())
    (note,) = check_all((side,)).notes
    assert note.text.startswith("not every call of `list_schedules` is followed (too many steps)")
    assert note.text.endswith("the row's `mutates: false` rests on whoever read the code")
