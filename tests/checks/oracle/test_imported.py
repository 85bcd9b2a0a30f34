"""Objects of each framework, imported by the command in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.oracle import Listing
from toolcrib.checks.oracle._imported import INSIDE, interpreter, is_target, listing_of
from toolcrib.checks.oracle._inside import Unlistable, listed

FASTMCP = '''\
from fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool(annotations={"readOnlyHint": True})
def list_orders() -> str:
    """List the orders."""
    return ""


def build():
    return mcp


async def later():
    return mcp


class Shop:
    server = mcp


def needs(a, b=1):
    return mcp


number = 3
page = [3]
'''
HIGH = """\
from mcp.server.mcpserver import MCPServer

server = MCPServer("shop")


@server.tool()
def list_orders() -> str:
    "List the orders."
    return ""
"""
LOW = """\
from mcp import types
from mcp.server.lowlevel import Server


async def given(ctx, params):
    tool = types.Tool(name="list_orders", description="List the orders.", input_schema={"type": "object"})
    return types.ListToolsResult(tools=[tool])


server = Server("shop", on_list_tools=given)
"""
PYDANTIC = """\
from pydantic_ai import Agent, FunctionToolset

orders = FunctionToolset()


@orders.tool_plain(requires_approval=True)
def drop_order() -> str:
    "Drop an order."
    return ""


desk = Agent("test", toolsets=[orders.prefixed("shop")])


@desk.tool_plain
def list_orders() -> str:
    "List the orders."
    return ""


other = Agent("test", name="other")


@other.tool_plain
def refund() -> str:
    "Refund."
    return ""
"""
LANGCHAIN = """\
from langchain.agents import create_agent
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode


class Model(GenericFakeChatModel):
    def bind_tools(self, tools, **rest):
        return self.bind(tools=tools)


@tool
def list_orders() -> str:
    "List the orders."
    return ""


@tool
def drop_order() -> str:
    "Drop an order."
    return ""


TOOLS = [list_orders, drop_order]
node = ToolNode([list_orders])
agent = create_agent(Model(messages=iter([])), tools=[list_orders], name="desk")
"""
OPENAI = """\
from agents import Agent, function_tool


@function_tool
def list_orders() -> str:
    "List the orders."
    return ""


@function_tool(needs_approval=True)
def drop_order() -> str:
    "Drop an order."
    return ""


@function_tool(is_enabled=False)
def secret() -> str:
    "Never offered."
    return ""


