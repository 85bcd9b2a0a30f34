"""Functions, classes, agents that others call: as they run."""
from smolagents import CodeAgent, Tool, ToolCallingAgent, tool


@tool
def weather(city: str) -> str:
    """
    Tells the weather.
    In one line.

    Args:
        city: the city
    """
    return city


@tool
def no_sections() -> str:
    """Only this."""
    return ""


class Attributes(Tool):
    name = "by_attributes"
    description = "Named by class attributes."
    inputs = {"text": {"type": "string", "description": "a text"}}
    output_type = "string"

    def forward(self, text: str) -> str:
        return text


class Heir(Attributes):
    name = "heir"


class InInit(Tool):
    inputs = {}
    output_type = "string"

    def __init__(self, kind: str) -> None:
        self.name = f"about_{kind}"
        self.description = f"About {kind}."
        super().__init__()

    def forward(self) -> str:
        return ""


class WithoutInit(Tool):
    name = "without_init"
    description = "Does not call the framework's own."
    inputs = {}
    output_type = "string"

    def __init__(self) -> None:
        self.is_initialized = True

    def forward(self) -> str:
        return ""


class NeverMade(Tool):
    name = "never_made"
    description = "Whoever imports it makes it."
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return ""


worker = ToolCallingAgent(
    tools=[weather, Attributes()], model=None, name="worker", description="Works.", add_base_tools=False
)
manager = CodeAgent(tools=[Heir(), InInit("news")], model=None, managed_agents=[worker], name="manager")
manager.tools["no_sections"] = no_sections
OBJECTS = [*worker.tools.values(), *manager.tools.values(), worker, no_sections, WithoutInit()]
