"""Delegations: chat hands a job to another agent, whose own declared tools do the work.

The other agent works for the same person, whom the session names and not the model. Only the means and methods drafter
commits a change itself, since it has no dry run; the others end in a proposal.
"""

from __future__ import annotations

from typing import Any

from fastmcp import FastMCP
from mcp.types import ToolAnnotations

from connect import names
from connect.agents import app_builder, means_methods, schedule_builder
from connect.agents.info_sheet import answer_topics
from connect.gate import REGISTRY, Caller

mcp = FastMCP("delegations")


@mcp.tool(
    name=names.RUN_SCHEDULE_BUILDER,
    description=REGISTRY.tool("run_schedule_builder").description,
    annotations=ToolAnnotations(destructiveHint=False),
)
async def build_schedule(user_id: str, project_id: str, wish: str) -> dict[str, Any]:
    return await schedule_builder.build(Caller(user_id, project_id), wish)


@mcp.tool(name=names.RUN_APP_BUILDER, description=REGISTRY.tool("run_app_builder").description)
async def build_app(user_id: str, project_id: str, wish: str) -> dict[str, Any]:
    return await app_builder.build(Caller(user_id, project_id), wish)


@mcp.tool
async def run_info_sheet(user_id: str, project_id: str) -> dict[str, Any]:
    """Let the Info Sheet agent look for answers to a project's open topics; a person confirms each."""
    return await answer_topics(Caller(user_id, project_id))


@mcp.tool(
    name=names.RUN_MEANS_METHODS,
    annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=False),
)
async def draft_methods(user_id: str, project_id: str) -> dict[str, Any]:
    """Draft a project's means and methods; every answer is written as an assumption or a client question."""
    return await means_methods.draft(Caller(user_id, project_id))
