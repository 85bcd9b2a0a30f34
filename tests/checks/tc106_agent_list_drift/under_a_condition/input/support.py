import os

from agents import Agent

from tools import find_invoice, review_invoice

tools = [find_invoice]
if os.environ["TRUSTED"] == "yes":
    tools.append(review_invoice)
chat = Agent(name="chat", tools=tools)
clerk = Agent(name="clerk", tools=[find_invoice, review_invoice])
