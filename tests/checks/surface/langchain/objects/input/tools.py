"""Tool objects, retrievers, runnables."""
from langchain_core.prompts import PromptTemplate
from langchain_core.tools import StructuredTool, Tool, create_retriever_tool
from pydantic import BaseModel


class Query(BaseModel):
    """The schema."""

    text: str


def plain(text: str) -> str:
    """Plain."""
    return text


async def later(text: str) -> str:
    """Later."""
    return text


a = StructuredTool.from_function(plain)
b = StructuredTool.from_function(func=plain, name="structured", description="Given.")
c = StructuredTool.from_function(coroutine=later)
d = StructuredTool.from_function(plain, None, "by_position", "By position.")
e = StructuredTool(name="constructed", description="Constructed.", func=plain, args_schema=Query)
f = Tool(name="simple", func=plain, description="Simple.")
g = Tool("simple_position", plain, "Simple by position.")
h = Tool.from_function(plain, "simple_made", "Simple, made.")
i = create_retriever_tool(None, "notes", "Find in the notes.")
j = PromptTemplate.from_template("{x}").as_tool(name="runnable", description="A runnable.")
k = PromptTemplate.from_template("{x}").as_tool(name="own_text")
