"""What cannot be read: other servers, the library's own tools, documents, callers."""
from agent_framework import Agent, FunctionTool, MCPStdioTool, TodoProvider, create_harness_agent, tool
from agent_framework.declarative import AgentFactory


async def main(client, tools, function, name, provider):
    Agent(client=client, name="remote", tools=MCPStdioTool(name="files", command="x"))
    async with MCPStdioTool(name="files", command="x") as server:
        Agent(client=client, name="remote too", tools=[server, client.get_mcp_tool(name="x", url="x")])
    Agent(client=client, name="given", tools=tools)
    Agent(client=client, name="provided", context_providers=[TodoProvider(), provider])
    create_harness_agent(client, name="harness")
    FunctionTool(name=name, description="Named by a caller.", func=main)
    tool(function)
    AgentFactory().create_agent_from_yaml_path("agent.yaml")
