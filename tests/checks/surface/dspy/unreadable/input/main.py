"""Tools of a server, lists and names that callers give."""
import dspy


async def remote(session):
    listed = await session.list_tools()
    tools = [dspy.Tool.from_mcp_tool(session, tool) for tool in listed.tools]
    return dspy.ReAct("question -> answer", tools=tools)


class Program(dspy.Module):
    def __init__(self, tools, name):
        super().__init__()
        self.react = dspy.ReAct("question -> answer", tools=[*tools, dspy.Tool(self.look, name=name)])

    def look(self, x: int) -> int:
        """Looks."""
        return x
