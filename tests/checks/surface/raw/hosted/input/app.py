"""Hosted tools, other servers, tools with a class of their own."""
import boto3
from anthropic import Anthropic
from anthropic.lib.tools import BetaAbstractMemoryTool
from anthropic.lib.tools.agent_toolset import beta_agent_toolset_20260401, beta_bash_tool
from google import genai
from google.genai import types
from mistralai.extra.run.context import RunContext
from openai import OpenAI


class Memory(BetaAbstractMemoryTool):
    """Keeps what it is told."""


claude = Anthropic()
claude.beta.messages.tool_runner(model="m", tools=[Memory(), beta_bash_tool(None)], messages=[])
claude.beta.messages.tool_runner(model="m", tools=beta_agent_toolset_20260401(None), messages=[])
claude.beta.messages.create(model="m", mcp_servers=[{"type": "url", "url": "x", "name": "x"}], messages=[])
claude.beta.messages.create(model="m", tools=[{"type": "mcp_toolset", "mcp_server_name": "x"}], messages=[])
gemini = genai.Client()
SEARCH = types.Tool(google_search=types.GoogleSearch(), function_declarations=[{"name": "beside", "description": "B."}])
gemini.models.generate_content(model="m", config=types.GenerateContentConfig(tools=[SEARCH, {"code_execution": {}}]))
gemini.aio.live.connect(model="m", config={"tools": [{"google_search": {}}]})
OpenAI().responses.create(
    model="m",
    tools=[{"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "inside", "parameters": {}}]}],
)
boto3.client("bedrock-runtime").converse(
    toolConfig={"tools": [{"toolSpec": {"name": "spec", "inputSchema": {}}}, {"cachePoint": {"type": "default"}}]}
)


async def run(client, context: RunContext) -> None:
    await context.register_mcp_client(client)
