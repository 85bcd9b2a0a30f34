from agents import Agent
from agents.mcp import MCPServerStdio

from tools import find_invoice, review_invoice

clerk = Agent(name="clerk", tools=[find_invoice, review_invoice])
# Whom it hands over to is no tool, and what the server brings is not known: what is missing cannot be told.
chat = Agent(name="chat", tools=[find_invoice], handoffs=[clerk], mcp_servers=[MCPServerStdio(params={"command": "x"})])
