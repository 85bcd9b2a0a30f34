"""The page says what is true: its options are the parser's, and its examples are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

from toolcrib.checks.cli._reference import renewed

PAGE = Path(__file__).parents[3] / "checks" / "toolcrib" / "checks" / "cli" / "cli.md"


def test_the_options_are_the_parser_s() -> None:
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page


def test_every_example_prints_what_the_page_shows(toolcrib: Any, project: Path) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    examples = [
        example
        for block in blocks
        for example in re.findall(r"^\$ toolcrib (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]
    assert len(examples) > 5
    for command, expected in examples:
        done = toolcrib(*shlex.split(command))
        assert done.out + done.err == expected, command
