"""Names that no file or terminal can hold, half characters and file names that are not UTF-8: no command breaks."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.reports import FORMATS

SURROGATES = '''

@mcp.tool(name="a\\ud800b", description="text \\udfff")
def odd() -> None: ...


@mcp.tool()
def more() -> None:
    """More \\udc80."""
'''


def test_half_characters_break_no_command(toolcrib: Any, adopted: Path) -> None:
    """A surrogate cannot be written as UTF-8, and code can name a tool so."""
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text() + SURROGATES)
    for format_ in FORMATS:
        done = toolcrib("check", "--format", format_, "--output", f"{format_}:out.{format_}")
        assert (done.code, done.err) == (1, "")
        assert "ud800" in done.out.encode().decode()
        assert "ud800" in (adopted / f"out.{format_}").read_text()
    found = json.loads(toolcrib("surface", "--format", "json").out.encode())
    assert "a\ud800b" in {tool["name"] for tool in found["tools"]}
    assert "a\\ud800b" in toolcrib("surface").out.encode().decode()
    assert toolcrib("show", "--format", "json").out.encode()
    assert toolcrib("check", "--write-baseline").code == 0
    done = toolcrib("fix")
    assert done.code == 1
    assert "the tool `a\\ud800b` holds U+D800, which a reader cannot see, so it cannot have a row" in done.err
    (adopted / "manifest" / "tools.yaml").unlink()
    (adopted / "manifest" / "pins.yaml").unlink()
    (adopted / "pyproject.toml").write_text("")
    done = toolcrib("init", "--no-input")
    assert "the tool `a\\ud800b` holds U+D800, which a reader cannot see: rename it in code" in done.err


def test_file_names_that_are_no_utf8_are_refused_in_few_words(toolcrib: Any, adopted: Path) -> None:
    odd = os.fsdecode(b"caf\xe9")
    for number in range(30):
        try:
            (adopted / "app" / f"{odd}{number}.py").write_text("")
        except OSError:
            pytest.skip("the file system refuses such names itself")
    for command in ("check", "surface"):
        done = toolcrib(command)
        assert done.code == 2
        assert "error: the file name `app/caf\\xe90.py` is not UTF-8" in done.err
        assert "10 more files cannot be read" in done.err
        assert "leave it out with `exclude`" in done.err
        assert len(done.err.splitlines()) < 30
    config = adopted / "pyproject.toml"
    config.write_text(config.read_text() + 'exclude = ["caf?*.py"]\n')
    for command in (["check"], ["surface"], ["check", "--format", "sarif"], ["surface", "--format", "json"]):
        done = toolcrib(*command)
        assert (done.code, done.err) == (0, "")
        assert done.out.encode()
