from app.agents import desk
from agents import Agent

other = Agent(name="Other", tools=desk.tools)
