"""Functions, methods, objects, agents as tools: as they run."""
from strands import Agent, tool
from strands.tools.tools import PythonAgentTool


@tool
def bare(text: str) -> str:
    """Says it.

    In two paragraphs.

    Args:
        text: what

    Returns:
        what was said
    """
    return text


@tool()
def called() -> str:
    """Called."""
    return ""


@tool(name="given", description="Given.")
def named() -> str:
    """Not used."""
    return ""


@tool(name=None, description=None)
def nothing_given() -> str:
    """Its own."""
    return ""


@tool
def without_doc() -> str:
    return ""


class Kit:
    @tool
    def method(self, x: int) -> int:
        """A method.

        Args:
            x: x
        """
        return x


def run(tool_use, **kwargs):
    return tool_use


made = PythonAgentTool("made", {"name": "made", "description": "Made.", "inputSchema": {"json": {}}}, run)
helper = Agent(name="helper", description="Helps.", tools=[called])
plain_helper = Agent(name="plain_helper")
agent = Agent(
    name="main", tools=[bare, named, nothing_given, without_doc, [Kit().method], made, helper, plain_helper.as_tool(name="other")]
)
AGENTS = [helper, agent]
