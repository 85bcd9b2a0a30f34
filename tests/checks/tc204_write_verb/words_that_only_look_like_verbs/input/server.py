from fastmcp import FastMCP

mcp = FastMCP("records")


@mcp.tool
def list_datasets() -> None:
    """The tool list_datasets."""


@mcp.tool
def search_posts() -> None:
    """The tool search_posts."""


@mcp.tool
def get_updates() -> None:
    """The tool get_updates."""


@mcp.tool
def issue_read() -> None:
    """The tool issue_read."""


@mcp.tool
def team_schedule() -> None:
    """The tool team_schedule."""


@mcp.tool
def order_status() -> None:
    """The tool order_status."""


@mcp.tool
def listUpdateTasks() -> None:
    """The tool listUpdateTasks."""


@mcp.tool
def run_query() -> None:
    """The tool run_query."""


@mcp.tool
def record_history() -> None:
    """The tool record_history."""
