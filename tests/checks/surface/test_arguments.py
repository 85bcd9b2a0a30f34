"""The arguments that are read are those that the frameworks really ask the model for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.surface import Arguments, read_surface

CONNECT = Path(__file__).parents[2] / "apps" / "connect"


def arguments(text: str) -> dict[str, Arguments]:
    surface = read_surface({"app.py": text.encode()})
    return {tool.name: tool.arguments for tool in surface.tools}


def names(text: str) -> dict[str, list[str]]:
    return {name: [one.name for one in held.items] for name, held in arguments(text).items()}


def test_the_reference_application_asks_for_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty tools on five frameworks, through the frameworks themselves."""
    pytest.importorskip("agents")
    monkeypatch.syspath_prepend(str(CONNECT))
    from connect import toolbox
    from fastmcp import Client
    from mcp import Client as ProtocolClient

    async def schemas() -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for source in toolbox.sources():
            if isinstance(source, toolbox.FastMCPSource):
                async with Client(source.server) as client:
                    found |= {tool.name: tool.input_schema for tool in await client.list_tools()}
            elif isinstance(source, toolbox.ProtocolSource):
                async with ProtocolClient(source.server) as protocol:
                    found |= {tool.name: tool.input_schema for tool in (await protocol.list_tools()).tools}
            elif isinstance(source, toolbox.LangChainSource):
                found |= {tool.name: {"properties": tool.args} for tool in source.tools}
            elif isinstance(source, toolbox.AgentsSource):
                found |= {tool.name: tool.params_json_schema for tool in source.tools}  # type: ignore[union-attr]  # all are functions
            elif isinstance(source, toolbox.PydanticSource):
                held = await source.toolset.get_tools(source._context())
                found |= {name: tool.tool_def.parameters_json_schema for name, tool in held.items()}
        return found

    live = {name: sorted(schema.get("properties", {})) for name, schema in asyncio.run(schemas()).items()}
    files = {p.relative_to(CONNECT).as_posix(): p.read_bytes() for p in sorted(CONNECT.rglob("connect/**/*.py"))}
    tools = {tool.name: tool.arguments for tool in read_surface(files).tools}
    read = {name: sorted(one.name for one in held.items if "." not in one.name) for name, held in tools.items()}
    assert len(live) >= 60
    known = [name for name in live if name in tools and tools[name].complete]
    assert {name: read[name] for name in known} == {name: live[name] for name in known}
    assert len(known) >= len(live) - 3
    assert all(set(read[name]) <= set(live[name]) for name in live if name in read)


def test_what_the_framework_injects_is_left_out() -> None:
    assert names(
        """
from typing import Annotated
from fastmcp import Context, FastMCP
from fastmcp.dependencies import Depends

mcp = FastMCP("x")

@mcp.tool
async def find(project_id: str, ctx: Context, also: Annotated["Context | None", 1] = None, db=Depends(make)) -> str: ...

class Desk:
    @mcp.tool
    def close(self, *, account_id: str, reason: str = "") -> str: ...

@mcp.tool(exclude_args=["user_id"])
def open(user_id: str = "", name: str = "") -> str: ...
"""
    ) == {"find": ["project_id"], "close": ["account_id", "reason"], "open": ["name"]}


def test_places_are_the_names() -> None:
    held = arguments(
        """
from agents import function_tool

@function_tool
def find(
    words: str,
    project_id: str,
    limit=3,
    bare = None,
    *, last,
) -> str: ...
"""
    )["find"]
    assert held.complete
    assert [(a.name, a.at.line, a.at.column) for a in held.items] == [
        ("words", 6, 5), ("project_id", 7, 5), ("limit", 8, 5), ("bare", 9, 5), ("last", 10, 8),
    ]  # fmt: skip


def test_what_takes_anything_is_not_complete() -> None:
    held = arguments(
        """
from pydantic_ai import Agent
agent = Agent("m")

@agent.tool_plain
def find(project_id: str, **rest: str) -> str: ...
"""
    )["find"]
    assert [a.name for a in held.items] == ["project_id"]
    assert not held.complete


def test_classes_and_schemas_are_read_into_their_depth() -> None:
    assert names(
        """
from pydantic import BaseModel, Field
from langchain_core.tools import StructuredTool, tool
from mcp.types import Tool
from mcp.server.lowlevel import Server

class Where(BaseModel):
    tenantId: str
    kinds: list[str] = []

class Query(BaseModel):
    where: Where | None = None
    also: list[Where] = Field(default_factory=list, alias="more")

@tool(args_schema=Query)
def search(**given) -> str:
    \"\"\"Search.\"\"\"

@tool
def look(query: Where, ids: list[str]) -> str:
    \"\"\"Look.\"\"\"

server = Server("x")

@server.list_tools()
async def listed():
    return [Tool(name="raw", inputSchema={"type": "object", "properties": {
        "filter": {"type": "object", "properties": {"project_id": {}}},
        "rows": {"type": "array", "items": {"type": "object", "properties": {"user_id": {}}}},
    }})]
"""
    ) == {
        "search": ["where", "where.tenantId", "where.kinds", "more", "more.tenantId", "more.kinds"],
        "look": ["query", "query.tenantId", "query.kinds", "ids"],
        "raw": ["filter", "filter.project_id", "rows", "rows.user_id"],
    }


def test_what_cannot_be_told_is_not_claimed() -> None:
    found = arguments(
        """
from functools import partial
from fastmcp import FastMCP
from agents import FunctionTool
from mcp.types import Tool

mcp = FastMCP("x")

def find(tenant_id: str, words: str) -> str: ...

mcp.tool(partial(find, "t-1"), name="one")
two = FunctionTool(name="two", description="", params_json_schema=load(), on_invoke_tool=find)
"""
    )
    assert found == {"one": Arguments(), "two": Arguments()}


def test_classes_of_fields_are_read_as_the_framework_offers_them() -> None:
    """What FastMCP's own schemas say of the same source, down to the fields."""
    from fastmcp import FastMCP

    text = (
        "from dataclasses import dataclass\n"
        "from typing import Annotated\n"
        "from fastmcp import FastMCP\n"
        "from pydantic import AliasChoices, BaseModel, Field\n"
        "from typing_extensions import TypedDict\n"
        "mcp = FastMCP('x')\n"
        "@dataclass\nclass Where:\n    account: str\n    page: int = 0\n"
        "class Keys(TypedDict):\n    team: str\n"
        "class Filter(BaseModel):\n    a: Annotated[str, Field(alias='b')] = ''\n"
        "    c: str = Field(default='', serialization_alias='d')\n"
        "    e: str = Field(default='', validation_alias='f', alias='g')\n"
        "@mcp.tool\n"
        "def look(where: Where, keys: Keys, filters: list[Filter], u: Annotated[str, Field(alias='v')] = '',\n"
        "         w: str = Field(default='', alias='x')) -> str:\n    return ''\n"
    )
    space: dict[str, Any] = {}  # what runs is the text above
    exec(compile(text, "app.py", "exec", dont_inherit=True), space)
    server: FastMCP[Any] = space["mcp"]
    (tool,) = asyncio.run(server.list_tools())
    live: list[str] = []
    for name, held in tool.parameters["properties"].items():
        inner = held.get("items", held)
        live += [name, *(f"{name}.{field}" for field in inner.get("properties", {}))]
    assert sorted(names(text)["look"]) == sorted(live)
