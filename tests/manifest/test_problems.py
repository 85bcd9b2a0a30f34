"""Every problem of a manifest in words: one folder a case, the whole answer beside it.

`expected.txt` is reviewed like code. To accept a change of it, set TOOLCRIB_ACCEPT=1 and run this file.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolcrib.manifest import ManifestProblems, load

CASES = Path(__file__).parent / "problems"


def find_cases() -> list[str]:
    return sorted(folder.name for folder in CASES.iterdir() if (folder / "input").is_dir())


def answer(case: Path) -> str:
    names = ("tools.yaml", "manifest", "tool_manifest.py")
    name = next(name for name in names if (case / "input" / name).exists())
    try:
        load(name, root=case / "input")
    except ManifestProblems as problems:
        told = [f"{error}\n    ({error.code})" for error in problems.errors]
        return "".join(f"{line}\n" for line in (problems.message, *told))
    return ""


@pytest.mark.parametrize("name", find_cases())
def test_case(name: str) -> None:
    expected = CASES / name / "expected.txt"
    found = answer(CASES / name)
    if os.environ.get("TOOLCRIB_ACCEPT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
