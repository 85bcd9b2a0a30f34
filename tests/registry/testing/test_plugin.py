"""The fixture, as its users have it: one line in their conftest.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CONFTEST = 'pytest_plugins = ["toolcrib.registry.testing.plugin"]\n'
TESTS = """
import sys
sys.path.insert(0, {path!r})
import dispatchers

def test_right(toolcrib_probe):
    toolcrib_probe(dispatchers.OnSession, dispatchers.REGISTRY, agents=["builder"])

def test_wrong(toolcrib_probe):
    toolcrib_probe(dispatchers.OldNameIsCalled, dispatchers.REGISTRY, agents=["builder"])
"""


def test_a_test_fails_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    path = str(Path(__file__).parent)
    (tmp_path / "test_tools.py").write_text(TESTS.format(path=path), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--rootdir", ".", "."],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "the dispatcher does not hold to the manifest: 2 failures" in done.stdout
    assert "[old-name] agent `builder`: call `start_app`, when `run_app` had this name before" in done.stdout
    assert "expected: it reaches no implementation" in done.stdout


def test_it_brings_in_nothing_before_it_is_used(tmp_path: Path) -> None:
    script = (
        "import sys, toolcrib.registry.testing.plugin as plugin\n"
        "print(sorted({'hypothesis', 'mcp', 'fastmcp', 'jsonschema'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "[]\n"
