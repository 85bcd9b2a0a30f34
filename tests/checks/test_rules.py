"""Every rule over its cases: a folder is checked as a project, and the text is compared with the snapshot beside it.

An empty snapshot is a case that must stay quiet. After a change that is meant, write the snapshots anew with
TOOLCRIB_WRITE_CASES=1 and read the diff as code.
"""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path

import pytest

from toolcrib.checks import METAS, RULES, Report, load_config, page, run_check
from toolcrib.checks import rules as rules_package
from toolcrib.checks.reports import render_text

CASES_DIR = Path(__file__).parent
RULES_DIR = Path(rules_package.__file__).parent
SECTIONS = ["What it finds", "Why it matters", "Example", "Fix", "Since"]
TODAY = date(2026, 6, 1)


def find_cases() -> list[Path]:
    return sorted(folder.parent for folder in CASES_DIR.glob("tc*/*/input"))


def check_folder(folder: Path) -> Report:
    return run_check(folder, load_config(folder), today=TODAY)


def name_of(case: Path) -> str:
    return case.relative_to(CASES_DIR).as_posix()


@pytest.mark.parametrize("case", find_cases(), ids=name_of)
def test_case(case: Path) -> None:
    shown = render_text(check_folder(case / "input"), summary=False)
    expected = case / "expected.txt"
    if "TOOLCRIB_WRITE_CASES" in os.environ and "CI" not in os.environ:
        expected.write_text(shown, encoding="utf-8")
    assert shown == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", find_cases(), ids=name_of)
def test_a_case_is_about_its_rule(case: Path) -> None:
    """A loud case shows its own rule, and a quiet one shows nothing."""
    text = (case / "expected.txt").read_text(encoding="utf-8")
    assert not text or re.search(rf"^\S+:\d+:\d+ {case.parent.name[:5].upper()} ", text, re.MULTILINE)


def test_every_rule_has_its_page_and_cases() -> None:
    stems = {rule.__name__.rpartition(".")[2] for rule in RULES}  # type: ignore[attr-defined]  # rules are modules
    assert stems == {p.stem for p in RULES_DIR.glob("tc*.py")} == {p.stem for p in RULES_DIR.glob("tc*.md")}
    assert stems == {p.name for p in CASES_DIR.glob("tc*")}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.META.code)
def test_a_rule_is_named_after_its_module_and_listed_in_order(rule: object) -> None:
    stem = rule.__name__.rpartition(".")[2]  # type: ignore[attr-defined]  # rules are modules
    meta = rule.META  # type: ignore[attr-defined]
    assert stem == f"{meta.code.lower()}_{meta.name.replace('-', '_')}"
    assert rule.__doc__.startswith(f"{meta.code} {meta.name}: ")  # type: ignore[union-attr]
    assert list(METAS) == sorted(METAS)


def test_the_table_of_rules_leads_to_their_pages() -> None:
    links = re.findall(
        r"^\| \[(TC\d+) [\w-]+\]\(([^)]+)\) \| .+ \|$", rules_package.rule_table(pages="."), re.MULTILINE
    )
    assert [code for code, _ in links] == list(METAS)
    assert all((RULES_DIR / page).is_file() for _, page in links)


@pytest.mark.parametrize("code", METAS)
def test_every_rule_has_loud_and_quiet_cases(code: str) -> None:
    texts = [(case / "expected.txt").read_text() for case in find_cases() if case.parent.name.startswith(code.lower())]
    assert len(texts) >= 4
    assert any(texts)
    assert not all(texts)


@pytest.mark.parametrize("code", METAS)
def test_a_page_has_its_sections_and_a_true_example(code: str) -> None:
    """The example of the page is the case `example`: its files, and what is reported about them."""
    text = page(code)
    meta = METAS[code]
    assert text.startswith(f"# {code} {meta.name}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert text.rstrip().endswith(meta.since)
    case = CASES_DIR / f"{code.lower()}_{meta.name.replace('-', '_')}" / "example"
    files = "\n".join(p.read_text() for p in sorted((case / "input").rglob("*")) if p.is_file())
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text[: text.index("## Fix")], re.MULTILINE | re.DOTALL)
    assert [body for language, body in blocks if language == "text"] == [(case / "expected.txt").read_text()]
    for language, body in blocks:
        assert language == "text" or body in files, body
