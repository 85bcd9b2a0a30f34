from fastmcp import FastMCP

mcp = FastMCP("records")


@mcp.tool
def delete_record() -> None:
    """The tool delete_record."""


@mcp.tool
def github_create_issue() -> None:
    """The tool github_create_issue."""


@mcp.tool
def removeRecord() -> None:
    """The tool removeRecord."""


@mcp.tool
def send_report() -> None:
    """The tool send_report."""


@mcp.tool
def post_message() -> None:
    """The tool post_message."""


@mcp.tool
def records_purge_all() -> None:
    """The tool records_purge_all."""
