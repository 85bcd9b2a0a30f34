"""The update writer: drafts a client update section by section, and never publishes one."""

from __future__ import annotations

from agents import Agent, RunConfig, Runner, Tool, function_tool

from connect.agents.scripted import ForOpenAI
from connect.names import UpdateTool
from connect.rows import REGISTRY
from connect.workspace import WORKSPACE


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


OWN: list[Tool] = [draft, propose_publication, check_update_tone]
ALLOWED = REGISTRY.allowlist("update-writer")
agent = Agent(name="update-writer", tools=[tool for tool in OWN if tool.name in ALLOWED.names])


async def run(update_id: str) -> str:
    """Draft the progress section and propose to publish."""
    text = "Excavation is done; the piers are next."
    script = ForOpenAI(
        [
            ("check_update_tone", {"text": text}),
            (UpdateTool.DRAFT, {"update_id": update_id, "section": "progress", "text": text}),
            (UpdateTool.PROPOSE, {"update_id": update_id}),
        ]
    )
    result = await Runner.run(agent.clone(model=script), update_id, run_config=RunConfig(tracing_disabled=True))
    return str(result.final_output)
