"""Playbooks: how an agent knows its job. They are no tenant data, and everybody's agent may read them."""

from __future__ import annotations

from fastmcp import FastMCP
from fastmcp.tools import Tool, tool

from connect.gate import REGISTRY
from connect.names import GET_PLAYBOOK, LIST_PLAYBOOKS
from connect.workspace import WORKSPACE


def playbooks(agent: str = "") -> list[str]:
    return [f"{p.id} {p.title}" for p in WORKSPACE.playbooks.values() if agent in ("", p.agent)]


def playbook(playbook_id: str) -> str:
    return WORKSPACE.playbooks[playbook_id].text


@tool
def search_playbooks(words: str) -> list[str]:
    """Search the text of all playbooks."""
    folded = words.casefold()
    return [p.id for p in WORKSPACE.playbooks.values() if folded in f"{p.title} {p.text}".casefold()]


def register(mcp: FastMCP) -> None:
    mcp.add_tool(
        Tool.from_function(playbooks, name=LIST_PLAYBOOKS, description=REGISTRY.tool("list_playbooks").description)
    )
    mcp.add_tool(Tool.from_function(playbook, name=GET_PLAYBOOK, description=REGISTRY.tool(GET_PLAYBOOK).description))
    mcp.add_tool(search_playbooks)
