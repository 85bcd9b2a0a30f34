from agents import Agent

from tools import find_invoice, review_invoice

chat = Agent(tools=[find_invoice])
clerk = Agent(name="Invoice clerk", tools=[find_invoice, review_invoice])
empty = Agent(name="greeter", tools=[])


def start() -> Agent:
    return Agent(name="intern", tools=[review_invoice])
