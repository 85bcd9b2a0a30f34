"""Tool objects, agents as tools, hosted tools."""
from agents import Agent, CustomTool, FunctionTool, HostedMCPTool, WebSearchTool, tool_namespace
from agents.extensions.experimental.codex import codex_tool


async def invoke(ctx, args) -> str:
    return ""


keywords = FunctionTool(name="keywords", description="Keywords.", params_json_schema={}, on_invoke_tool=invoke)
positions = FunctionTool("positions", "Positions.", {}, invoke)
custom = CustomTool("custom", "Raw text.", invoke)
writer = Agent(name="Letter Writer!")
as_tool = writer.as_tool(tool_name="write", tool_description="Write.")
default_name = writer.as_tool(None, None, needs_approval=True)
agent = Agent(
    name="Desk",
    tools=[keywords, *tool_namespace(name="ns", description="Names.", tools=[positions]), WebSearchTool(), codex_tool()],
)
remote = Agent(name="Remote", tools=[HostedMCPTool(tool_config={"type": "mcp", "server_label": "x"})])
