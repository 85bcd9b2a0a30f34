"""Toolsets: wrapped, prefixed, renamed, given by functions."""
from pydantic_ai import Agent, FunctionToolset, RunContext, Tool
from pydantic_ai.toolsets import CombinedToolset, ExternalToolset, PrefixedToolset
from pydantic_ai.tools import ToolDefinition


def one() -> str:
    """One."""
    return ""


def two() -> str:
    """Two."""
    return ""


base = FunctionToolset([one], id="base")


@base.tool
def three(ctx: RunContext[None]) -> str:
    """Three."""
    return ""


base.add_function(two, name="dos")
base.add_tool(Tool(two, name="added"))
direct = Agent("test", name="direct", toolsets=[base])
prefixed = Agent("test", name="prefixed", toolsets=[base.prefixed("a").prefixed("b")])

other = FunctionToolset(tools=[one])
renamed = Agent("test", name="renamed", toolsets=[other.renamed({"uno": "one"})])
wrapped = Agent("test", name="wrapped", toolsets=[CombinedToolset([PrefixedToolset(other, prefix="p")])])
filtered = Agent("test", name="filtered", toolsets=[other.filtered(lambda ctx, d: True)])

external = ExternalToolset([ToolDefinition(name="outside", description="Run elsewhere.")])
outside = Agent("test", name="outside", toolsets=[external])
dynamic = Agent("test", name="dynamic")


@dynamic.toolset
def given(ctx: RunContext[None]):
    if ctx.deps:
        return FunctionToolset([two])
    return None
