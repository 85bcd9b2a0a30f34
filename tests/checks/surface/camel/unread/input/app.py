"""What cannot be read: toolkits of the library and of servers, lists and schemas of callers."""
from camel.agents import ChatAgent, MCPAgent
from camel.societies import RolePlaying
from camel.toolkits import FunctionTool, MCPToolkit, MathToolkit


def known(word: str) -> str:
    """Known."""
    return word


async def main(tools, function, schema):
    ChatAgent("x", tools=[*MathToolkit().get_tools(), known])
    async with MCPToolkit(config_path="x") as toolkit:
        ChatAgent("x", tools=toolkit.get_tools())
    ChatAgent("x", tools=tools)
    FunctionTool(function)
    FunctionTool(known, openai_tool_schema=schema)
    MCPAgent("x")
    RolePlaying("a", "b", assistant_agent_kwargs=dict(tools=[known, *tools]))
    agent = ChatAgent("x")
    agent.remove_tool("known")
    agent.to_mcp()
