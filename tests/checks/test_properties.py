"""What holds for every surface, however odd: no rule raises, order means nothing, a report does nothing by itself."""

from __future__ import annotations

import json
import random
import unicodedata
import warnings
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolcrib.checks import (
    METAS,
    Acknowledgement,
    Baseline,
    BaselineEntry,
    Report,
    RuleCode,
    Settings,
    Severity,
    Side,
    SilencedRule,
    check,
    check_all,
    read_baseline,
    render,
    write_baseline,
)
from toolcrib.checks.reports import FORMATS
from toolcrib.checks.surface import (
    Comment,
    Declaration,
    Description,
    Hint,
    HintName,
    Note,
    NotRead,
    Surface,
    TextSource,
    Unresolved,
    read_surface,
)
from toolcrib.manifest import Declared, Location, Manifest, dump, dump_pins, load_text

bounded = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])

NAMES = ("list_schedules", "listSchedules", "List-Schedules", "delete_schedule", "delete_schedules", "ask_user", "x")
PATHS = ("app/server.py", "app/runtime.py", "tools.yaml", "pins.yaml", "a, b:c%.py", "b\n::error::x.py")
COMMENTS = (
    *(f"ignore[{code}] because it is right so" for code in METAS),
    "ignore[TC101, TC105] because it is right so",
    "ignore[TC101: list_schedules, x; TC105: ask_user] because it is right so",
    "ignore[TC105]",
    "ignore",
    "ingore[TC105] because",
    "",
)
AGENTS: dict[str, dict[str, object]] = {
    "chat": {"empty_selection": "defaults"},
    "builder": {"empty_selection": "none", "runtime_tools": {"source": "app/runtime.py", "tools": ["ask_user"]}},
}

odd_text = st.one_of(
    st.sampled_from(("\x1b[31m", "::error::x", "##[group]x", "a\u202eb", "\ud800", "", "%0A", "```\n# x")),
    st.text(st.characters(), max_size=40),
)
names = st.one_of(st.sampled_from(NAMES), odd_text)
places = st.builds(
    Location,
    st.sampled_from(PATHS),
    st.integers(1, 30),
    st.integers(1, 20),
    st.integers(0, 40),
    st.integers(0, 40),
)
descriptions = st.builds(
    Description,
    source=st.sampled_from(TextSource),
    sent=st.one_of(st.none(), odd_text, st.just("List the schedules.")),
    accepted=st.lists(odd_text, max_size=2).map(tuple),
    at=places,
)
hints = st.builds(Hint, name=st.sampled_from(HintName), value=st.booleans(), at=places, spelled=odd_text)
arms = st.lists(st.tuples(st.sampled_from(("a:1", "b:2")), st.sampled_from(("if", "else"))), max_size=2).map(tuple)
declarations = st.builds(
    Declaration,
    name=names,
    declared_name=names,
    at=places,
    site=places,
    framework=st.just("fastmcp"),
    server=st.sampled_from(("", "one", "two")),
    description=descriptions,
    hints=st.lists(hints, max_size=3).map(tuple),
    condition=odd_text,
    arms=arms,
    function=odd_text,
)
unresolved = st.builds(
    Unresolved,
    at=places,
    framework=st.just("fastmcp"),
    server=st.just("one"),
    reason=odd_text,
    settle=odd_text,
    anchor=st.sampled_from(("register: a(b)", "<module>: c", "other")),
    dynamic=st.booleans(),
)
comments = st.builds(Comment, at=places, text=st.one_of(st.sampled_from(COMMENTS), odd_text), covers=st.integers(1, 30))


@st.composite
def surfaces(draw: st.DrawFn) -> Surface:
    tools = draw(st.lists(declarations, max_size=8))
    return Surface(
        tools=tuple(replace(tool, order=order) for order, tool in enumerate(tools)),
        unresolved=tuple(draw(st.lists(unresolved, max_size=3, unique_by=lambda u: (u.at.path, u.anchor)))),
        not_read=tuple(draw(st.lists(st.builds(NotRead, path=odd_text, files=st.integers(0, 9), why=odd_text)))),
        notes=tuple(draw(st.lists(st.builds(Note, at=places, text=odd_text), max_size=2))),
        comments=tuple(draw(st.lists(comments, max_size=4, unique_by=lambda c: (c.at.path, c.at.line)))),
        files=draw(st.sampled_from(((), ("app/server.py",), ("app/runtime.py", "app/server.py")))),
    )


