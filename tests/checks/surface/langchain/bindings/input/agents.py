"""Who is given tools, in each way that a list reaches an agent or a model."""
from deepagents import create_deep_agent
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.prebuilt import ToolNode, create_react_agent
from pydantic import BaseModel
from typing_extensions import TypedDict


@tool
def search() -> str:
    """Search."""
    return ""


def plain(x: int) -> str:
    """Plain.

    Args:
        x: a number
    """
    return ""


def given_to_the_model(x: int) -> str:
    """Given to the model.

    Args:
        x: a number
    """
    return ""


class Answer(BaseModel):
    """Answer."""

    text: str


class Place(TypedDict):
    """A place."""

    text: str


READ = [search]
ALL = READ + [plain]
agent = create_agent("model", tools=[*ALL], name="writer")
react = create_react_agent("model", READ, name="reader")
node = ToolNode(ALL)
model = ChatOpenAI().bind_tools(
    [
        given_to_the_model,
        Answer,
        Place,
        {"title": "by_title", "description": "A JSON Schema.", "type": "object", "properties": {}},
        {"type": "function", "function": {"name": "by_name", "description": "A function.", "parameters": {}}},
        {"type": "web_search"},
    ]
)
deep = create_deep_agent(tools=READ, subagents=[{"name": "helper", "tools": [search]}])


def ask(llm):
    return llm.bind_tools([search])
