"""Lists that grow, copies of agents, servers of agents; handoffs are edges, not tools."""
from agents import Agent, function_tool, handoff
from agents.mcp import MCPServerStdio
from agents.realtime import RealtimeAgent
from agents.sandbox import SandboxAgent


@function_tool
def read() -> str:
    """Read."""
    return ""


@function_tool
def write() -> str:
    """Write."""
    return ""


TOOLS = [read]
desk = Agent(name="Desk", tools=TOOLS)
TOOLS.append(write)
copy = desk.clone(name="Copy")
other = desk.clone(name="Other", tools=[read])
grown = Agent("Grown", None, [])
grown.tools.append(read)
grown.tools.extend([write])
spoken = RealtimeAgent(name="Spoken", tools=[read])
router = Agent(name="Router", handoffs=[desk, handoff(copy, tool_name_override="to_copy")])
remote = Agent(name="Remote", mcp_servers=[MCPServerStdio(params={"command": "true"})])
boxed = SandboxAgent(name="Boxed")


class Own(Agent):
    def __init__(self) -> None:
        super().__init__(name="Own", tools=[write])


own = Own()
