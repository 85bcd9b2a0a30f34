"""Declared queries, as a toolkit."""

from __future__ import annotations

from langchain_core.tools import BaseTool, BaseToolkit, StructuredTool, tool

from connect.workspace import WORKSPACE


@tool("list_queries")
def declared() -> list[str]:
    """List the declared queries that an app may run."""
    return sorted(WORKSPACE.queries)


def explain_query(name: str) -> str:
    """Explain what a declared query returns and how it is filtered."""
    return WORKSPACE.queries[name]


class QueryToolkit(BaseToolkit):
    def get_tools(self) -> list[BaseTool]:
        return [declared, StructuredTool.from_function(explain_query)]
