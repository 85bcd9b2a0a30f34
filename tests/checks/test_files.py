"""Which files are source: what git says, else a walk; what was left out is stated, and nothing is skipped."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks import Sources, find_sources
from toolcrib.checks._git import repository_prefix
from toolcrib.checks._globs import Globs
from toolcrib.checks.files import SourceError, SourceProblems

Tree = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Makes files; with git, tracks those that are not in `new`."""

    def make(*names: str, git: bool = False, new: tuple[str, ...] = (), ignored: str = "") -> Path:
        root = tmp_path / "project"
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(f"# {name}\n")
        if git:
            run_git(root, "init", "-q")
            (root / ".gitignore").write_text(ignored)
            run_git(root, "add", ".")
        for name in new:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(f"# {name}\n")
        return root

    return make


def run_git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def left_out(sources: Sources) -> list[tuple[str, int, str]]:
    return [(entry.path, entry.files, entry.why) for entry in sources.not_read]


@pytest.mark.parametrize("git", [True, False])
def test_everything_but_tests_and_examples_by_default(tree: Tree, git: bool) -> None:
    root = tree(
        "app/a.py",
        "app/notes.txt",
        "app/tests/test_a.py",
        "app/tests/deep/b.py",
        "tests/one.py",
        "tests/two.py",
        "examples/x.py",
        "test_top.py",
        "app/test_one.py",
        "app/test_two.py",
        "app/b_test.py",
        "conftest.py",
        "latest/c.py",
        git=git,
    )
    sources = find_sources(root)
    assert list(sources.files) == ["app/a.py", "latest/c.py"]
    assert sources.files["app/a.py"] == b"# app/a.py\n"
    assert left_out(sources) == [
        ("app/*_test.py", 1, "by default"),
        ("app/test_*.py", 2, "by default"),
        ("app/tests/", 2, "by default"),
        ("conftest.py", 1, "by default"),
        ("examples/", 1, "by default"),
        ("test_*.py", 1, "by default"),
        ("tests/", 2, "by default"),
    ]


def test_git_decides_what_is_ignored(tree: Tree) -> None:
    root = tree("a.py", "gone.py", git=True, new=("new.py", "build/made.py", ".hidden/seen.py"), ignored="build/\n")
    (root / "gone.py").unlink()
    assert list(find_sources(root).files) == [".hidden/seen.py", "a.py", "new.py"]


def test_a_folder_that_git_ignores_is_walked(tree: Tree) -> None:
    """An empty answer would be a clean surface."""
    root = tree("a.py", git=True, new=("vendor/server/b.py",), ignored="vendor/\n")
    assert list(find_sources(root / "vendor" / "server").files) == ["b.py"]


def test_a_walk_leaves_other_peoples_code_alone(tree: Tree) -> None:
    root = tree(
        "a.py",
        ".venv/x.py",
        ".hidden/x.py",
        "node_modules/p/x.py",
        "lib/site-packages/x.py",
        "__pycache__/x.py",
        "env/pyvenv.cfg",
        "env/lib/x.py",
    )
    assert list(find_sources(root).files) == ["a.py"]


