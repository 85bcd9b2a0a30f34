"""Older names, hosted tools, runs, and a provider that adds tools."""
from agent_framework import ChatAgent, ContextProvider, HostedWebSearchTool, SessionContext, ai_function
from agent_framework.openai import OpenAIChatClient


@ai_function
def older(word: str) -> str:
    """Older."""
    return word


def in_a_run(word: str) -> str:
    """In a run."""
    return word


class Provider(ContextProvider):
    async def before_run(self, *, agent, session, context: SessionContext, state) -> None:
        context.extend_tools("provider", [self.remember])

    def remember(self, word: str) -> str:
        """Remember."""
        return word


client = OpenAIChatClient()
agent = ChatAgent(
    chat_client=client,
    name="older",
    tools=[older, HostedWebSearchTool(), client.get_code_interpreter_tool()],
    context_providers=[Provider("provider")],
)


async def main() -> None:
    await agent.run("Hello", tools=in_a_run)
    await client.get_response("Hello", tools=[in_a_run])


agent.as_mcp_server()
