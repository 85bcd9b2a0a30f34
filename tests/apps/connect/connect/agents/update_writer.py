"""The update writer: drafts a client update section by section, and never publishes one."""

from __future__ import annotations

from agents import Agent, Model, Runner, RunResult, function_tool

from connect.agents.in_process import InProcess
from connect.agents.scripted import ForOpenAI, Script
from connect.gate import Caller, open_session
from connect.names import UpdateTool
from connect.server import serve
from connect.workspace import WORKSPACE
from toolcrib.registry.adapters.openai_agents import held_tools, run_config


@function_tool(name_override=UpdateTool.DRAFT)
def draft(update_id: str, section: str, text: str) -> str:
    """Draft one section of a client update for a person to read.

    Args:
        update_id: The update, which must not be published.
        section: The heading of the section.
        text: What it shall say.
    """
    proposal = WORKSPACE.stage("update-section", update_id, section=section, text=text)
    return proposal.id


@function_tool(
    name_override="propose_update_publication",
    description_override="Propose to publish a client update; a person reads it and publishes it or not.",
)
def propose_publication(update_id: str) -> str:
    return WORKSPACE.stage("publication", update_id).id


@function_tool
def check_update_tone(text: str) -> list[str]:
    """Name the words of a text that a client should not have to read."""
    return [word for word in ("blame", "lawyer", "mess") if word in text.casefold()]


OWN = [draft, propose_publication, check_update_tone]


async def run(caller: Caller, prompt: str, model: Model) -> RunResult:
    async with open_session("update-writer", caller) as session, InProcess(serve(session)) as connect:
        agent = Agent(name="update-writer", model=model, tools=[*await held_tools(session, OWN)], mcp_servers=[connect])
        return await Runner.run(agent, prompt, run_config=run_config(session, tracing_disabled=True))


async def write(caller: Caller, update_id: str) -> str:
    """Draft the progress section and propose to publish."""
    text = "Excavation is done; the piers are next."
    script = Script(
        [
            ("check_update_tone", {"text": text}),
            (UpdateTool.DRAFT, {"update_id": update_id, "section": "progress", "text": text}),
            (UpdateTool.PROPOSE, {"update_id": update_id}),
        ]
    )
    return str((await run(caller, update_id, ForOpenAI(script))).final_output)
