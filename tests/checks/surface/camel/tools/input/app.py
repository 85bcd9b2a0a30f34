"""Functions, schemas and toolkits, given to agents. It runs as it stands."""
from typing import List

from camel.agents import ChatAgent
from camel.models import StubModel
from camel.toolkits import BaseToolkit, FunctionTool
from camel.types import ModelType


def plain(word: str) -> str:
    """Plain,
    in two lines.

    And more.

    Args:
        word (str): which
    """
    return word


def short(word: str) -> str:
    """Short."""
    return word


def untold(word: str) -> str:
    return word


class Desk(BaseToolkit):
    def look(self, word: str) -> str:
        r"""Look.

        Args:
            word (str): which

        Returns:
            str: the word
        """
        return word

    def _helper(self) -> None: ...

    def get_tools(self) -> List[FunctionTool]:
        return [FunctionTool(self.look)]


SCHEMA = {
    "type": "function",
    "function": {
        "name": "told_by_schema",
        "description": "By a schema.",
        "parameters": {"type": "object", "properties": {}, "required": []},
    },
}
renamed = FunctionTool(short)
renamed.set_function_name("renamed")
renamed.set_function_description("Renamed.")
retold = FunctionTool(Desk().look)
schema = retold.get_openai_tool_schema()
schema["function"]["name"] = "retold"
schema["function"]["description"] = f"{len([1])} desk."
retold.set_openai_tool_schema(schema)
agent = ChatAgent(
    "You help.",
    model=StubModel(ModelType.STUB),
    tools=[plain, FunctionTool(untold), FunctionTool(untold, SCHEMA), *Desk().get_tools(), renamed, retold],
    external_tools=[{**SCHEMA, "function": {**SCHEMA["function"], "name": "outside"}}],
)
agent.add_tool(short)
