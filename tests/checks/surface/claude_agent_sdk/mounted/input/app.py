"""The key under which options mount a server is part of the name that the model sees."""
from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, SdkMcpTool, ToolAnnotations, create_sdk_mcp_server, tool


@tool("greet", "Greet somebody.", {"name": str})
async def _greet(args):
    """Not sent."""
    return {}


@tool(name="count", description="Count.", input_schema={}, annotations=ToolAnnotations(readOnlyHint=True))
async def _count(args):
    return {}


async def handler(args):
    return {}


server = create_sdk_mcp_server(name="desk", version="1", tools=[_greet, _count, SdkMcpTool("raw", "Raw.", {}, handler)])
options = ClaudeAgentOptions(
    mcp_servers={"d": server},
    allowed_tools=["mcp__d__greet", "Read"],
    agents={"helper": AgentDefinition(description="Helps.", prompt="Help.", tools=["Read", "mcp__d__count"])},
)
