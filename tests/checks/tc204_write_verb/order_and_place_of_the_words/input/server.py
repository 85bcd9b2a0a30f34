from fastmcp import FastMCP

mcp = FastMCP("records")


@mcp.tool
def update_status() -> None:
    """The tool update_status."""


@mcp.tool
def delete_draft() -> None:
    """The tool delete_draft."""


@mcp.tool
def find_and_delete_users() -> None:
    """The tool find_and_delete_users."""


@mcp.tool
def handle_delete() -> None:
    """The tool handle_delete."""


@mcp.tool
def rm_file() -> None:
    """The tool rm_file."""


@mcp.tool
def award_emoji() -> None:
    """The tool award_emoji."""


@mcp.tool
def rebase_branch() -> None:
    """The tool rebase_branch."""


@mcp.tool
def resolve_ticket() -> None:
    """The tool resolve_ticket."""


@mcp.tool
def manage_contacts() -> None:
    """The tool manage_contacts."""


@mcp.tool
def cache_set() -> None:
    """The tool cache_set."""


@mcp.tool
def query_cancel() -> None:
    """The tool query_cancel."""


@mcp.tool
def get_update_status() -> None:
    """The tool get_update_status."""


@mcp.tool
def check_delete_permission() -> None:
    """The tool check_delete_permission."""


@mcp.tool
def preview_delete() -> None:
    """The tool preview_delete."""


@mcp.tool
def resolve_library() -> None:
    """The tool resolve_library."""


@mcp.tool
def can_delete_user() -> None:
    """The tool can_delete_user."""


@mcp.tool
def draft_update() -> None:
    """The tool draft_update."""


@mcp.tool
def data_set() -> None:
    """The tool data_set."""


@mcp.tool
def check_create_or_update_permission() -> None:
    """The tool check_create_or_update_permission."""
