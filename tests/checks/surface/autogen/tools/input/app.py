"""Functions, FunctionTool, tool classes, agents and teams as tools. It runs as it stands."""
from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_agentchat.tools import AgentTool, TeamTool
from autogen_core import CancellationToken
from autogen_core.models import ChatCompletionClient
from autogen_core.tools import BaseTool, FunctionTool, StaticWorkbench, ToolOverride
from pydantic import BaseModel


class Silent(ChatCompletionClient):
    """A model that says nothing."""

    model_info = {
        "function_calling": True, "vision": False, "json_output": False, "family": "x", "structured_output": False,
    }
    create = create_stream = close = actual_usage = total_usage = count_tokens = remaining_tokens = None
    capabilities = None


MODEL = Silent()


def plain(word: str) -> str:
    """Plain.

        Indented more.
    """
    return word


def untold(word: str) -> str:
    return word


class Desk:
    async def look(self, word: str) -> str:
        """Look."""
        return word


class Given(BaseModel):
    word: str


class Own(BaseTool[Given, str]):
    def __init__(self, name: str = "own") -> None:
        super().__init__(Given, str, name, "Own.")

    async def run(self, args: Given, cancellation_token: CancellationToken) -> str:
        return args.word


class Never(BaseTool[Given, str]):
    """No object of it is made."""

    def __init__(self) -> None:
        super().__init__(args_type=Given, return_type=str, name="never_made", description="Never made.")

    async def run(self, args: Given, cancellation_token: CancellationToken) -> str:
        return args.word


async def _hidden(word: str) -> str:
    return word


RENAMED = FunctionTool(_hidden, "By position.", "renamed")
NAMED_BY_FUNCTION = FunctionTool(_hidden, description="")
helper = AssistantAgent("helper", MODEL, tools=[plain], description="Helps.")
desk = AssistantAgent(
    "desk",
    model_client=MODEL,
    tools=[plain, untold, Desk().look, RENAMED, NAMED_BY_FUNCTION, Own(), Own("other"), AgentTool(agent=helper)],
)
team = RoundRobinGroupChat([helper])
bench = StaticWorkbench(
    tools=[FunctionTool(_hidden, description="As it was.", name="before"), TeamTool(team, "team", description="All.")],
    tool_overrides={"before": ToolOverride(name="after", description="As it is.")},
)
lead = AssistantAgent("lead", MODEL, workbench=bench, handoffs=["desk"])
