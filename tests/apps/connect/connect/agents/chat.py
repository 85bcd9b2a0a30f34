"""The chat agent, on the OpenAI Agents SDK: a tool of its own, and the MCP server for everything else."""

from __future__ import annotations

import json
from typing import Any

from agents import Agent, FunctionTool, Model, Runner, RunResult, function_tool
from agents.tool_context import ToolContext

from connect.agents.app_builder.reading import app, list_apps
from connect.agents.in_process import InProcess
from connect.gate import Caller, open_session
from connect.server import serve
from connect.tools import delegations
from connect.workspace import WORKSPACE, Update
from toolcrib.registry.adapters.openai_agents import held_tools, run_config


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

OWN = [generate_project_update, function_tool(list_apps), function_tool(app, name_override="get_app")]


async def run(caller: Caller, prompt: str, model: Model) -> RunResult:
    async with open_session("chat", caller) as session, InProcess(serve(session, delegations.mcp)) as connect:
        agent = Agent(name="chat", model=model, tools=[*await held_tools(session, OWN)], mcp_servers=[connect])
        return await Runner.run(agent, prompt, run_config=run_config(session, tracing_disabled=True))
