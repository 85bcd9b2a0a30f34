"""The draft: files are staged, checked and reviewed. Nothing here is installed or shown to anybody."""

from __future__ import annotations

from langchain_core.tools import BaseTool, StructuredTool, tool
from pydantic import BaseModel

from connect.agents.app_builder.reading import app_of


class ReviewArguments(BaseModel):
    app_id: str


class ListDraftFiles(BaseTool):
    name: str = "list_draft_files"
    description: str = "List the files of an app's draft with their sizes."

    def _run(self, app_id: str) -> list[str]:
        return [f"{path}: {len(text)}" for path, text in sorted(app_of(app_id).draft.items())]


@tool("stage_draft_file", description="Stage one file of an app's draft; the installed app stays as it is.")
def stage(app_id: str, path: str, text: str) -> int:
    draft = app_of(app_id).draft
    draft[path] = text
    return len(draft)


def check_draft(app_id: str) -> list[str]:
    """Check an app's draft for missing and empty files."""
    draft = app_of(app_id).draft
    missing = [] if "main.js" in draft else ["main.js is missing"]
    return missing + [f"{path} is empty" for path, text in draft.items() if not text.strip()]


def _review(app_id: str) -> str:
    return "blocked" if check_draft(app_id) else "passed"


review_draft = StructuredTool(
    name="review_draft",
    description="Let the critic review an app's draft; a broken one is blocked.",
    func=_review,
    args_schema=ReviewArguments,
)


def drafting_tools() -> list[BaseTool]:
    return [ListDraftFiles(), stage, tool(check_draft), review_draft]
