"""What leaves the draft: a preview that nobody has installed, and proposals for a person."""

from __future__ import annotations

from langchain_core.tools import ArgsSchema, BaseTool, tool
from pydantic import BaseModel

from connect.agents.app_builder.reading import app_of
from connect.workspace import WORKSPACE


class AppArguments(BaseModel):
    app_id: str


class PublishDraftPreview(BaseTool):
    """Writes a version that stays as it is for ever."""

    name: str = "publish_draft_preview"
    description: str = "Publish an app's draft as an immutable preview that is installed nowhere."
    args_schema: ArgsSchema | None = AppArguments

    def _run(self, app_id: str) -> int:
        app = app_of(app_id)
        app.previews.append(dict(app.draft))
        return len(app.previews)


@tool
def propose_app(app_id: str, summary: str) -> str:
    """Propose the newest preview of an app; a person installs it or discards it."""
    app = app_of(app_id)
    return WORKSPACE.stage("app", app.id, version=len(app.previews), summary=summary).id


@tool
def propose_query(name: str, sql: str) -> str:
    """Propose a declared query; it must filter on workspace and project, and runs once it is approved."""
    missing = [word for word in (":workspace_id", ":project_id") if word not in sql]
    if missing:
        return f"refused: the query does not filter on {' and '.join(missing)}"
    return WORKSPACE.stage("query", name, sql=sql).id


PREVIEW = PublishDraftPreview()
PUBLISHING = [PREVIEW, propose_app, propose_query]
