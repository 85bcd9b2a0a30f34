"""The agent itself: one declared tool of its own, and the runtime tools of each session."""

from __future__ import annotations

from typing import Any

from pydantic_ai import Agent, AgentRunResult, FunctionToolset, RunContext
from pydantic_ai.models import Model

from connect.agents.in_process import in_process
from connect.agents.schedule_builder.runtime import runtime_tools
from connect.agents.schedule_builder.session import BuildSession
from connect.agents.scripted import Script, for_pydantic_ai
from connect.gate import Caller, open_session
from connect.server import serve
from connect.workspace import WORKSPACE
from toolcrib.registry.adapters.pydantic_ai import Toolcrib

own: FunctionToolset[BuildSession] = FunctionToolset()


@own.tool
def propose_schedule_revision(context: RunContext[BuildSession], reason: str) -> str:
    """Propose the schedule as it stands in this build; a person accepts the revision or discards it."""
    return WORKSPACE.stage(
        "schedule-revision", context.deps.project_id, activities=list(context.deps.activities), reason=reason
    ).id


async def run(caller: Caller, build: BuildSession, model: Model) -> AgentRunResult[str]:
    async with open_session("schedule-builder", caller) as session:
        tools = [Toolcrib(own, session), Toolcrib(runtime_tools(build), session), in_process(serve(session))]
        agent = Agent(model, name="schedule-builder", deps_type=BuildSession, toolsets=tools)
        return await agent.run(build.wish, deps=build)


async def build(caller: Caller, wish: str) -> dict[str, Any]:
    """One session from the wish to the proposal."""
    project = WORKSPACE.project(str(caller.project))
    session = BuildSession(project.id, wish)
    script = Script(
        [
            ("read_drawings", {"discipline": "structural"}),
            ("apply_template", {"name": "bridge" if "bridge" in project.name.casefold() else "school"}),
            ("edit_spec", {"add": [wish], "remove": []}),
            ("propose_schedule_revision", {"reason": wish}),
        ]
    )
    await run(caller, session, for_pydantic_ai(script))
    return {"activities": session.activities, "proposals": sorted(WORKSPACE.proposals)}
