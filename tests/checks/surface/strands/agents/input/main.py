"""Modules, paths, a folder, a provider, the library's own tools."""
from strands import Agent
from strands.tools import ToolProvider
from strands_tools import calculator, tavily
from strands import tool
from tools import from_spec, several


class Provider(ToolProvider):
    @tool
    def provided(self) -> str:
        """Provided."""
        return ""

    @property
    def tools(self):
        return [self.provided]


by_module = Agent(name="by_module", tools=[from_spec, several, calculator, tavily])
by_text = Agent(name="by_text", tools=["./tools/from_spec.py", "tools.several:second", {"path": "tools/several.py"}])
by_folder = Agent(name="by_folder", load_tools_from_directory=True)
by_provider = Agent(name="by_provider", tools=[Provider()])
later = Agent(name="later")
later.tool_registry.process_tools([several.first])
