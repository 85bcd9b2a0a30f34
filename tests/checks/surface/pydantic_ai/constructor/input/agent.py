"""Tools in the constructor's list; output tools are no capability."""
from pydantic import BaseModel
from pydantic_ai import Agent, RunContext, Tool
from pydantic_ai.output import ToolOutput


def one() -> str:
    """One."""
    return ""


def two(ctx: RunContext[None]) -> str:
    """Two."""
    return ""


class Result(BaseModel):
    """A result."""

    text: str


class Box:
    def put(self) -> str:
        """Put."""
        return ""


agent = Agent(
    "test",
    name="desk",
    output_type=[Result, ToolOutput(Result, name="final")],
    tools=[
        one,
        Tool(one, name="object", description="Object.", requires_approval=True),
        Tool(two, takes_ctx=True),
        Tool.from_schema(one, "from_schema", "From a schema.", {}),
        Box().put,
    ],
)
other = Agent("test", tools=[one])
