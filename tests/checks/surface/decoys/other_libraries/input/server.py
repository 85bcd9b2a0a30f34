"""Decorators and methods called `tool` that belong to somebody else."""
import click
import typer
from mcp.server.mcpserver import MCPServer
from somewhere import cli, registry, tool as foreign_tool

group = click.Group()
app = typer.Typer()
mcp = MCPServer("real")


@cli.tool(name="of_another_library")
def one() -> str:
    """One."""
    return ""


@foreign_tool("of_a_third")
def two() -> str:
    """Two."""
    return ""


@group.command(name="a_command")
def three() -> None:
    """Three."""


@app.command("tool")
def tool() -> None:
    """A command called tool."""


registry.add_tool(one, name="added_to_another")


@mcp.tool()
def real() -> str:
    """Real."""
    return ""
