"""The Info Sheet agent: the module's own state machine decides what a write does; three of its tools write."""

from __future__ import annotations

from typing import Any

from pydantic_ai import Agent, AgentRunResult, FunctionToolset, RunContext, Tool
from pydantic_ai.models import Model

from connect.agents.in_process import in_process
from connect.agents.scripted import Script, for_pydantic_ai
from connect.gate import REGISTRY, Caller, open_session
from connect.server import serve
from connect.workspace import WORKSPACE, InfoSheet, Topic, shown
from connect.workspace._store import found
from toolcrib.registry.adapters.pydantic_ai import Toolcrib

STATES = ("open", "answered", "not applicable")


def _sheet(project_id: str) -> InfoSheet:
    return found(WORKSPACE.info_sheets, project_id, "info sheet")


def _topic(project_id: str, topic_id: str) -> Topic:
    return found({t.id: t for t in _sheet(project_id).topics}, topic_id, "topic")


def get_info_sheet(project_id: str) -> dict[str, Any]:
    """Show a project's info sheet: its profile and its topics."""
    return shown(_sheet(project_id))


def topics(project_id: str) -> list[str]:
    """List the topics of an info sheet with their dispositions.

    Args:
        project_id: The project whose sheet is read.
    """
    return [f"{t.id} {t.question}: {t.disposition}" for t in _sheet(project_id).topics]


def evidence(project_id: str, topic_id: str) -> list[str]:
    return _topic(project_id, topic_id).evidence


own: FunctionToolset[None] = FunctionToolset(
    tools=[
        get_info_sheet,
        Tool(topics, name="list_info_topics"),
        Tool(evidence, name="get_topic_evidence", description="Show where an answer to a topic was found."),
    ]
)


@own.tool_plain
def propose_topic_question(project_id: str, topic_id: str, question: str) -> str:
    """Propose a question to the client about a topic; a person sends it."""
    return WORKSPACE.stage("topic-question", f"{project_id}/{_topic(project_id, topic_id).id}", question=question).id


@own.tool_plain(name="record_topic_dispositions")
def record(project_id: str, dispositions: dict[str, str]) -> int:
    """Record which topics of an info sheet are answered, open or not applicable."""
    for topic_id, state in dispositions.items():
        if state not in STATES:
            raise ValueError(f"a disposition is one of {', '.join(STATES)}, not {state!r}")
        _topic(project_id, topic_id).disposition = state
    return len(dispositions)


@own.tool(description=REGISTRY.tool("save_info_profile").description)
async def save_info_profile(context: RunContext[None], project_id: str, profile: dict[str, str]) -> list[str]:
    sheet = _sheet(project_id)
    sheet.profile |= profile
    return sorted(sheet.profile)


def refresh(project_id: str) -> int:
    """Refresh the profile of an info sheet from the project's documents."""
    sheet = _sheet(project_id)
    sheet.refreshed += 1
    sheet.profile["sheets"] = str(sum(s.project_id == project_id for s in WORKSPACE.sheets.values()))
    return sheet.refreshed


own.add_function(refresh, name="refresh_info_profile")


async def run(caller: Caller, prompt: str, model: Model) -> AgentRunResult[str]:
    async with open_session("info-sheet", caller) as session:
        agent = Agent(model, name="info-sheet", toolsets=[Toolcrib(own, session), in_process(serve(session))])
        return await agent.run(prompt)


async def answer_topics(caller: Caller) -> dict[str, Any]:
    """Ask the client about each open topic without evidence; nothing is decided here."""
    sheet = _sheet(str(caller.project))
    unanswered = [t for t in sheet.topics if t.disposition == "open" and not t.evidence]
    script = Script(
        ("propose_topic_question", {"project_id": sheet.project_id, "topic_id": t.id, "question": t.question})
        for t in unanswered
    )
    result = await run(caller, "Answer the open topics.", for_pydantic_ai(script))
    return {"asked": [t.id for t in unanswered], "said": result.output}
