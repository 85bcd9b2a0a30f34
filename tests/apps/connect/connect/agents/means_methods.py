"""The means and methods drafter. It has no dry run: it writes, and marks all that it writes as unconfirmed."""

from __future__ import annotations

from typing import Any

from pydantic_ai import Agent, FunctionToolset

from connect.agents.scripted import for_pydantic_ai
from connect.names import MEANS
from connect.rows import REGISTRY
from connect.workspace import WORKSPACE
from connect.workspace.critical_path import timed

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
def precedents(words: str) -> list[str]:
    """Find earlier projects where the same kind of work was done."""
    folded = words.casefold()
    return [p.id for p in WORKSPACE.projects.values() if folded in p.name.casefold()]


@looking.tool_plain
def check_sequence(schedule_id: str) -> list[str]:
    """Check a schedule's sequence of work for activities that nothing precedes."""
    rows = timed(WORKSPACE.schedule(schedule_id).activities)
    return [row.activity.name for row in rows if not row.activity.after]


own = looking.prefixed(MEANS)
ALLOWED = REGISTRY.allowlist("means-methods")
agent = Agent(
    name="means-methods",
    deps_type=type(None),
    toolsets=[own.filtered(lambda context, definition: definition.name in ALLOWED.names)],
)


async def run(project_id: str) -> dict[str, Any]:
    """Draft every answer: with a precedent it is an assumption, without one a question to the client."""
    project = WORKSPACE.project(project_id)
    word = project.name.split()[-1]
    await agent.run("Look around.", model=for_pydantic_ai([("means_find_precedents", {"words": word})]))
    drafted = [
        {"question": key, "kind": "assumption" if key == "access" else "client question", "text": text}
        for key, text in QUESTIONS.items()
    ]
    WORKSPACE.methods[project_id] = drafted
    return {"project_id": project_id, "answers": drafted}
