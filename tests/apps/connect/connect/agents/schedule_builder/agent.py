"""The agent itself: one declared tool of its own, and the runtime tools of each session."""

from __future__ import annotations

from typing import Any

from pydantic_ai import Agent, FunctionToolset, RunContext

from connect.agents.schedule_builder.runtime import runtime_tools
from connect.agents.schedule_builder.session import BuildSession
from connect.agents.scripted import for_pydantic_ai
from connect.rows import REGISTRY
from connect.workspace import WORKSPACE

own: FunctionToolset[BuildSession] = FunctionToolset()
ALLOWED = REGISTRY.allowlist("schedule-builder")


@own.tool
def propose_schedule_revision(context: RunContext[BuildSession], reason: str) -> str:
    """Propose the schedule as it stands in this build; a person accepts the revision or discards it."""
    return WORKSPACE.stage(
        "schedule-revision", context.deps.project_id, activities=list(context.deps.activities), reason=reason
    ).id


agent = Agent(name="schedule-builder", deps_type=BuildSession, toolsets=[own])


async def run(project_id: str, wish: str) -> dict[str, Any]:
    """One session from the wish to the proposal."""
    project = WORKSPACE.project(project_id)
    session = BuildSession(project.id, wish)
    script = for_pydantic_ai(
        [
            ("read_drawings", {"discipline": "structural"}),
            ("apply_template", {"name": "bridge" if "bridge" in project.name.casefold() else "school"}),
            ("edit_spec", {"add": [wish], "remove": []}),
            ("propose_schedule_revision", {"reason": wish}),
        ]
    )
    await agent.run(wish, model=script, deps=session, toolsets=[runtime_tools(session)])
    return {"activities": session.activities, "proposals": sorted(WORKSPACE.proposals)}
