"""A small project on disk, and the command run in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from toolcrib.checks.cli import main

SERVER = '''\
"""A server with three tools."""

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("Billing")


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_invoices(customer: str) -> list[str]:
    """List the invoices of a customer.

    Args:
        customer: whose invoices
    """
    return []


@mcp.tool()
def get_invoice(number: str) -> str:
    """Show one invoice."""
    return ""


@mcp.tool(name="delete_invoice", description="Delete an invoice for good.")
def remove(number: str) -> None:
    """Not what is sent."""
'''

ANSWERS = (
    "--mutates",
    "*=false",
    "--mutates",
    "delete_*=true",
    "--pin-reason",
    "delete_invoice=A person asks for each deletion, one at a time.",
)


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Toolcrib = Callable[..., Done]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "CI"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "acme-billing"\n')
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "server.py").write_text(SERVER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def toolcrib(project: Path, capsys: pytest.CaptureFixture[str]) -> Toolcrib:
    def run(*arguments: str) -> Done:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


@pytest.fixture
def answers() -> tuple[str, ...]:
    """The flags that leave no question of the project's draft open."""
    return ANSWERS


@pytest.fixture
def adopted(project: Path, toolcrib: Toolcrib, answers: tuple[str, ...]) -> Path:
    """The project with a manifest and every question answered."""
    done = toolcrib("init", *answers)
    assert done.code == 0, done.err
    return project
