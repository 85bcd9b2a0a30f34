"""The means and methods drafter. It has no dry run: it writes, and marks all that it writes as unconfirmed."""

from __future__ import annotations

from typing import Any

from pydantic_ai import Agent, AgentRunResult, FunctionToolset
from pydantic_ai.models import Model

from connect.agents.in_process import in_process
from connect.agents.scripted import Script, for_pydantic_ai
from connect.gate import Caller, open_session
from connect.names import MEANS
from connect.server import serve
from connect.workspace import WORKSPACE
from connect.workspace.critical_path import timed
from toolcrib.registry.adapters.pydantic_ai import Toolcrib

QUESTIONS = {"access": "How does plant reach the site?", "lifting": "Which crane sets the heaviest piece?"}

looking: FunctionToolset[None] = FunctionToolset()


@looking.tool_plain
def list_questions() -> list[str]:
    """List the questions that a means and methods draft has to answer."""
    return [f"{key}: {text}" for key, text in QUESTIONS.items()]


@looking.tool_plain
def get_assumptions(project_id: str) -> list[str]:
    """Show the assumptions of a project's current draft."""
    return [answer["text"] for answer in WORKSPACE.methods.get(project_id, []) if answer["kind"] == "assumption"]


@looking.tool_plain(name="find_precedents")
def precedents(workspace_id: str, words: str) -> list[str]:
    """Find earlier projects where the same kind of work was done."""
    folded = words.casefold()
    rows = [p for p in WORKSPACE.projects.values() if p.workspace_id == workspace_id]
    return [p.id for p in rows if folded in p.name.casefold()]


@looking.tool_plain
def check_sequence(schedule_id: str) -> list[str]:
    """Check a schedule's sequence of work for activities that nothing precedes."""
    rows = timed(WORKSPACE.schedule(schedule_id).activities)
    return [row.activity.name for row in rows if not row.activity.after]


own = looking.prefixed(MEANS)


async def run(caller: Caller, prompt: str, model: Model) -> AgentRunResult[str]:
    async with open_session("means-methods", caller) as session:
        agent = Agent(model, name="means-methods", toolsets=[Toolcrib(own, session), in_process(serve(session))])
        return await agent.run(prompt)


async def draft(caller: Caller) -> dict[str, Any]:
    """Draft every answer: with a precedent it is an assumption, without one a question to the client."""
    project = WORKSPACE.project(str(caller.project))
    word = project.name.split()[-1]
    await run(caller, "Look around.", for_pydantic_ai(Script([("means_find_precedents", {"words": word})])))
    drafted = [
        {"question": key, "kind": "assumption" if key == "access" else "client question", "text": text}
        for key, text in QUESTIONS.items()
    ]
    WORKSPACE.methods[project.id] = drafted
    return {"project_id": project.id, "answers": drafted}
