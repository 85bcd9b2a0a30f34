"""What another server or package gives cannot be read here."""
from langchain.agents import create_agent
from langchain_community.agent_toolkits import SQLDatabaseToolkit
from langchain_community.tools import DuckDuckGoSearchRun
from langchain_core.tools import tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from composio import get_tools


@tool
def own() -> str:
    """Own."""
    return ""


async def build():
    client = MultiServerMCPClient({"math": {"command": "python"}})
    first = create_agent("model", await client.get_tools(), name="first")
    second = create_agent("model", [own] + await load_mcp_tools(None), name="second")
    third = create_agent("model", [*SQLDatabaseToolkit(db=None).get_tools(), own], name="third")
    fourth = create_agent("model", [DuckDuckGoSearchRun(), DuckDuckGoSearchRun(name="web")], name="fourth")
    fifth = create_agent("model", get_tools(), name="fifth")
    return first, second, third, fourth, fifth
