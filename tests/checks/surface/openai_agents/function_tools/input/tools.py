"""`function_tool` in its forms."""
from agents import RunContextWrapper, function_tool
from agents.decorators import tool


@function_tool
def bare(x: int) -> str:
    """Bare.

    More of it.
    Args:
        x: a number

    Returns:
        a text
    """
    return ""


@function_tool()
async def called(ctx: RunContextWrapper[None]) -> str:
    """Called."""
    return ""


@function_tool("ignored")
def positional() -> str:
    """A positional text is ignored."""
    return ""


@function_tool(name_override="named", description_override="Given.", needs_approval=True)
def _one() -> str:
    """Not sent."""
    return ""


@function_tool(name_override="", description_override="")
def empty() -> str:
    """Empty counts as not given."""
    return ""


@function_tool(use_docstring_info=False)
def silent() -> str:
    """Not sent."""
    return ""


@function_tool(is_enabled=False)
def switched_off() -> str:
    """Off."""
    return ""


@function_tool(is_enabled=lambda ctx, agent: True)
def depends() -> str:
    """It depends."""
    return ""


@tool
def other_name() -> str:
    """The decorator's other name."""
    return ""


def plain() -> str:
    """Plain."""
    return ""


made = function_tool(plain)
applied = function_tool(name_override="applied")(plain)
