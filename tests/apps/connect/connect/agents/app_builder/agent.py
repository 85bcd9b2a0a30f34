"""The agent, and one job from the wish to the proposal."""

from __future__ import annotations

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import ToolMessage

from connect.agents.app_builder.drafting import drafting_tools
from connect.agents.app_builder.publishing import PUBLISHING
from connect.agents.app_builder.queries import QueryToolkit
from connect.agents.app_builder.reading import READING
from connect.agents.scripted import ForLangChain, Script
from connect.gate import Caller, open_session
from connect.workspace import WORKSPACE, App
from toolcrib.registry.adapters.langchain import Toolcrib

OWN = [*READING, *drafting_tools(), *PUBLISHING, *QueryToolkit().get_tools()]


async def run(caller: Caller, prompt: str, model: BaseChatModel) -> dict[str, Any]:
    async with open_session("app-builder", caller) as session:
        agent = create_agent(model, tools=OWN, middleware=[Toolcrib(session)], name="app-builder")
        return await agent.ainvoke({"messages": [{"role": "user", "content": prompt}]})


async def build(caller: Caller, wish: str) -> dict[str, Any]:
    project = WORKSPACE.project(str(caller.project))
    app = App(f"app-{len(WORKSPACE.apps) + 1}", project.id, wish, False, {})
    WORKSPACE.apps[app.id] = app
    script = Script(
        [
            ("stage_draft_file", {"app_id": app.id, "path": "main.js", "text": f"show({wish!r})"}),
            ("check_draft", {"app_id": app.id}),
            ("review_draft", {"app_id": app.id}),
            ("publish_draft_preview", {"app_id": app.id}),
            ("propose_app", {"app_id": app.id, "summary": wish}),
        ]
    )
    result = await run(caller, wish, ForLangChain(script=script))
    said = {m.name: m.content for m in result["messages"] if isinstance(m, ToolMessage)}
    return {"app_id": app.id, "review": said["review_draft"], "proposal": said["propose_app"]}
