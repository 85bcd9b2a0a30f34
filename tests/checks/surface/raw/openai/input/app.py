"""Dictionaries given to OpenAI's client, in all three shapes."""
from openai import NOT_GIVEN, OpenAI, pydantic_function_tool
from pydantic import BaseModel

client = OpenAI()


class Place(BaseModel):
    """A place."""

    name: str


WEATHER = {"type": "function", "function": {"name": "weather", "description": "The weather.", "parameters": {}}}
TOOLS = [WEATHER, pydantic_function_tool(Place), pydantic_function_tool(Place, name="place_named", description="Named.")]


def ask(question: str):
    return client.chat.completions.create(model="m", messages=[], tools=TOOLS)


client.responses.create(model="m", tools=[{"type": "function", "name": "answer", "parameters": {}}, {"type": "web_search"}])
client.responses.create(model="m", tools=[{"type": "mcp", "server_label": "x", "server_url": "http://x"}])
client.chat.completions.create(model="m", functions=[{"name": "legacy", "parameters": {}}], tools=NOT_GIVEN)


def forward(tools):
    return client.chat.completions.create(model="m", tools=tools)
