"""AG2 1.0 and later. It runs as it stands."""
from ag2 import Agent, Plugin, TaskConfig, Toolkit, tool
from ag2.tools import WebSearchTool


@tool
def bare(word: str) -> str:
    """Bare.

    Whole.
    """
    return word


@tool(name="renamed", description="Renamed.")
def _hidden(word: str) -> str:
    """Not sent."""
    return word


def plain(word: str) -> str:
    return word


class Files(Toolkit):
    def __init__(self) -> None:
        super().__init__(self.read, tool(self.write, name="write_file"))

    def read(self, path: str) -> str:
        """Read."""
        return path

    def write(self, path: str) -> str:
        """Write."""
        return path


kit = Toolkit(bare, name="kit")


@kit.tool(description="In the kit.")
def in_kit(word: str) -> str:
    return word


plugin = Plugin(tools=[plain])


@plugin.tool
def from_plugin(word: str) -> str:
    """From the plugin."""
    return word


helper = Agent("helper", tools=[kit], plugins=[plugin])
desk = Agent(
    "desk",
    tools=[Files(), _hidden, WebSearchTool(), helper.as_tool(description="Helps."), helper.as_tool(name="ask", description="")],
    tasks=TaskConfig(),
)


@desk.tool(name="last")
def added(word: str) -> str:
    """Added."""
    return word


desk.add_tool(plain)
