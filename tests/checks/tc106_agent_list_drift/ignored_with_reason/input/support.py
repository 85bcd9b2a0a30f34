from agents import Agent

from tools import find_invoice, review_invoice

chat = Agent(name="chat", tools=[find_invoice])
clerk = Agent(name="clerk", tools=[find_invoice, review_invoice])
# toolcrib: ignore[TC106] it is started by hand and answers nobody
trial = Agent(name="trial", tools=[review_invoice])
