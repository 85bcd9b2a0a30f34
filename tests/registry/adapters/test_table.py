"""The page of what the frameworks' own lists mean is what they do now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastmcp")
pytest.importorskip("langchain")


def test_the_page_is_current() -> None:
    script = Path(__file__).with_name("table.py")
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "current"), done.stderr
