"""Tools that middleware brings."""
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, ShellToolMiddleware, SummarizationMiddleware, TodoListMiddleware
from langchain_core.tools import tool
from other_package import Unknown


@tool
def brought() -> str:
    """Brought."""
    return ""


class Own(AgentMiddleware):
    tools = [brought]


class InInit(AgentMiddleware):
    def __init__(self) -> None:
        @tool
        def inside() -> str:
            """Inside."""
            return ""

        self.tools = [inside]


agent = create_agent(
    "model",
    tools=[],
    name="worker",
    middleware=[TodoListMiddleware(), ShellToolMiddleware(), SummarizationMiddleware("m"), Own(), InInit(), Unknown()],
)