@st.composite
def declared_manifests(draw: st.DrawFn) -> Declared:
    row = st.fixed_dictionaries(
        {
            "description": st.sampled_from(("List the schedules.", "Something else altogether.")),
            "capability": st.sampled_from(("schedules", "playbooks")),
            "mutates": st.booleans(),
            "agents": st.just(["chat"]),
        }
    )
    reasons = st.just("The reason is written down here.")
    manifest = Manifest(
        agents=AGENTS,
        capabilities={
            "schedules": {"feature": "schedules"},
            "playbooks": {"feature": draw(st.sampled_from((None, "x")))},
        },
        tools=draw(st.dictionaries(st.sampled_from([n for n in NAMES if n != "ask_user"]), row, max_size=5)),
        pins={
            "mutating": draw(st.dictionaries(st.sampled_from(NAMES), reasons, max_size=2)),
            "ungated": draw(st.dictionaries(st.sampled_from(("playbooks", "Playbooks")), reasons, max_size=2)),
        },
    )
    return load_text(dump(manifest), pins=dump_pins(manifest.pins))


@st.composite
def all_settings(draw: st.DrawFn) -> Settings:
    word = st.builds(
        Acknowledgement,
        file=st.sampled_from(PATHS),
        anchor=st.sampled_from(("register: a(b)", "<module>: c", "gone")),
        tools=st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple),
        reason=odd_text,
        dynamic=st.booleans(),
        at=st.builds(Location, st.just("pyproject.toml"), st.integers(1, 99)),
    )
    codes = st.sampled_from([RuleCode(code) for code in METAS])
    entry = st.builds(
        BaselineEntry,
        fingerprint=st.sampled_from(("0" * 32, "1" * 32)),
        code=codes,
        path=st.sampled_from(PATHS),
        subject=odd_text,
        reason=odd_text,
    )
    return Settings(
        left_out=draw(st.frozensets(codes, max_size=2)),
        silenced=tuple(
            draw(
                st.lists(
                    st.builds(SilencedRule, code=codes, reason=odd_text, at=st.just(Location("pyproject.toml"))),
                    max_size=1,
                )
            )
        ),
        acknowledgements=tuple(draw(st.lists(word, max_size=3, unique_by=lambda w: w.at))),
        baseline=Baseline(
            path="toolcrib-baseline.json",
            entries=tuple(draw(st.lists(entry, max_size=2, unique_by=lambda e: e.fingerprint))),
        ),
        fail_on=draw(st.sampled_from(Severity)),
    )


def shuffled(surface: Surface, seed: int) -> Surface:
    shuffle = random.Random(seed)
    mixed = {
        field: tuple(shuffle.sample(getattr(surface, field), len(getattr(surface, field))))
        for field in ("tools", "unresolved", "not_read", "notes", "comments", "files")
    }
    return replace(surface, **mixed)


@bounded
@given(declared_manifests(), surfaces(), all_settings())
def test_no_rule_raises_and_every_report_can_be_shown(declared: Declared, surface: Surface, how: Settings) -> None:
    report = check(declared, surface, how)
    for name in FORMATS:
        text = render(report, name)
        text.encode("utf-8")
        odd = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")} - {"\n"}
        # JSON is ASCII, and SARIF carries the pages; neither may hold an invisible character either.
        assert not odd
    json.loads(render(report, "json"))
    json.loads(render(report, "sarif"))


@bounded
@given(declared_manifests(), surfaces(), all_settings(), st.integers())
def test_the_order_of_the_input_means_nothing(declared: Declared, surface: Surface, how: Settings, seed: int) -> None:
    words = tuple(random.Random(seed).sample(how.acknowledgements, len(how.acknowledgements)))
    one, other = (
        check(declared, surface, how),
        check(declared, shuffled(surface, seed), replace(how, acknowledgements=words)),
    )
    for name in FORMATS:
        assert render(one, name) == render(other, name)


