"""Lists behind an adapter: held to the right session, to another agent's, and to one that cannot be told."""

from pydantic_ai import Agent, FunctionToolset
from toolcrib.registry import Registry
from toolcrib.registry.adapters.pydantic_ai import Toolcrib

registry = Registry.load("tools.yaml")
every = FunctionToolset()


@every.tool_plain
def find_invoice(number: str) -> str:
    """Find one invoice by its number."""
    return number


@every.tool_plain
def review_invoice(number: str) -> str:
    """Propose a refund; a person pays it out."""
    return number


async def chat(facts) -> None:
    async with registry.async_session("chat", facts=facts) as session:
        Agent(name="chat", toolsets=[Toolcrib(every, session)])


async def clerk(facts) -> None:
    async with registry.async_session("chat", facts=facts) as session:
        Agent(name="clerk", toolsets=[Toolcrib(every, session)])


async def whoever(session) -> None:
    Agent(name="chat", toolsets=[Toolcrib(every, session)])


async def nobody(facts) -> None:
    async with registry.async_session("clark", facts=facts) as session:
        Agent(name="clerk", toolsets=[Toolcrib(every, session)])
