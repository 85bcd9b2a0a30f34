"""Base tools, the library's own tools, a list that grows."""
from smolagents import CodeAgent, DuckDuckGoSearchTool, ToolCallingAgent, VisitWebpageTool, tool


@tool
def late() -> str:
    """Late."""
    return ""


tools = [DuckDuckGoSearchTool()]
searcher = ToolCallingAgent(tools=tools, model=None, name="searcher", description="Searches.")
tools.append(VisitWebpageTool())
tools.append(late)
boss = CodeAgent([late], None, add_base_tools=True, managed_agents=[searcher])
