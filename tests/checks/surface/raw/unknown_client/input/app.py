"""Where nothing tells what the client is, only what is certainly a schema counts."""
import openai

SCHEMA = {"name": "certain", "description": "Certain.", "input_schema": {}}
LOOKS_LIKE_ONE = [{"name": "nobody_takes_it", "parameters": {}}]


def ask(client):
    client.messages.create(tools=[SCHEMA, {"name": "a_table_of_something"}])


def relay(client, tools):
    client.messages.create(tools=tools)
