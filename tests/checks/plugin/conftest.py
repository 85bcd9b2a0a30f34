"""Projects that pytest is run in."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest

import toolcrib.checks

# pytester forgets the modules that its inner run was the first to import. A module imported again later would hold
# other classes than its neighbours do, so every module is here before.
for _module in pkgutil.walk_packages(toolcrib.checks.__path__, "toolcrib.checks."):
    if not _module.name.endswith("__main__"):
        importlib.import_module(_module.name)

MANIFEST = """\
agents:
  clients: {empty_selection: none}
capabilities:
  billing: {feature: null}
tools:
  list_invoices:
    description: List the invoices of a customer.
    capability: billing
    mutates: false
    agents: [clients]
"""
PINS = """\
ungated:
  billing: The server has no permission model of its own.
"""
SERVER = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("billing")


@mcp.tool()
def list_invoices(customer: str) -> list[str]:
    """List the invoices of a customer."""
    return []
'''
INI = "[pytest]\ntestpaths = tests\nfilterwarnings = error\naddopts = -p toolcrib.checks.pytest_plugin\n"
MORE = '\n\n@mcp.tool()\ndef more() -> None:\n    """More."""\n'


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose manifest and source agree, with one test of its own."""
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    # Without the plugins that happen to be installed here: their start-up is none of what is tested.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    root = pytester.path
    (root / "app").mkdir()
    (root / "tests").mkdir()
    (root / "app" / "server.py").write_text(SERVER)
    (root / "tools.yaml").write_text(MANIFEST)
    (root / "pins.yaml").write_text(PINS)
    (root / "tests" / "test_own.py").write_text("def test_own():\n    assert True\n")
    (root / "pytest.ini").write_text(INI)
    return root


@pytest.fixture
def drifted(project: Path) -> Path:
    """The project with a tool that has no row, and a docstring that is not the row's."""
    server = project / "app" / "server.py"
    server.write_text(SERVER.replace("List the", "Shows the") + MORE)
    return project
