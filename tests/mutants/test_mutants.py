"""One change of the reference application at a time, and exactly the findings that it must bring.

The tables and their form: README.md beside this file.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from toolcrib.checks import load_config, run_check
from toolcrib.manifest import ToolcribError

HERE = Path(__file__).resolve().parent
CONNECT = HERE.parent / "apps" / "connect"
TABLES = ("manifest", "pins", "names", "texts", "runtime", "agents", "settings", "writes", "harmless")
ROWS = "manifest/tools.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One entry of a table."""

    id: str
    edit: tuple[Mapping[str, str], ...]
    find: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    says: str = ""


@cache
def mutants() -> tuple[Mutant, ...]:
    return tuple(mutant for table in TABLES for mutant in _read(HERE / f"{table}.yaml"))


def _read(path: Path) -> Iterator[Mutant]:
    for entry in YAML(typ="safe").load(path):
        mutant = Mutant(
            **{key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()},
        )
        assert (path.stem == "harmless") == ("find" not in entry and "refuse" not in entry), mutant.id
        yield mutant


def apply(edit: Mapping[str, str], root: Path) -> None:
    """Make one edit, which has to fit at exactly one place."""
    match edit:
        case {"write": str(name), "text": str(text), **rest}:
            path = root / name
            assert not path.exists(), f"{name} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        case {"drop_row": str(row), **rest}:
            _replace(root / ROWS, _row(root, row), "")
        case {"row": str(row), "old": str(old), "new": str(new), **rest}:
            block = _row(root, row)
            assert block.count(old) == 1, f"{old!r} stands {block.count(old)} times in the row {row}"
            _replace(root / ROWS, block, block.replace(old, new))
        case {"file": str(name), "cut": str(start), **rest}:
            text = (root / name).read_text(encoding="utf-8")
            _replace(root / name, text[text.index(start) :], "")
        case {"file": str(name), "add": str(more), **rest}:
            text = (root / name).read_text(encoding="utf-8")
            (root / name).write_text(text + more, encoding="utf-8")
        case {"file": str(name), "old": str(old), "new": str(new), **rest}:
            _replace(root / name, old, new)
        case _:
            raise AssertionError(f"no such edit: {edit}")
    assert not rest, f"an edit has a key that nothing reads: {rest}"


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _row(root: Path, name: str) -> str:
    text = (root / ROWS).read_text(encoding="utf-8")
    found = re.search(rf"^  {name}:.*\n(?:    .*\n)+", text[text.index("\ntools:\n") :], re.MULTILINE)
    assert found, f"no row {name}"
    return found[0]


def places(expected: tuple[str, ...], root: Path) -> list[tuple[str, str, int]]:
    """`CODE FILE :: text` as (code, file, line)."""
    found = []
    for line in expected:
        where, _, anchor = line.partition(" :: ")
        code, _, file = where.partition(" ")
        text = (root / file).read_text(encoding="utf-8")
        first, _, then = anchor.partition(" >> ")
        assert text.count(first) == 1, f"{first!r} stands {text.count(first)} times in {file}"
        start = text.index(first)
        found.append((code, file, text.count("\n", 0, text.index(then, start)) + 1))
    return sorted(found)


def leaves(error: BaseException) -> Iterator[ToolcribError]:
    """Every error in a group of groups."""
    match error:
        case BaseExceptionGroup():
            for inner in error.exceptions:
                yield from leaves(inner)
        case ToolcribError():
            yield error
        case _:
            raise error


@pytest.fixture
def root(tmp_path: Path) -> Path:
    copy = tmp_path / "connect"
    shutil.copytree(CONNECT, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_the_application_itself_is_clean(root: Path) -> None:
    report = run_check(root, load_config(root))
    assert [str(finding) for finding in report.findings] == []
    (checked,) = report.checked
    assert checked.rows == checked.tools - 5 + 2  # five runtime tools are no rows; two rows are acknowledged


def test_the_tables_name_each_change_once() -> None:
    assert [name for name, times in Counter(mutant.id for mutant in mutants()).items() if times > 1] == []
    assert sum(bool(mutant.find or mutant.refuse) for mutant in mutants()) >= 45


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.id)
def test_a_change_brings_exactly_this(mutant: Mutant, root: Path) -> None:
    for edit in mutant.edit:
        apply(edit, root)
    if mutant.refuse:
        with pytest.raises((ToolcribError, ExceptionGroup)) as raised:
            run_check(root, load_config(root))
        errors = list(leaves(raised.value))
        assert sorted((e.code, e.at.path, e.at.line) for e in errors if e.at) == places(mutant.refuse, root)
        assert all(mutant.says in str(error) for error in errors)
    else:
        report = run_check(root, load_config(root))
        found = sorted((str(f.code), f.at.path, f.at.line) for f in report.findings)
        assert found == places(mutant.find, root), "\n".join(f"{f.at} {f.code} {f.message}" for f in report.findings)
