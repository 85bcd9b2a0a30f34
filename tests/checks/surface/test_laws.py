"""Laws of reading a surface: whatever the files hold.

Programs come from a small grammar that mixes the frameworks' forms with branches, loops, classes and nonsense, and from
the cases, with lines lost, moved and said twice.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolcrib.checks.surface import Surface, SurfaceProblems, read_surface
from toolcrib.manifest import Location

CASES = Path(__file__).parent
bounded = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# --- programs from a grammar -----------------------------------------------------------------------------------------

NAMES = ["mcp", "server", "agent", "tools", "fn", "f", "name", "self", "x", "TOOLS", "cls"]
IMPORTS = [
    "from mcp.server.mcpserver import MCPServer",
    "from mcp.server.lowlevel import Server\nfrom mcp import types",
    "from fastmcp import FastMCP\nfrom fastmcp.tools import Tool, tool\nfrom fastmcp.server.transforms import *",
    "from langchain_core.tools import tool, BaseTool, StructuredTool\nfrom langchain.agents import create_agent",
    "from agents import Agent, function_tool",
    "from pydantic_ai import Agent, FunctionToolset, Tool",
    "from claude_agent_sdk import *\nfrom claude_agent_sdk import tool, ClaudeAgentOptions, create_sdk_mcp_server",
    "import openai, os, functools, importlib\nfrom a import *\nfrom . import b",
]
STARTS = [
    "",
    'mcp = server = FastMCP("s")\ndef fn():\n    """Doc."""\nTOOLS = [fn]\nmcp.tool(fn)',
    'mcp = MCPServer("s")\nserver = Server("l")\ndef fn(): ...\nx = {"a": fn}\nmcp.add_tool(fn)',
    '@tool("n")\ndef fn(x):\n    """Doc."""\ntools = [fn]\nagent = Agent("m", tools=tools)',
    'class cls(FastMCP):\n    def __init__(self):\n        super().__init__("c")\n        self.tool(self.fn)\n'
    "    def fn(self): ...\nmcp = cls()",
]
ATOMS = [
    "None", "True", "''", "'n'", "1", "[]", "{}", "()", "...", "b'x'", "os.environ['A']", "os.getenv('A', 'd')",
    "lambda: 1", "FastMCP('s')", "MCPServer('s')", "Server('l')", "Agent(name='a')", "Agent('m', tools=[fn])", "Tool",
    "FunctionToolset([fn])", "types.Tool(name='t', inputSchema={})", "Tool.from_function(fn)", "openai.OpenAI()",
    "{'type': 'function', 'function': {'name': 'd', 'parameters': {}}}", "create_sdk_mcp_server('s', tools=tools)",
    "super()", "input()", "type(self)", "globals()", "__name__", "functools.partial(fn, 1)", "-x", "not x", "yield_",
]  # fmt: skip
METHODS = [
    "tool", "add_tool", "mount", "tool_plain", "list_tools", "append", "extend", "items", "add_transform", "prefixed",
    "bind_tools", "create", "clone", "as_tool", "get_tools", "renamed", "add_provider", "remove_tool", "register", "x",
]  # fmt: skip
PARAMETERS = [
    "", "self", "self, mcp: FastMCP", "mcp: FastMCP | None = None", "x: 'FastMCP' = mcp, *tools: list[Tool | None]",
    "cls, name: str | int = 'n', /, *, f: A.B[C] = None, **kw: 'Agent[x]'", "agent: Agent = Agent('m')", "server, x=1",
]  # fmt: skip


def expressions() -> st.SearchStrategy[str]:
    leaf = st.one_of(st.sampled_from(ATOMS), st.sampled_from(NAMES))

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from(METHODS)).map(lambda t: f"({t[0]}).{t[1]}"),
            st.tuples(inner, st.lists(inner, max_size=2)).map(lambda t: f"({t[0]})({', '.join(t[1])})"),
            st.tuples(inner, st.sampled_from(["name", "tools", "description", "fn", "namespace"]), inner).map(
                lambda t: f"({t[0]})({t[1]}={t[2]})"
            ),
            st.tuples(inner, inner).map(lambda t: f"({t[0]})(*({t[1]}), **({t[1]}))"),
            st.tuples(inner, inner).map(lambda t: f"[{t[0]}, *({t[1]})]"),
            st.tuples(inner, inner).map(lambda t: f"{{'k': {t[0]}, **({t[1]})}}"),
            st.tuples(inner, st.sampled_from(["+", "or", "==", "|", "%", "is", "in"]), inner).map(
                lambda t: f"({t[0]} {t[1]} {t[2]})"
            ),
            st.tuples(inner, inner).map(lambda t: f"({t[0]})[{t[1]}]"),
            st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
            st.tuples(inner, inner).map(lambda t: f"[{t[0]} for f in {t[1]} if f]"),
            inner.map(lambda e: f"f'{{({e})!s}}_x'".replace("''", '""') if "'" not in e else f"str({e})"),
        )

    return st.recursive(leaf, larger, max_leaves=6)


ODD = [
    "(mcp := FastMCP('w')).tool(fn)",
    "mcp, *tools = server, fn, *x",
    "def fn[T: int = str, *Ts](x: T) -> Ts: ...",
    "type tools = list[fn]",
    "x = lambda *a, k=fn, **kw: (yield_, *a)",
    "del mcp.tool, tools[0], (x, [f])",
    "try:\n    mcp.tool(fn)\nexcept* (ValueError, TypeError) as x: pass",
    "@(lambda f: f)\n@mcp.tool\ndef f(): ...",
    "with (FastMCP('a') as mcp, server as (x, [f])): mcp.tool(fn)",
    "nonlocal_ = f'{x!r:>{f\"{name}\"}}' f\"{{}}\" 'y'",
    "match x:\n    case {'name': name, **kw} | cls(name=name) if name: mcp.tool(name)\n    case [fn, *_]: mcp.tool(fn)",
    "async def f():\n    async for mcp in x: mcp.tool(fn)\n    return [await t async for t in tools if await t]",
    "class cls[T](FastMCP, metaclass=f, name='n'):\n    x: int\n    def __class_getitem__(cls, f): return f",
    "for mcp, (f, *x[0]) in zip(tools, [fn]): mcp.tool(f)\nelse: mcp.tool(fn)",
    "x = y = mcp.tool = tools[:, 1:, ...] = fn",
    "from . import *\nfrom .. import mcp as server\nfrom __future__ import annotations",
    "exec('mcp.tool(fn)'); raise x from f",
    "print(*[f for f in tools for tools in f if (x := f)], **{**kw, 'a': {*x}}, end=b'' rb'\\x')",
    "assert (f, x), mcp.tool(fn)",
    "if True: mcp.tool(fn)\nelif x: pass\nelse: mcp = None",
    "while mcp.tool(fn): continue\nelse: tools.clear()",
]  # fmt: skip


def statements() -> st.SearchStrategy[list[str]]:
    name, expression = st.sampled_from(NAMES), expressions()
    leaf = st.one_of(
        st.tuples(name, expression).map(lambda t: [f"{t[0]} = {t[1]}"]),
        expression.map(lambda e: [e]),
        st.tuples(name, expression).map(lambda t: [f"{t[0]} += {t[1]}"]),
        st.tuples(name, name, expression).map(lambda t: [f"({t[0]}).{t[1]} = {t[2]}"]),
        st.tuples(name, expression, expression).map(lambda t: [f"{t[0]}[{t[1]}] = {t[2]}"]),
        st.sampled_from(ODD).map(str.splitlines),
        st.sampled_from([["pass"], ["del x"], ["global mcp"], ["import os as mcp"], ["raise"], ["assert x"]]),
    )

    def larger(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
        block = st.lists(inner, min_size=1, max_size=3).map(lambda parts: ["    " + line for p in parts for line in p])
        return st.one_of(
            st.tuples(expression, block, block).map(lambda t: [f"if {t[0]}:", *t[1], "else:", *t[2]]),
            st.tuples(name, expression, block).map(lambda t: [f"for {t[0]} in {t[1]}:", *t[2]]),
            st.tuples(expression, block).map(lambda t: [f"while {t[0]}:", *t[1], "    break"]),
            st.tuples(block, block).map(lambda t: ["try:", *t[0], "except Exception as x:", *t[1]]),
            st.tuples(expression, name, block).map(lambda t: [f"with {t[0]} as {t[1]}:", *t[2]]),
            st.tuples(expression, block).map(
                lambda t: [f"match {t[0]}:", "    case 'n':", *("    " + x for x in t[1])]
            ),
            st.tuples(expression, name, name, block).map(
                lambda t: [f"@({t[0]})", f"def {t[1]}({t[2]}, *args, **kw):", "    '''Doc.'''", *t[3]]
            ),
            st.tuples(name, expression, block).map(lambda t: [f"def {t[0]}(x={t[1]}):", *t[2], "    return x"]),
            st.tuples(name, expression, block).map(lambda t: [f"class {t[0]}({t[1]}):", *t[2]]),
            st.tuples(name, st.sampled_from(PARAMETERS), block).map(
                lambda t: [f"async def {t[0]}({t[1]}):", *t[2], "    yield x"]
            ),
            st.tuples(name, st.sampled_from(PARAMETERS), block, name).map(
                lambda t: [f"def {t[0]}({t[1]}):", *t[2], f"other.given({t[0]}, {t[3]})"]
            ),
        )

    return st.recursive(leaf, larger, max_leaves=6)


def programs(imported: Sequence[str] = IMPORTS) -> st.SearchStrategy[str]:
    imports = st.lists(st.sampled_from(imported), min_size=1, max_size=4, unique=True).map("\n".join)
    start = st.tuples(imports, st.sampled_from(STARTS)).map("\n".join)
    body = st.lists(statements(), max_size=6).map(lambda parts: "\n".join(line for part in parts for line in part))
    return st.tuples(start, body).map(lambda t: f"{t[0]}\n{t[1]}\n")


# --- programs from the cases -----------------------------------------------------------------------------------------

FOLDERS = sorted(CASES.glob("*/*/input"))
TEXTS = [f.read_text() for f in sorted(CASES.glob("*/*/input/**/*.py"))]
PIECES = [piece for text in TEXTS for piece in text.split("\n\n\n")]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    parts = [draw(st.sampled_from(TEXTS)), *draw(st.lists(st.sampled_from(PIECES), max_size=3))]
    lines = "\n\n\n".join(parts).splitlines() or [""]
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        instead = draw(
            st.sampled_from([[], [lines[at]] * 2, [lines[other]], ["pass"], [lines[at].replace("(", "(*", 1)]])
        )
        lines[at : at + 1] = instead
        lines = lines or [""]
    return "\n".join(lines)


def parses(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "x.py", "exec")
        except (SyntaxError, ValueError, SystemError):  # the last: a fault of CPython 3.12.0 and .1
            return False
    return True


def read(files: dict[str, str]) -> Surface | None:
    """The surface, or None where a file is no Python: nothing else may be raised, and it must be true."""
    broken = [path for path, text in files.items() if not parses(text)]
    try:
        return read_surface({path: text.encode() for path, text in files.items()})
    except SurfaceProblems as problems:
        named = {p.at.path for p in problems.exceptions if p.at is not None}
    if not named & set(broken):
        pytest.fail(f"refused although it parses: {named}")
    return None


STRANGERS = [
    "from click import Group as FastMCP, Command as Server",
    "from flask import Flask as MCPServer\nimport celery as types",
    "from invoke import task as tool, Collection as Agent\nimport typer as mcp",
    "from own import Agent, Tool, tool, FunctionToolset, FastMCP, MCPServer, Server, create_sdk_mcp_server",
    "import own.mcp, own.fastmcp as fastmcp, own as openai\nfrom own.agents import function_tool",
    "class FastMCP:\n    def tool(self, fn): return fn\nclass Agent(FastMCP): ...\nMCPServer = Server = FastMCP",
    "def tool(name): return lambda fn: fn",
]


# --- laws ------------------------------------------------------------------------------------------------------------


@bounded
@given(st.one_of(programs(), mutated()))
def test_every_place_lies_in_its_file(text: str) -> None:
    """No program raises anything but the error that it cannot be read, and every place can be opened."""
    surface = read({"app.py": text})
    if surface is None:
        return
    lines = text.split("\n")
    for at in places(surface):
        assert at.path == "app.py"
        assert 1 <= at.line <= at.end_line <= len(lines)
        assert 1 <= at.column <= len(lines[at.line - 1]) + 1
        assert 1 <= at.end_column <= len(lines[at.end_line - 1]) + 1
    anchors = [u.anchor for u in surface.unresolved]
    assert len(anchors) == len(set(anchors))
    assert [t.order for t in surface.tools] == list(range(len(surface.tools)))
    assert all(t.name and t.declared_name for t in surface.tools)


@bounded
@given(programs(STRANGERS), programs(STRANGERS))
def test_no_tool_is_invented_where_no_framework_is(text: str, other: str) -> None:
    """Whatever it is called: a tool is known by its import."""
    surface = read({"app.py": text, "own.py": other, "pkg/own.py": text})
    if surface is not None:
        assert [tool.name for tool in surface.tools] == []
        assert [agent.agent for agent in surface.agents] == []


def places(surface: Surface) -> list[Location]:
    found = [t.at for t in surface.tools] + [t.site for t in surface.tools] + [u.at for u in surface.unresolved]
    found += [t.description.at for t in surface.tools] + [h.at for t in surface.tools for h in t.hints]
    return found + [n.at for n in surface.notes] + [a.at for a in surface.agents]


@bounded
@given(st.lists(st.one_of(programs(), mutated()), min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_the_order_of_files_means_nothing(texts: list[str], random: object) -> None:
    files = {f"pkg/m{number}.py": text for number, text in enumerate(texts)} | {"pkg/__init__.py": ""}
    names = list(files)
    random.shuffle(names)  # type: ignore[attr-defined]  # a random.Random, which Hypothesis types loosely
    assert read({name: files[name] for name in names}) == read(files)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.parent.relative_to(CASES).as_posix())
def test_a_file_that_says_nothing_changes_nothing(folder: Path) -> None:
    files = {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*.py"))}
    alone, more = read(files), read({**files, "zz_other.py": "import math\n\n\ndef area(r):\n    return math.pi * r\n"})
    assert alone is not None
    assert more is not None
    assert (alone.tools, alone.unresolved, alone.agents, alone.notes) == (
        more.tools,
        more.unresolved,
        more.agents,
        more.notes,
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.parent.relative_to(CASES).as_posix())
def test_moved_lines_keep_names_and_anchors(folder: Path) -> None:
    """A comment above everything moves every line, and nothing else."""
    files = {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*.py"))}
    before, after = read(files), read({path: f"# moved\n\n{text}" for path, text in files.items()})
    assert before is not None
    assert after is not None
    assert [t.name for t in before.tools] == [t.name for t in after.tools]
    assert [t.description.sent for t in before.tools] == [t.description.sent for t in after.tools]
    assert [t.at.line + 2 for t in before.tools] == [t.at.line for t in after.tools]
    assert [u.anchor for u in before.unresolved] == [u.anchor for u in after.unresolved]
