"""Functions, Function objects, toolkits, agents and teams: as they run."""
from agno.agent import Agent
from agno.team import Team
from agno.tools import Toolkit, tool
from agno.tools.function import Function


def plain(text: str) -> str:
    """Says it.

    In two paragraphs.

    Args:
        text: what

    Returns:
        what was said
    """
    return text


@tool
def bare(text: str) -> str:
    """Bare.
    In two lines.
    """
    return text


@tool(name="given", description="Given.", requires_confirmation=True)
def named() -> str:
    """Not used."""
    return ""


@tool(annotations={"readOnlyHint": True})
def fields(text: str) -> str:
    """With fields.

    :param text: what
    """
    return text


class Kit(Toolkit):
    def __init__(self, enable_write: bool = False, **kwargs) -> None:
        tools = [self.read]
        if enable_write:
            tools.append(self.write)
        super().__init__(name="kit", tools=tools, async_tools=[(self.aread, "read")], **kwargs)
        self.register(self.late, name="later")

    def read(self, path: str) -> str:
        """Reads."""
        return path

    async def aread(self, path: str) -> str:
        """Reads."""
        return path

    def write(self, path: str) -> str:
        """Writes."""
        return path

    def late(self) -> str:
        """Late."""
        return ""


class Marked(Toolkit):
    def __init__(self) -> None:
        super().__init__(name="marked", tools=[self.decorated])

    @tool(name="by_mark")
    def decorated(self, x: int) -> int:
        """Decorated."""
        return x


def one() -> str:
    """One."""
    return ""


def two() -> str:
    """Two."""
    return ""


made = Function(name="made", description="Made.", entrypoint=lambda: "")
called = Function.from_callable(one, name="called")
some = Toolkit(name="some", tools=[one, two], exclude_tools=["one"], requires_confirmation_tools=["two"])
worker = Agent(name="worker", tools=[plain, bare, Kit()])
writer = Agent(name="writer", tools=[Kit(enable_write=True, include_tools=["read", "write"]), made, Marked()])
team = Team(name="team", members=[worker, writer], tools=[named, fields, called, some])
HOLDERS = [worker, writer, team]
