"""pytest checks the manifest: one test a rule, the same findings as the command and the hook."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from toolcrib.checks import METAS
from toolcrib.checks.plugin._configured import is_configured

pytest_plugins = ["pytester"]

TOP = Path(__file__).parents[3]

CODES = [code for code in METAS if code != "TC303"]  # no catalogue of features is configured here
# No row of these manifests scopes an argument, and there is no document of agentproto.
SKIPPED = len([code for code in CODES if code == "TC304" or code.startswith("TC50")])
RUN = len(CODES) - SKIPPED


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.startswith("toolcrib::")]


def test_one_test_a_rule_with_a_stable_id(pytester: pytest.Pytester, project: Path) -> None:
    result = pytester.runpytest("--collect-only", "-q")
    assert ids(result) == [f"toolcrib::tools.yaml::{code}" for code in CODES]
    assert "tests/test_own.py::test_own" in result.outlines


def test_a_clean_project_passes(pytester: pytest.Pytester, project: Path) -> None:
    pytester.runpytest().assert_outcomes(passed=RUN + 1, skipped=SKIPPED)


def test_a_failure_points_at_file_and_line_and_ends_with_the_fix(pytester: pytest.Pytester, drifted: Path) -> None:
    result = pytester.runpytest()
    result.assert_outcomes(passed=RUN - 1, failed=2, skipped=SKIPPED)
    result.stdout.fnmatch_lines(
        [
            "*toolcrib::tools.yaml::TC101 undeclared-tool*",
            "app/server.py:12:1 TC101 undeclared-tool",
            "*the tool `more` has no row in tools.yaml*",
            "*fix: toolcrib fix*",
            "*toolcrib::tools.yaml::TC105 description-drift*",
            "app/server.py:8:5 TC105 description-drift",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert not re.search(r"_items\.py", result.stdout.str())


def test_nothing_is_collected_without_a_manifest(pytester: pytest.Pytester, project: Path) -> None:
    (project / "tools.yaml").unlink()
    assert ids(pytester.runpytest("--collect-only", "-q")) == []
    result = pytester.runpytest("--toolcrib")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*toolcrib::configuration*", "*no manifest is configured here: `toolcrib init`*"])


@pytest.mark.parametrize(
    ("arguments", "collected"),
    [
        ([], True),
        (["tests"], True),
        (["."], True),
        (["tests/test_own.py"], False),
        (["tests/test_own.py::test_own"], False),
        (["tests/test_own.py", "--toolcrib"], True),
        (["toolcrib::tools.yaml"], True),
    ],
)
def test_single_tests_are_run_alone(
    pytester: pytest.Pytester, project: Path, arguments: list[str], collected: bool
) -> None:
    assert bool(ids(pytester.runpytest("--collect-only", "-q", *arguments))) is collected


def test_an_id_is_an_argument(pytester: pytest.Pytester, drifted: Path) -> None:
    result = pytester.runpytest("toolcrib::tools.yaml::TC101", "-v")
    result.assert_outcomes(failed=1)
    pytester.runpytest("toolcrib::tools.yaml::TC102", "tests/test_own.py").assert_outcomes(passed=2)
    pytester.runpytest("-k", "TC102").assert_outcomes(passed=1, deselected=len(CODES))


def test_the_last_failures_can_be_run_again(pytester: pytest.Pytester, drifted: Path) -> None:
    pytester.runpytest().assert_outcomes(passed=RUN - 1, failed=2, skipped=SKIPPED)
    result = pytester.runpytest("--lf", "-v")
    assert result.parseoutcomes()["failed"] == 2
    assert "passed" not in result.parseoutcomes()


def test_rules_that_are_off_are_no_tests(pytester: pytest.Pytester, project: Path) -> None:
    (project / "toolcrib.toml").write_text('ignore = {TC105 = "The words are being tried out."}\nselect = ["TC1"]\n')
    found = ids(pytester.runpytest("--collect-only", "-q"))
    assert found == [f"toolcrib::tools.yaml::{code}" for code in CODES if code.startswith("TC1") and code != "TC105"]


def test_several_manifests_have_a_test_a_rule_each(pytester: pytest.Pytester, project: Path) -> None:
    (project / "toolcrib.toml").write_text(
        '[[manifests]]\nname = "one"\nmanifest = "tools.yaml"\nsource = ["app"]\n'
        '[[manifests]]\nname = "two"\nmanifest = "two.yaml"\nsource = ["app"]\n'
    )
    (project / "two.yaml").write_text((project / "tools.yaml").read_text().replace("list_invoices", "other"))
    result = pytester.runpytest()
    result.assert_outcomes(passed=2 * RUN - 2 + 1, failed=2, skipped=2 * SKIPPED)
    result.stdout.fnmatch_lines(["FAILED toolcrib::two::TC101*", "FAILED toolcrib::two::TC102*"])


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("toolcrib.toml", 'manifst = "x"\n', "Did you mean `manifest`"),
        ("tools.yaml", "agents: {}\n", "capabilities"),
        ("app/server.py", "import fastmcp\nmcp = fastmcp.FastMCP('x')\n@mcp.tool\ndef (:\n", "app/server.py:4"),
    ],
)
def test_an_error_of_the_run_is_a_failing_test_told_once(
    pytester: pytest.Pytester, project: Path, path: str, text: str, says: str
) -> None:
    (project / path).write_text(text)
    result = pytester.runpytest()
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] == 1
    assert outcomes["failed"] >= 1
    assert "error" not in outcomes
    assert "INTERNALERROR" not in result.stdout.str()
    assert says in result.stdout.str()
    told = result.stdout.str().partition("short test summary")[0]
    assert told.count("not checked: ") == 1


def test_the_root_may_be_elsewhere(pytester: pytest.Pytester, project: Path) -> None:
    inner = project / "services" / "pay"
    inner.mkdir(parents=True)
    for name in ("app", "tools.yaml", "pins.yaml"):
        (project / name).rename(inner / name)
    assert ids(pytester.runpytest("--collect-only", "-q")) == []
    pytester.runpytest("--toolcrib-root", "services/pay").assert_outcomes(passed=RUN + 1, skipped=SKIPPED)
    (project / "pytest.ini").write_text((project / "pytest.ini").read_text() + "toolcrib_root = services/pay\n")
    pytester.runpytest().assert_outcomes(passed=RUN + 1, skipped=SKIPPED)


def test_it_is_found_as_an_entry_point() -> None:
    found = [one.value for one in entry_points(group="pytest11") if one.name == "toolcrib"]
    assert found == ["toolcrib.checks.pytest_plugin"]


def test_it_is_safe_under_xdist(pytester: pytest.Pytester, drifted: Path) -> None:
    result = pytester.runpytest_subprocess("-n", "2", "-p", "xdist.plugin")
    result.assert_outcomes(passed=RUN - 1, failed=2, skipped=SKIPPED)
    result.stdout.fnmatch_lines(["FAILED toolcrib::tools.yaml::TC101*"])
    one = pytester.runpytest_subprocess("-n", "1", "-p", "xdist.plugin", "toolcrib::tools.yaml::TC101")
    one.assert_outcomes(failed=1)


def test_a_run_without_a_manifest_imports_nothing_of_it(pytester: pytest.Pytester, project: Path) -> None:
    (project / "tools.yaml").unlink()
    (project / "tests" / "test_own.py").write_text(
        "import sys\n\ndef test_own():\n"
        "    heavy = {'pydantic', 'libcst', 'ruamel', 'rich', 'toolcrib.manifest', 'toolcrib.checks.run'}\n"
        "    assert heavy & set(sys.modules) == set()\n"
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_the_fixture_is_the_manifest(pytester: pytest.Pytester, project: Path) -> None:
    (project / "tests" / "test_own.py").write_text(
        "def test_one(tool_manifest):\n    assert list(tool_manifest.tools) == ['list_invoices']\n\n"
        "def test_all(tool_manifests):\n    assert list(tool_manifests) == ['']\n"
    )
    pytester.runpytest("tests/test_own.py").assert_outcomes(passed=2)


# -- the plugin, the command and the hook --------------------------------------------------------------------------


def command(arguments: list[str], root: Path) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "GITHUB_ACTIONS"}
    return subprocess.run(
        [sys.executable, "-m", "toolcrib.checks.cli", *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env=environ,
    )


def test_plugin_hook_and_command_give_the_same_findings(pytester: pytest.Pytester, drifted: Path) -> None:
    hooks = {hook["id"]: hook for hook in YAML(typ="safe").load(TOP / ".pre-commit-hooks.yaml")}
    name, *arguments = hooks["toolcrib-check"]["entry"].split()
    assert name == "toolcrib"
    hook = command(arguments, drifted)
    assert hook.returncode == 1
    model = json.loads(command(["check", "--format", "json"], drifted).stdout)
    pytester.runpytest("--junitxml=junit.xml")
    failed = {
        case.attrib["name"]: failure.text or ""
        for case in ET.parse(drifted / "junit.xml").getroot().iter("testcase")
        for failure in case.iter("failure")
    }
    assert set(failed) == {finding["code"] for finding in model["findings"]} == {"TC101", "TC105"}
    for text in failed.values():
        assert text.strip() in hook.stdout
    told = "\n".join(failed.values())
    for finding in model["findings"]:
        place = f"{finding['at']['path']}:{finding['at']['line']}:{finding['at']['column']} {finding['code']}"
        assert place in told
        assert place in hook.stdout


def test_the_hooks_need_nothing_of_the_project() -> None:
    for hook in YAML(typ="safe").load(TOP / ".pre-commit-hooks.yaml"):
        assert hook["language"] == "python"
        assert hook["pass_filenames"] is False
        assert hook["require_serial"] is True
        assert "additional_dependencies" not in hook
        assert hook["entry"].split()[1] in ("check", "fix")


@pytest.mark.parametrize(
    ("name", "text", "configured"),
    [
        ("pyproject.toml", "[tool.toolcrib]\n", True),
        ("pyproject.toml", "  [ tool . toolcrib ]\n", True),
        ("pyproject.toml", "[[tool.toolcrib.manifests]]\n", True),
        ("pyproject.toml", '[project]\ndependencies = ["toolcrib"]\n', False),
        ("pyproject.toml", "# [tool.toolcrib]\n", False),
        ("pyproject.toml", "[tool.toolkrib]\n", True),
        ("pyproject.toml", "[toolcrib]\n", True),
        ("pyproject.toml", "[tool.toolz]\n", False),
        ("toolcrib.toml", "", True),
        ("tools.yaml", "# ours\nagents: {}\n", True),
        ("tools.yaml", "tools: {}\ncapabilities:\n", True),
        ("tools.yaml", "sources:\n  pg: {kind: postgres}\ntools: {}\n", False),
        ("tool_manifest.py", "TOOL_MANIFEST = Manifest()\n", True),
        ("tool_manifest.py", "x = 1\n", False),
        ("other.yaml", "", False),
    ],
)
def test_what_counts_as_configured(tmp_path: Path, name: str, text: str, configured: bool) -> None:
    (tmp_path / name).write_text(text)
    assert is_configured(tmp_path) is configured
