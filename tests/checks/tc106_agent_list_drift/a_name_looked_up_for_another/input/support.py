from agents import Agent
from toolcrib.registry import Registry

from tools import find_invoice, review_invoice

registry = Registry.load("tools.yaml")
EVERY = [find_invoice, review_invoice]
TABLE = {tool.name: tool for tool in EVERY}


def kept(tools: list, agent: str) -> list:
    allowed = set(registry.allowlist(agent).names)
    found = []
    for tool in tools:
        if tool.name not in allowed:
            continue
        found.append(tool)
    return found


# Whether one name is granted says nothing about the other tool that is given then.
support = Agent(name="chat", tools=[t for t in EVERY if "find_invoice" in registry.allowlist("chat")])
clerk = Agent(name="clerk", tools=EVERY)
