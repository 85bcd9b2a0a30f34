from fastmcp import FastMCP

mcp = FastMCP("records")


@mcp.tool
def propose_record() -> None:
    """The tool propose_record."""


@mcp.tool
def draft_update() -> None:
    """The tool draft_update."""


@mcp.tool
def stage_record_changes() -> None:
    """The tool stage_record_changes."""


@mcp.tool
def delegate_cleanup() -> None:
    """The tool delegate_cleanup."""


@mcp.tool
def create_record() -> None:
    """The tool create_record."""


@mcp.tool
def set_title() -> None:
    """The tool set_title."""
