"""The agent, built from its allowlist, and one job from the wish to the proposal."""

from __future__ import annotations

from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import ToolMessage

from connect.agents.app_builder.drafting import drafting_tools
from connect.agents.app_builder.publishing import PUBLISHING
from connect.agents.app_builder.queries import QueryToolkit
from connect.agents.app_builder.reading import READING
from connect.agents.scripted import for_langchain
from connect.rows import REGISTRY
from connect.workspace import WORKSPACE, App

ALLOWED = REGISTRY.allowlist("app-builder")
OWN = [*READING, *drafting_tools(), *PUBLISHING, *QueryToolkit().get_tools()]


async def run(project_id: str, wish: str) -> dict[str, Any]:
    project = WORKSPACE.project(project_id)
    app = App(f"app-{len(WORKSPACE.apps) + 1}", project.id, wish, False, {})
    WORKSPACE.apps[app.id] = app
    script = for_langchain(
        [
            ("stage_draft_file", {"app_id": app.id, "path": "main.js", "text": f"show({wish!r})"}),
            ("check_draft", {"app_id": app.id}),
            ("review_draft", {"app_id": app.id}),
            ("publish_draft_preview", {"app_id": app.id}),
            ("propose_app", {"app_id": app.id, "summary": wish}),
        ]
    )
    agent = create_agent(script, tools=[tool for tool in OWN if tool.name in ALLOWED.names], name="app-builder")
    result = await agent.ainvoke({"messages": [{"role": "user", "content": wish}]})
    said = {m.name: m.content for m in result["messages"] if isinstance(m, ToolMessage)}
    return {"app_id": app.id, "review": said["review_draft"], "proposal": said["propose_app"]}