@bounded
@given(declared_manifests(), surfaces(), all_settings())
def test_silencing_only_takes_away_and_says_so(declared: Declared, surface: Surface, how: Settings) -> None:
    """What is shown with everything silenced, what is hidden, and what is new (TC108) add up to the bare check."""
    bare = check(declared, replace(surface, comments=()), Settings(acknowledgements=how.acknowledgements))
    report = check(declared, surface, replace(how, left_out=frozenset()))

    def keys(report: Report) -> set[str]:
        return {f.fingerprint for f in report.findings if f.code != "TC108"}

    hidden = {h.finding.fingerprint for h in report.hidden}
    assert keys(report) | hidden == keys(bare)
    assert not keys(report) & hidden
    assert not any(METAS[h.finding.code].settled_by for h in report.hidden if h.by != "configuration")


@bounded
@given(declared_manifests(), surfaces(), st.integers(1, 500))
def test_fingerprints_do_not_change_when_lines_move(declared: Declared, surface: Surface, by: int) -> None:
    def down(place: Location) -> Location:
        return replace(place, line=place.line + by, end_line=place.end_line and place.end_line + by)

    moved = replace(
        surface,
        comments=(),
        tools=tuple(
            replace(
                d,
                at=down(d.at),
                site=down(d.site),
                description=replace(d.description, at=down(d.description.at)),
                hints=tuple(replace(h, at=down(h.at)) for h in d.hints),
            )
            for d in surface.tools
        ),
        unresolved=tuple(replace(u, at=down(u.at)) for u in surface.unresolved),
    )
    before = [f.fingerprint for f in check(declared, replace(surface, comments=())).findings]
    assert sorted(before) == sorted(f.fingerprint for f in check(declared, moved).findings)
    assert len(set(before)) == len(before)


@bounded
@given(declared_manifests(), surfaces())
def test_a_baseline_of_today_hides_exactly_todays_findings(declared: Declared, surface: Surface) -> None:
    surface = replace(surface, comments=())
    today = [f for f in check(declared, surface).findings if not METAS[f.code].settled_by]
    text = write_baseline(today, reason="Known when the manifest came.")
    baseline = read_baseline(text, "toolcrib-baseline.json")
    report = check(declared, surface, Settings(baseline=baseline))
    assert {f.fingerprint for f in today} == {h.finding.fingerprint for h in report.hidden}
    assert all(METAS[f.code].settled_by for f in report.findings)
    assert "TC108" not in {f.code for f in report.findings}
    assert write_baseline(today, reason="Other words", previous=baseline) == text
    assert read_baseline(text, "x").entries == baseline.entries
    assert all(entry.until == date.max for entry in baseline.entries)


@bounded
@given(declared_manifests(), surfaces(), surfaces())
def test_several_manifests_add_up(declared: Declared, one: Surface, other: Surface) -> None:
    """Each manifest is judged as it would be alone."""
    one, other = replace(one, comments=()), replace(other, comments=())
    both = check_all(
        (
            Side(declared=declared, surface=one, name="one"),
            Side(declared=declared, surface=other, name="other"),
        )
    )
    for name, surface in (("one", one), ("other", other)):
        alone = check(declared, surface)
        for code in METAS:
            assert [f.message for f in both.of(code, name)] == [f.message for f in alone.of(code)]


BLOCKS = tuple(
    block
    for case in sorted(Path(__file__).parent.glob("tc*/*/input"))
    for file in sorted(case.glob("*.py"))
    for block in file.read_text(encoding="utf-8").split("\n\n\n")
)


@bounded
@given(declared_manifests(), st.lists(st.sampled_from(BLOCKS), max_size=8), st.data())
def test_no_parsable_file_makes_a_rule_raise(declared: Declared, blocks: list[str], data: st.DataObject) -> None:
    """Pieces of real declarations in any order, with lines lost, moved or said twice."""
    lines = "\n\n\n".join(blocks).splitlines()
    for _ in range(data.draw(st.integers(0, 4)) if lines else 0):
        line = data.draw(st.integers(0, len(lines) - 1))
        lines[line : line + 1] = data.draw(st.sampled_from(([], [lines[line]] * 2, ["pass"], [lines[0]])))
        lines = lines or [""]
    text = "\n".join(lines)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            compile(text, "server.py", "exec")
        except (SyntaxError, SystemError):  # the second: a fault of CPython 3.12.0 and .1
            return
    report = check(declared, read_surface({"server.py": text.encode()}))
    assert all(finding.at.path for finding in report.findings)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_report_can_be_shown(name: str) -> None:
    assert render(Report(), name).endswith("\n")