desk = Agent(name="Desk", tools=[list_orders, drop_order])
less = Agent(name="Less", tools=[list_orders, secret])
"""
NEEDS = {"FASTMCP": "fastmcp", "PYDANTIC": "pydantic_ai", "LANGCHAIN": "langchain", "OPENAI": "agents"}


@pytest.mark.parametrize(
    ("source", "target", "alike", "options"),
    [
        ("FASTMCP", "mcp", ["list_orders"], ()),
        ("FASTMCP", "build", ["list_orders"], ()),
        ("FASTMCP", "later()", ["list_orders"], ()),
        ("FASTMCP", "Shop.server", ["list_orders"], ()),
        ("HIGH", "server", ["list_orders"], ()),
        ("LOW", "server", ["list_orders"], ()),
        ("PYDANTIC", "desk", ["list_orders", "shop_drop_order"], ()),
        ("PYDANTIC", "other", ["refund"], ()),
        ("LANGCHAIN", "TOOLS", ["drop_order", "list_orders"], ("--path", ".")),
        ("LANGCHAIN", "node", ["list_orders"], ()),
        ("LANGCHAIN", "agent", ["list_orders"], ()),
        ("OPENAI", "desk", ["drop_order", "list_orders"], ()),
    ],
)
def test_what_is_offered_is_what_the_source_shows(
    project: Path, oracle: Any, source: str, target: str, alike: list[str], options: tuple[str, ...]
) -> None:
    package = NEEDS.get(source, "mcp")
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed (dependency group `apps`)")
    (project / "shop_code.py").write_text(globals()[source])
    done = oracle("--format", "json", "--python", sys.executable, "--import", f"shop_code:{target}", *options)
    assert done.code == 0, done.err + done.out
    assert done.answer["alike"] == alike
    assert done.err == f"oracle: this runs your code: {sys.executable} imports shop_code:{target} (at most 30 s)\n"
    assert not list(project.rglob("__pycache__"))


def test_a_tool_that_an_agent_switches_off_is_missed(project: Path, oracle: Any) -> None:
    pytest.importorskip("agents", reason="the OpenAI Agents SDK is not installed (dependency group `apps`)")
    (project / "shop_code.py").write_text(OPENAI)
    done = oracle("--format", "json", "--python", sys.executable, "--import", "shop_code:less")
    names = [tool["name"] for tool in done.answer["live"]["tools"]]
    assert names == ["list_orders"]
    assert [one["tool"] for one in done.answer["differences"]] == ["secret"]


@pytest.mark.parametrize(
    ("code", "target", "said"),
    [
        ("", "nothing", "AttributeError: module 'broken' has no attribute 'nothing'"),
        ("number = 3", "number", "it is a builtins.int: give a server of fastmcp"),
        ("page = [3]", "page", "item 1 of the list is a builtins.int, which is no tool"),
        ("def needs(a, b=1): ...", "needs", "it is a builtins.function that needs a: name one that needs nothing"),
        ("raise SystemExit('no key')", "x", "SystemExit: no key"),
        ("import os, sys\nprint('bye', file=sys.stderr, flush=True)\nos._exit(3)", "x", "(it ended with 3)\n    bye"),
    ],
)
def test_why_an_object_cannot_be_asked(project: Path, oracle: Any, code: str, target: str, said: str) -> None:
    (project / "broken.py").write_text(code)
    done = oracle("--python", sys.executable, "--import", f"broken:{target}")
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_an_import_that_hangs_is_ended(project: Path, oracle: Any) -> None:
    (project / "slow.py").write_text("import time\nprint('waiting', flush=True)\ntime.sleep(600)")
    done = oracle("--python", sys.executable, "--timeout", "1.5", "--import", "slow:x")
    assert done.code == 2
    assert "error: it was not done after 1.5 s\n    waiting\n    Give it longer" in done.err


def test_what_the_code_prints_does_not_mix_with_the_answer(project: Path, oracle: Any) -> None:
    pytest.importorskip("fastmcp", reason="fastmcp is not installed (dependency group `apps`)")
    (project / "loud.py").write_text("print('{}')\n" + FASTMCP)
    assert oracle("--format", "json", "--python", sys.executable, "--import", "loud:mcp").answer["alike"]


def test_only_a_module_and_an_object_are_a_target() -> None:
    assert all(map(is_target, ("a:b", "a.b:c.d", "a:b()")))
    assert not any(map(is_target, ("a", "a:", ":b", "a:b(1)", "a b:c", "-c:x", "a/b:c", "a:b()()")))


def test_which_interpreter_is_asked(tmp_path: Path) -> None:
    assert interpreter("python3", tmp_path, {}) == "python3"
    assert interpreter(None, tmp_path, {}) == sys.executable
    for folder in (tmp_path / ".venv", tmp_path / "active"):
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").touch()
    if sys.platform != "win32":
        assert interpreter(None, tmp_path, {}) == str(tmp_path / ".venv" / "bin" / "python")
        active = interpreter(None, tmp_path, {"VIRTUAL_ENV": str(tmp_path / "active")})
        assert active == str(tmp_path / "active" / "bin" / "python")


def test_the_script_needs_nothing_but_python() -> None:
    """It runs in the user's interpreter, where there is no toolcrib."""
    code = f"import runpy, sys; runpy.run_path({str(INSIDE)!r}); print([m for m in sys.modules if 'toolcrib' in m])"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def live(obj: object) -> Listing:
    return listing_of(listed(obj), target="it")


def test_lists_that_a_test_holds() -> None:
    """What `await client.list_tools()` gives, and the schemas that a provider's API takes."""
    types = pytest.importorskip("mcp.types", reason="the MCP SDK is not installed (dependency group `apps`)")
    tool = types.Tool(name="a", description="A.", input_schema={"type": "object"})
    assert [one.name for one in live([tool]).tools] == ["a"]
    assert [one.name for one in live(types.ListToolsResult(tools=[tool])).tools] == ["a"]
    with pytest.raises(Unlistable, match="one page"):
        live(types.ListToolsResult(tools=[tool], next_cursor=""))
    schemas = [{"type": "function", "function": {"name": "b", "description": "B."}}, {"name": "c"}]
    assert [(one.name, one.description) for one in live(schemas).tools] == [("b", "B."), ("c", None)]
    with pytest.raises(Unlistable, match="has no name"):
        live([{"type": "web_search"}])
