from agents import Agent

from tools import find_invoice, review_invoice

support = Agent(name="Support", tools=[find_invoice])
clerk = Agent(name="clerk", tools=[find_invoice, review_invoice])
