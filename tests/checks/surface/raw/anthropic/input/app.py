"""Dictionaries and functions given to Anthropic's client."""
from anthropic import Anthropic, beta_tool


@beta_tool
def lookup(word: str) -> str:
    """Look a word up.

    In the large dictionary.

    Args:
        word: which one
    """
    return word


@beta_tool(name="renamed", description="Renamed.")
def _other() -> str:
    return ""


client = Anthropic()
client.beta.messages.tool_runner(model="m", tools=[lookup, _other], messages=[])
client.messages.create(
    model="m",
    tools=[
        {"name": "plain", "description": "Plain.", "input_schema": {}},
        {"type": "bash_20250124", "name": "bash"},
    ],
)
