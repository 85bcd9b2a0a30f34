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


support = Agent(name="chat", tools=[tool for tool in EVERY if tool.name in registry.allowlist("clerk")])
clerk = Agent(name="clerk", tools=[tool for tool in EVERY if tool.name in registry.allowlist("clerc").names])
