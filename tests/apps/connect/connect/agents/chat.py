"""The chat agent: OpenAI Agents SDK for its own tools, the MCP server for everything else."""

from __future__ import annotations

import json
from typing import Any

from agents import Agent, FunctionTool
from agents.tool_context import ToolContext

from connect.rows import REGISTRY
from connect.workspace import WORKSPACE, Update


async def _generate(context: ToolContext[Any], arguments: str) -> str:
    project = WORKSPACE.project(json.loads(arguments)["project_id"])
    update = Update(f"u-{len(WORKSPACE.updates) + 1}", project.id, f"Update on {project.name}", "generating")
    WORKSPACE.updates[update.id] = update
    return update.id


generate_project_update = FunctionTool(
    name="generate_project_update",
    description="Create a client update in the state generating; the client sees it once a person publishes it.",
    params_json_schema={
        "type": "object",
        "properties": {"project_id": {"type": "string"}},
        "required": ["project_id"],
        "additionalProperties": False,
    },
    on_invoke_tool=_generate,
)

ALLOWED = REGISTRY.allowlist("chat")
OWN = [generate_project_update]
agent = Agent(name="chat", tools=[tool for tool in OWN if tool.name in ALLOWED.names])