def test_a_hook_that_runs_in_another_repository_does_not_matter(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree("a.py", git=True)
    monkeypatch.setenv("GIT_DIR", str(root.parent / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", "elsewhere")
    assert list(find_sources(root).files) == ["a.py"]


def test_nothing_of_the_repository_is_run(tree: Tree) -> None:
    root = tree("a.py", git=True)
    run_git(root, "config", "core.fsmonitor", "touch ran; false")
    assert list(find_sources(root).files) == ["a.py"]
    assert not (root / "ran").exists()


@pytest.mark.parametrize("git", [True, False])
def test_links_are_not_followed_out_of_the_project(tree: Tree, git: bool) -> None:
    root = tree("app/a.py", "lib/b.py")
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text("x = 1\n")
    (root / "app" / "out.py").symlink_to(outside / "secret.py")
    (root / "linked").symlink_to(outside)
    (root / "app" / "b.py").symlink_to(root / "lib" / "b.py")
    (root / "app" / "broken.py").symlink_to(root / "nowhere.py")
    if git:
        run_git(root, "init", "-q")
        run_git(root, "add", ".")
    sources = find_sources(root)
    assert list(sources.files) == ["app/a.py", "lib/b.py"]  # app/b.py is the same code as lib/b.py
    assert left_out(sources) == [
        ("app/out.py", 0, "a link that leaves the project"),
        ("linked/", 0, "a link that leaves the project"),
    ]
    assert list(find_sources(root, source=["app"]).files) == ["app/a.py", "app/b.py"]


def test_a_submodule_is_stated(tree: Tree) -> None:
    root = tree("a.py", git=True)
    other = root.parent / "other"
    other.mkdir()
    (other / "b.py").write_text("x = 1\n")
    run_git(other, "init", "-q")
    run_git(other, "add", ".")
    run_git(other, "commit", "-q", "-m", "x")
    run_git(root, "submodule", "add", "-q", str(other), "vendor/other")
    sources = find_sources(root)
    assert list(sources.files) == ["a.py"]
    assert left_out(sources) == [("vendor/other/", 1, "a git submodule")]


def test_source_names_what_counts(tree: Tree) -> None:
    root = tree("app/a.py", "app/x/b.py", "app/x/tests/t.py", "scripts/s.py", "scripts/deep/t.py", "setup.py")
    sources = find_sources(root, source=["app/x"])
    assert list(sources.files) == ["app/x/b.py"]
    assert left_out(sources) == [
        ("app/x/tests/", 1, "by default"),
        ("app/a.py", 1, "outside the configured source"),
        ("scripts/", 2, "outside the configured source"),
        ("setup.py", 1, "outside the configured source"),
    ]


def test_what_is_named_is_read_although_it_would_be_left_out(tree: Tree) -> None:
    root = tree("app/a.py", "examples/server/main.py", "examples/server/test_main.py", "tests/test_x.py")
    assert list(find_sources(root, source=["examples/server"]).files) == [
        "examples/server/main.py",
        "examples/server/test_main.py",
    ]
    assert list(find_sources(root, paths=["tests/test_x.py"]).files) == ["tests/test_x.py"]
    assert list(find_sources(root, paths=["."]).files) == ["app/a.py"]
    assert list(find_sources(root, paths=["./app"], source=["tests"]).files) == ["app/a.py"]


def test_exclude_takes_away_and_include_gives_back(tree: Tree) -> None:
    root = tree("app/a.py", "app/gen/b.py", "app/gen/c.py", "app/x_pb2.py", "docs/server.py", "docs/conf.py")
    sources = find_sources(root, exclude=["app/gen", "*_pb2.py"], include=["docs/server.py"])
    assert list(sources.files) == ["app/a.py", "docs/server.py"]
    assert left_out(sources) == [
        ("docs/", 1, "by default"),
        ("app/gen/", 2, "excluded in the configuration"),
        ("app/x_pb2.py", 1, "excluded in the configuration"),
    ]


def test_a_place_that_is_not_there_is_an_error(tree: Tree) -> None:
    """A typo would make an empty surface, which is clean."""
    root = tree("app/a.py", "notes.txt", "out.py", git=True, new=("made.py",), ignored="made.py\n")
    with pytest.raises(SourceProblems) as caught:
        find_sources(root, source=["ap", "../elsewhere", "/etc", "notes.txt", "made.py", "app"])
    assert [str(error).splitlines()[0] for error in caught.value.exceptions] == [
        "source 'ap' does not exist",
        "source '../elsewhere' lies outside the project",
        "source '/etc' lies outside the project",
        "source 'notes.txt' is no Python file",
        "source 'made.py' is ignored by git or leaves the project",
    ]


def test_a_root_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere is not a folder"):
        find_sources(tmp_path / "nowhere")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_cannot_be_read_is_an_error(tree: Tree) -> None:
    root = tree("a.py", "b.py")
    (root / "a.py").chmod(0)
    with pytest.raises(SourceProblems, match="cannot be read"):
        find_sources(root)


def test_a_folder_of_the_name_of_a_file_is_an_error(tree: Tree) -> None:
    """The same as a file without permission, and testable as root."""
    from toolcrib.checks.files import read_files

    root = tree("a.py", "b.py/c.txt")
    with pytest.raises(SourceProblems) as caught:
        read_files(root, ["a.py", "b.py", "gone.py"])
    assert [str(error.at) for error in caught.value.exceptions] == ["b.py:1:1", "gone.py:1:1"]  # type: ignore[union-attr]


def test_a_file_name_that_is_not_utf8_is_an_error(tree: Tree) -> None:
    root = tree("a.py")
    with open(os.path.join(os.fsencode(root), b"b\xff.py"), "wb"):  # noqa: PTH118, PTH123  # bytes are the point
        pass
    with pytest.raises(SourceProblems) as caught:
        find_sources(root)
    assert "not UTF-8" in str(caught.value.exceptions[0])


def test_the_way_to_the_top_of_the_repository(tree: Tree) -> None:
    root = tree("services/a/x.py", git=True)
    assert repository_prefix(root) == ""
    assert repository_prefix(root / "services" / "a") == "services/a/"
    assert repository_prefix(Path(root.anchor)) == ""


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("tests", "a/tests/b.py", True),
        ("tests/", "a/tests/b.py", True),
        ("tests", "a/mytests/b.py", False),
        ("*_pb2.py", "a/b/x_pb2.py", True),
        ("a/b", "a/b/c.py", True),
        ("./a/b", "a/b/c.py", True),
        ("a/b", "x/a/b/c.py", False),
        ("a/*", "a/b/c.py", True),
        ("a/*.py", "a/b/c.py", False),
        ("a/**/gen", "a/gen/c.py", True),
        ("a/**/gen", "a/x/y/gen/c.py", True),
        ("**/gen/*.py", "gen/c.py", True),
        ("a?c/x", "abc/x", True),
        ("a.c/x", "abc/x", False),
        ("[a]/x", "a/x", False),
    ],
)
def test_patterns(pattern: str, path: str, matches: bool) -> None:
    assert Globs((pattern,)).match(path) is matches


@given(st.lists(st.text("ab*?/.", max_size=8), max_size=4), st.text("ab/", min_size=1, max_size=8))
def test_no_pattern_raises_and_a_folder_covers_what_lies_in_it(patterns: list[str], path: str) -> None:
    if Globs(patterns).match(path):
        assert Globs(patterns).match(f"{path}/x.py")


def test_an_environment_that_git_neither_tracks_nor_ignores_is_only_stated(tree: Tree) -> None:
    root = tree(
        "app/a.py", git=True, new=("env/pyvenv.cfg", "env/lib/x/one.py", "env/lib/x/two.py", "web/node_modules/gyp.py")
    )
    found = find_sources(root)
    assert sorted(found.files) == ["app/a.py"]
    assert left_out(found) == [
        ("env/", 2, "an environment of installed packages"),
        ("web/node_modules/", 1, "an environment of installed packages"),
    ]


def test_a_pipe_is_no_source_and_is_never_waited_for(tree: Tree) -> None:
    root = tree("app.py")
    os.mkfifo(root / "pipe.py")
    with pytest.raises(SourceProblems, match="cannot be read") as caught:
        find_sources(root)
    assert "it is no regular file" in str(caught.value.exceptions[0])
