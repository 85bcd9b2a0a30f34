"""Where a finding says that an ignore comment goes, one hides it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from toolcrib.checks import load_config, run_check

CASES = Path(__file__).parent


@pytest.mark.parametrize(
    ("case", "line"), [(case, n) for case in ("tc203_hidden_write", "tc204_write_verb") for n in (0, 1)]
)
def test_the_comment_of_the_fix_hides_the_finding_at_each_of_its_lines(case: str, line: int, tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(CASES / case / "example" / "input", root)
    (finding,) = run_check(root, load_config(root)).findings
    said = re.search(r"write at the end of (\S+):(\d+) or (\S+):(\d+): (# toolcrib: ignore\[\w+\] .+)$", finding.fix)
    assert said is not None
    file, number = root / said[1 + 2 * line], int(said[2 + 2 * line])
    lines = file.read_text().splitlines()
    lines[number - 1] += f"  {said[5]}"
    file.write_text("\n".join(lines) + "\n")
    assert run_check(root, load_config(root)).findings == ()
