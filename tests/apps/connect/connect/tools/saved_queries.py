"""Saved queries: each approved query of the file beside this one is a tool of its own.

The names stand in a JSON file that an approval rewrites, so no reader of the code can tell them: they are acknowledged
in pyproject.toml, by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.tools import Tool

from connect.workspace import WORKSPACE

APPROVED = Path(__file__).with_name("saved_queries.json")


def register(mcp: FastMCP) -> None:
    for query in json.loads(APPROVED.read_text(encoding="utf-8")):
        mcp.add_tool(Tool.from_function(_runner(query["query"]), name=query["tool"], description=query["text"]))


def _runner(query: str) -> Callable[[str], list[str]]:
    def run(project_id: str) -> list[str]:
        match query:
            case "open_topics":
                sheet = WORKSPACE.info_sheets.get(project_id)
                return [t.question for t in sheet.topics if t.disposition == "open"] if sheet else []
            case _:
                schedules = [s for s in WORKSPACE.schedules.values() if s.project_id == project_id]
                return [a.name for s in schedules for a in s.activities if not a.done and not a.after]

    return run
