"""The README says what is true: tables, outputs, examples, links, commands and the picture are held to the product.

When one of these fails after a change that is meant: `python tests/docs/readme.py`, `python tests/docs/picture.py`, and
read the diff.
"""

from __future__ import annotations

import difflib
import re
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import pytest
from ruamel.yaml import YAML

from toolcrib.checks import METAS
from toolcrib.checks.cli import main as toolcrib
from toolcrib.checks.cli._parser import FORMATS
from toolcrib.manifest import load

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
PAGE = (TOP / "README.md").read_text("utf-8")


def script(name: str) -> ModuleType:
    """A script beside this file, as a module."""
    spec = spec_from_file_location(f"toolcrib_docs_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # where a dataclass looks for its own module
    spec.loader.exec_module(module)
    return module


readme = script("readme")


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The page as its examples make it now, and the folder with what they left."""
    folders = tmp_path_factory.mktemp("readme")
    return readme.replayed(PAGE, folders), folders


def blocks(language: str) -> list[Any]:
    return [block for block in readme.blocks(PAGE) if block.language == language]


def yamls() -> list[Any]:
    return [YAML(typ="safe").load(block.text) for block in blocks("yaml")]


def difference(now: str) -> str:
    return "".join(difflib.unified_diff(PAGE.splitlines(True), now.splitlines(True), "README.md", "now", n=1))


def test_every_example_prints_what_the_page_shows(replay: tuple[str, Path]) -> None:
    assert sum(block.text.count("$ toolcrib ") for block in blocks("console")) >= 5
    assert not difference(replay[0])


def test_the_tables_are_the_ones_that_code_makes() -> None:
    assert not difference(readme.made(PAGE))
    assert set(re.findall(r"^<!-- made: ([a-z]+) -->$", PAGE, re.MULTILINE)) == set(readme.TABLES)
    assert all(f"[{code} " in PAGE for code in METAS)


def test_an_old_page_is_seen(tmp_path: Path) -> None:
    """What the two tests above hold is really looked at."""
    old = PAGE.replace("every row has a declaration", "some rows have one")
    assert readme.made(old) == readme.made(PAGE) != old
    page = "```console in=billing\n$ toolcrib check\nclean\n$ echo $?\n0\n```\n"
    now = readme.replayed(page, tmp_path)
    assert "no manifest is configured here" in now
    assert now.endswith("$ echo $?\n2\n```\n")
    with pytest.raises(AssertionError):
        readme.replayed("```python in=billing\nassert False\n```\n", tmp_path)


def test_the_manifest_on_the_page_loads(replay: tuple[str, Path]) -> None:
    manifest = load(replay[1] / "manifest" / "manifest" / "tools.yaml").manifest
    assert {name for name, row in manifest.tools.items() if row.mutates} == set(manifest.pins.mutating)
    assert {name for name, one in manifest.capabilities.items() if one.feature is None} == set(manifest.pins.ungated)


def test_pytest_runs_the_page_s_tests(replay: tuple[str, Path]) -> None:
    """In the example's folder, as a reader would: the tests of the page pass, and the added tool fails its rule."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-c", "pyproject.toml", "--rootdir", "."]
    done = subprocess.run(command, cwd=replay[1] / "billing", capture_output=True, text=True, check=False)
    assert "tests/test_tools.py::test_what_writes_is_known PASSED" in done.stdout
    assert re.search(r"^toolcrib::manifest/tools\.yaml::TC101 .*FAILED", done.stdout, re.MULTILINE)
    idle = len([code for code in METAS if code == "TC304" or code.startswith("TC50")])  # nothing here for them to go by
    passed = len(METAS) - idle - 1
    assert re.search(rf"\b1 failed, {passed} passed, {idle} skipped\b", done.stdout), done.stdout


def test_the_first_command_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the installation, which whoever runs this has made."""
    install, *steps = blocks("sh")[0].text.strip().split(" && ")
    assert install == "pip install -e ."
    monkeypatch.chdir(TOP)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    for step in steps:
        program, *arguments = step.split()
        assert program == "toolcrib"
        assert toolcrib(arguments) == 0
    assert "agents × tools" in (out := capsys.readouterr().out)
    assert "\nclean: " in out


def test_ci_runs_the_second_command() -> None:
    """.ci/run does the same steps with the same words, in an environment of its own and with less said."""
    lines = (TOP / ".ci" / "run").read_text("utf-8").splitlines()
    less = re.compile(r"^(must|step \w+) |  #.*$| --quiet")
    said = [less.sub("", line).replace('"$venv/bin/python"', "python") for line in lines]
    steps = [line for line in said if line.startswith(("python -m pip install ", "python -m pytest"))]
    assert blocks("sh")[1].text == " && ".join(steps) + "\n"


def test_the_exit_codes_are_the_ones_that_come(tmp_path: Path) -> None:
    codes = dict(re.findall(r"^\| (\d) \| (.*) \|$", PAGE, re.MULTILINE))
    outcomes = {"clean": 0, "findings": 1}
    assert {code for code, means in codes.items() if means in outcomes} == {"0", "1"}
    assert codes["2"].startswith("the check could not be made")
    shutil.copytree(HERE / "billing", tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__*", ".*_cache"))
    assert toolcrib(["check", "--root", str(tmp_path)]) == 2
    assert toolcrib(["check", "--root", str(tmp_path), "--no-such-option"]) == 2
    pin = ["--pin-reason", "send_*=It goes to the address on file."]
    init = ["init", "--root", str(tmp_path), "--no-input", "--mutates", "send_*=true", *pin]
    assert toolcrib(init) == 0
    assert toolcrib(["check", "--root", str(tmp_path)]) == 0
    server = tmp_path / "billing" / "server.py"
    text = server.read_text("utf-8")
    server.write_text(text.replace("Remind the", "Nag the"), "utf-8")
    assert toolcrib(["check", "--root", str(tmp_path)]) == 1
    server.write_text(text + "def", "utf-8")
    assert toolcrib(["check", "--root", str(tmp_path)]) == 2


def test_the_formats_are_named() -> None:
    assert f"reports as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}\n" in PAGE


def test_hooks_and_action_are_there() -> None:
    hooks = {hook["id"] for hook in YAML(typ="safe").load(TOP / ".pre-commit-hooks.yaml")}
    shown = [page for page in yamls() if "repos" in page]
    assert [{hook["id"] for hook in repo["hooks"]} for page in shown for repo in page["repos"]] == [hooks]
    uses = [step for page in yamls() for step in page.get("steps", ()) if "/.github/actions/" in step["uses"]]
    assert uses
    for step in uses:
        path = re.sub(r"^<this repository>/|@<commit>$", "", step["uses"])
        action = YAML(typ="safe").load(TOP / path / "action.yml")
        assert set(step.get("with", ())) <= set(action["inputs"])


def links(page: str) -> list[str]:
    """What the page's prose links to in this repository."""
    prose = re.sub(r"`[^`\n]*`", "", readme.FENCE.sub("", page))
    return [link for link in re.findall(r"\]\(([^()\s]+)\)", prose) if not re.match(r"[a-z]+:", link)]


def anchors(page: str) -> set[str]:
    """As forges make them of headings."""
    headings = re.findall(r"^#+ (.+)$", readme.FENCE.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def reference_pages() -> list[Path]:
    return sorted(path for room in ("manifest", "registry", "checks") for path in (TOP / room).rglob("*.md"))


PAGES = [*TOP.glob("*.md"), *(TOP / "tests").glob("*/README.md"), *(TOP / "tests").glob("apps/*/README.md")]


@pytest.mark.parametrize("page", [*PAGES, *reference_pages()], ids=lambda path: path.relative_to(TOP).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page.read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = page.parent / unquote(path) if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


def test_every_reference_page_is_linked() -> None:
    """From the README, or from a page that the README links."""
    first = {(TOP / link.partition("#")[0]).resolve() for link in links(PAGE)}
    second = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in first
        if page.suffix == ".md"
        for link in links(page.read_text("utf-8"))
    }
    rules = {page for page in reference_pages() if page.parent.name == "rules"}
    assert len(rules) == len(METAS)
    assert rules <= first
    assert set(reference_pages()) <= first | second


def test_the_picture_is_what_toolcrib_prints() -> None:
    command = [sys.executable, str(HERE / "picture.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "](.github/drift.svg)" in PAGE
