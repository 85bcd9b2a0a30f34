"""Drawings: a sub-server; mounted under a namespace, so that clients see `drawings_search` and so on."""

from __future__ import annotations

from fastmcp import FastMCP

from connect.names import Drawings
from connect.workspace import WORKSPACE, Sheet
from connect.workspace import shown as as_json

mcp = FastMCP("drawings")


def _sheet(sheet_id: str) -> Sheet:
    return WORKSPACE.sheets[sheet_id]


@mcp.tool
def list_sheets(project_id: str) -> list[str]:
    """List a project's drawing sheets by discipline and number."""
    rows = [s for s in WORKSPACE.sheets.values() if s.project_id == project_id]
    return [f"{s.discipline} {s.id}: {s.title}" for s in sorted(rows, key=lambda s: (s.discipline, s.id))]


@mcp.tool(name=Drawings.SEARCH)
def find(project_id: str, words: str) -> list[str]:
    """Search the text of a project's current drawings."""
    folded = words.casefold()
    rows = [s for s in WORKSPACE.sheets.values() if s.project_id == project_id]
    return [s.id for s in rows if folded in f"{s.title} {s.revisions[-1]}".casefold()]


@mcp.tool
def read_sheet(sheet_id: str) -> dict[str, object]:
    """Read one drawing sheet: its title, its revision and the text on it."""
    sheet = as_json(_sheet(sheet_id))
    return {"title": sheet["title"], "revision": len(sheet["revisions"]), "text": sheet["revisions"][-1]}


@mcp.tool(name="compare_" + "revisions")
def compare(sheet_id: str, revision: int = 1) -> dict[str, str]:
    """Compare a drawing sheet with one of its earlier revisions."""
    texts = _sheet(sheet_id).revisions
    return {"then": texts[revision - 1], "now": texts[-1]}
