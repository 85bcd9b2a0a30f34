"""`agent.tool` and `agent.tool_plain` in their forms."""
from pydantic_ai import Agent, RunContext

agent = Agent("test", name="desk")


@agent.tool
def with_context(ctx: RunContext[None], x: int) -> str:
    """With context.

    Args:
        ctx: left out
        x: a number

    Returns:
        str: the text
    """
    return ""


@agent.tool_plain
def plain() -> str:
    """Plain."""
    return ""


@agent.tool_plain()
def without_text() -> str:
    return ""


@agent.tool(name="named", description="Given.", requires_approval=True)
def _one(ctx: RunContext[None]) -> str:
    """Not sent."""
    return ""


@agent.tool_plain(name="", description="")
def empty() -> str:
    """An empty text is a text, an empty name is none."""
    return ""


def later() -> str:
    """Later."""
    return ""


agent.tool_plain(later)
agent.tool_plain(later, name="later_named")
