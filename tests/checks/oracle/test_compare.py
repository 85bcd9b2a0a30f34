"""The pure comparison: what the source shows against a listing, and what the source had announced itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks import Acknowledgement
from toolcrib.checks.oracle import (
    Holder,
    Kind,
    Listing,
    LiveTool,
    Outcome,
    Selection,
    SelectionError,
    compare,
    oracle_text,
)
from toolcrib.checks.oracle._explain import FEWER, NEITHER, OTHERS
from toolcrib.checks.surface import HintName, Surface, read_surface
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._unread import FRAMEWORKS
from toolcrib.manifest import Location

HEAD = "import os\nfrom fastmcp import FastMCP\nmcp = FastMCP('shop')\n"
LIST = "@mcp.tool(annotations={'readOnlyHint': True})\ndef list_orders():\n    '''List the orders.'''\n"
DROP = "@mcp.tool\ndef drop_order():\n    '''Drop an order.'''\n"
ORDERS = LiveTool(name="list_orders", description="List the orders.", hints=((HintName.READ_ONLY, True),))
DROPPED = LiveTool(name="drop_order", description="Drop an order.")
DYNAMIC = "api = FastMCP.from_openapi({}, name='shop')\n"


def surface(*parts: str, **files: str) -> Surface:
    texts = {"app.py": HEAD + "".join(parts), **{f"{name}.py": text for name, text in files.items()}}
    return read_surface({path: text.encode() for path, text in texts.items()})


def held(shown: Surface, *tools: LiveTool, selection: Selection | None = None, **rest: Any) -> Outcome:
    return compare(shown, Listing(tools=tools, target="it", names=("shop",)), selection, **rest)


def kinds(outcome: Outcome, *, explained: bool = False) -> list[tuple[str, str]]:
    found = outcome.announced if explained else outcome.contradictions
    return [(one.kind.value, one.tool) for one in found]


def test_the_same_is_no_difference() -> None:
    outcome = held(surface(LIST, DROP), ORDERS, DROPPED)
    assert outcome.differences == ()
    assert outcome.alike == ("drop_order", "list_orders")
    assert outcome.exit_code(strict=True) == 0


def test_both_directions_are_found() -> None:
    outcome = held(surface(LIST), DROPPED)
    assert kinds(outcome) == [("only-in-source", "list_orders"), ("only-live", "drop_order")]
    assert [str(place) for place in outcome.differences[0].places] == ["app.py:4:1"]
    assert outcome.exit_code() == 1


@pytest.mark.parametrize("text", ["List some orders.", "", None])
def test_another_text_is_a_difference(text: str | None) -> None:
    outcome = held(surface(LIST), LiveTool(name="list_orders", description=text, hints=ORDERS.hints))
    assert kinds(outcome) == [("description", "list_orders")]
    assert (outcome.differences[0].source, outcome.differences[0].live) == ("List the orders.", text or "")


def test_how_a_text_is_wrapped_means_nothing() -> None:
    outcome = held(surface(LIST), LiveTool(name="list_orders", description="List\n  the orders.\n", hints=ORDERS.hints))
    assert outcome.differences == ()


@pytest.mark.parametrize(
    ("hints", "found"),
    [
        ((), ("yes", None)),
        (((HintName.READ_ONLY, False),), ("yes", "no")),
        (((HintName.DESTRUCTIVE, True), (HintName.READ_ONLY, True)), (None, "yes")),
    ],
)
def test_another_hint_is_a_difference(hints: Any, found: tuple[str | None, str | None]) -> None:
    outcome = held(surface(LIST), LiveTool(name="list_orders", description="List the orders.", hints=hints))
    assert kinds(outcome) == [("hint", "list_orders")]
    assert (outcome.differences[0].source, outcome.differences[0].live) == found


def test_a_hint_that_such_a_listing_cannot_show_is_not_compared() -> None:
    listing = Listing(
        tools=(LiveTool(name="list_orders", description="List the orders."),), target="", shows=frozenset()
    )
    assert compare(surface(LIST), listing).differences == ()


def test_a_name_that_is_listed_twice_is_said() -> None:
    assert kinds(held(surface(LIST), ORDERS, ORDERS)) == [("listed-twice", "list_orders")]


def test_a_text_that_cannot_be_read_is_counted_and_no_difference() -> None:
    source = "@mcp.tool(description=open('text').read())\ndef list_orders():\n    pass\n"
    outcome = held(surface(source), LiveTool(name="list_orders", description="Whatever."))
    assert outcome.differences == ()
    assert outcome.texts_unread == ("list_orders",)


def test_what_is_registered_under_a_condition_may_be_absent() -> None:
    outcome = held(surface(LIST, "if os.environ.get('WRITE'):\n    @mcp.tool\n    def drop_order(): ...\n"), ORDERS)
    assert kinds(outcome, explained=True) == [("only-in-source", "drop_order")]
    explained = outcome.announced[0].explained
    assert explained is not None
    assert explained.text == "registered only if `os.environ.get('WRITE')`"
    assert explained.at is not None
    assert explained.at.line == 8
    assert (outcome.exit_code(), outcome.exit_code(strict=True)) == (0, 1)


def test_one_declaration_without_a_condition_is_enough_to_expect_it() -> None:
    source = "if os.environ.get('WRITE'):\n    @mcp.tool(name='drop_order')\n    def first(): ...\n" + DROP
    assert kinds(held(surface(LIST, source), ORDERS)) == [("only-in-source", "drop_order")]


CONFIGURED = "P = os.environ.get('PREFIX', 'shop_')\n@mcp.tool(name=P + 'find')\ndef find():\n    '''Find.'''\n"


@pytest.mark.parametrize(("name", "text"), [("seek", "Find."), ("my_find", "Another text.")])
def test_a_name_that_the_environment_changes_is_found_again(name: str, text: str) -> None:
    outcome = held(surface(CONFIGURED), LiveTool(name=name, description=text))
    assert kinds(outcome, explained=True) == [("only-in-source", "shop_find"), ("only-live", name)]


def test_with_another_name_and_another_text_it_may_be_anything() -> None:
    outcome = held(surface(CONFIGURED), LiveTool(name="seek", description="Another text."))
    assert kinds(outcome) == [("only-live", "seek")]


def test_one_changed_name_does_not_stand_for_two() -> None:
    tools = (LiveTool(name="my_find", description="Find."), LiveTool(name="your_find", description="Find."))
    assert kinds(held(surface(CONFIGURED), *tools)) == [("only-live", "your_find")]


def test_a_dynamic_place_may_bring_what_the_source_does_not_show() -> None:
    outcome = held(surface(LIST, "mcp.mount(FastMCP.from_openapi({}))\n"), ORDERS, LiveTool(name="get_pets"))
    assert kinds(outcome, explained=True) == [("only-live", "get_pets")]
    assert outcome.exit_code() == 0


def word(shown: Surface, *tools: str, dynamic: bool = False) -> Acknowledgement:
    (entry,) = shown.unresolved
    return Acknowledgement(
        file=entry.at.path,
        anchor=entry.anchor,
        tools=tools,
        reason="R",
        dynamic=dynamic,
        at=Location("pyproject.toml", 9),
    )


def test_an_acknowledgement_is_held_to_its_names() -> None:
    """Its names are declared: one that is not listed, and one that it does not name, contradict it."""
    shown = surface(LIST, "mcp.mount(FastMCP.from_openapi({}))\n")
    tools = (ORDERS, LiveTool(name="get_pets"))
    assert held(shown, *tools, acknowledged=[word(shown, "get_pets")]).differences == ()
    outcome = held(shown, *tools, acknowledged=[word(shown, "get_dogs")])
    assert kinds(outcome) == [("only-in-source", "get_dogs"), ("only-live", "get_pets")]
    assert str(outcome.differences[0].places[0]) == "pyproject.toml:9:1"
    assert kinds(held(shown, *tools, acknowledged=[word(shown, dynamic=True)]), explained=True) == [
        ("only-live", "get_pets")
    ]


def test_a_removal_explains_its_tool_and_no_other() -> None:
    removal = "if os.environ.get('SMALL'):\n    mcp.remove_tool('drop_order')\n"
    assert kinds(held(surface(LIST, DROP, removal), ORDERS), explained=True) == [("only-in-source", "drop_order")]
    assert kinds(held(surface(LIST, DROP, removal), DROPPED)) == [("only-in-source", "list_orders")]


OTHER = "from fastmcp import FastMCP\nback = FastMCP('back')\n@back.tool\ndef refund():\n    '''Refund.'''\n"


def test_a_note_on_another_server_explains_nothing_here() -> None:
    assert kinds(held(surface(LIST, DROP, back=OTHER + "back.disable(tags={'x'})\n"), ORDERS)) == [
        ("only-in-source", "drop_order")
    ]
    assert kinds(held(surface(LIST, DROP, "mcp.disable(tags={'x'})\n", back=OTHER), ORDERS), explained=True) == [
        ("only-in-source", "drop_order")
    ]


def test_a_note_that_more_may_come_speaks_of_its_own_server() -> None:
    middleware = (
        "from fastmcp.server.middleware import Middleware\nclass M(Middleware):\n"
        "    async def on_list_tools(self, context, call_next): ...\n{}.add_middleware(M())\n"
    )
    more = LiveTool(name="more")
    here = surface(LIST, middleware.format("mcp"), back=OTHER)
    assert kinds(held(here, ORDERS, more), explained=True) == [("only-live", "more")]
    there = surface(LIST, back=OTHER + middleware.format("back"))
    assert kinds(held(there, ORDERS, more)) == [("only-live", "more")]


def test_the_server_of_the_same_name_is_what_counts() -> None:
    shown = surface(LIST, back=OTHER)
    outcome = held(shown, ORDERS)
    assert outcome.differences == ()
    assert (outcome.compared, outcome.not_compared) == (("shop",), (("back", 1),))
    assert "left out: back (1)" in oracle_text(outcome)
    moved = held(shown, ORDERS, LiveTool(name="refund", description="Refund."))
    assert kinds(moved) == [("only-live", "refund")]
    assert "the source declares it for `back`" in moved.differences[0].message


def test_a_selection_is_a_person_s_word() -> None:
    shown = surface(LIST, back=OTHER)
    refund = LiveTool(name="refund", description="Refund.")
    assert held(shown, refund, selection=Selection(servers=("back",))).differences == ()
    assert held(shown, refund, selection=Selection(paths=("back.py",))).differences == ()
    assert held(shown, refund, ORDERS, selection=Selection(paths=(".",))).differences == ()
    assert held(shown, refund, ORDERS, selection=Selection(servers=("back", "shop"))).differences == ()


@pytest.mark.parametrize(
    ("selection", "said"),
    [
        (Selection(servers=("shops",)), "no server `shops`.*`shop`"),
        (Selection(agents=("chat",)), "no agent `chat`.*There is none"),
        (Selection(paths=("else",)), "no tool is declared in else"),
    ],
)
def test_a_selection_of_nothing_is_an_error(selection: Selection, said: str) -> None:
    with pytest.raises(SelectionError) as caught:
        held(surface(LIST), ORDERS, selection=selection)
    assert re.search(said, f"{caught.value.message} {caught.value.hint}")


AGENTS = """
from pydantic_ai import Agent
desk = Agent("test", name="desk")
@desk.tool_plain
def read() -> str:
    "Read."
    return ""
other = Agent("test", name="other")
@other.tool_plain
def write() -> str:
    "Write."
    return ""
"""


def agent(*names: str, tools: Sequence[LiveTool]) -> Listing:
    return Listing(tools=tuple(tools), target="it", holder=Holder.AGENT, names=names, shows=frozenset())


def test_an_agent_is_held_to_what_is_bound_to_it() -> None:
    shown = read_surface({"agents.py": AGENTS.encode()})
    read = LiveTool(name="read", description="Read.")
    write = LiveTool(name="write", description="Write.")
    assert compare(shown, agent("desk", tools=[read])).differences == ()
    assert kinds(compare(shown, agent("desk", tools=[read, write]))) == [("only-live", "write")]
    assert kinds(compare(shown, agent("desk", tools=[]))) == [("only-in-source", "read")]
    assert compare(shown, agent("who", tools=[write]), Selection(agents=("other",))).differences == ()


def test_a_list_that_nothing_names_is_not_held_to_what_it_lacks() -> None:
    shown = read_surface({"agents.py": AGENTS.encode()})
    tools = (LiveTool(name="read", description="Read."), LiveTool(name="more"))
    listing = Listing(tools=tools, target="it", holder=Holder.TOOLS, names=("TOOLS",), shows=frozenset())
    outcome = compare(shown, listing)
    assert kinds(outcome) == [("only-live", "more")]
    assert kinds(outcome, explained=True) == [("only-in-source", "write")]
    assert kinds(compare(shown, listing, Selection(paths=("agents.py",)))) == [
        ("only-in-source", "write"),
        ("only-live", "more"),
    ]


def test_a_row_s_text_is_what_code_that_takes_it_from_there_states() -> None:
    source = (
        "from toolcrib.registry import Registry\nREGISTRY = Registry.load('tools.yaml')\n"
        "@mcp.tool(description=REGISTRY.tool('list_orders').description)\ndef list_orders(): ...\n"
    )
    shown = surface(source)
    tool = LiveTool(name="list_orders", description="From the row.")
    assert held(shown, tool, rows={"list_orders": "From the row."}).differences == ()
    assert kinds(held(shown, tool, rows={"list_orders": "Another."})) == [("description", "list_orders")]
    assert held(shown, tool).texts_unread == ("list_orders",)


DIALECTS = Path(read_surface.__code__.co_filename).parent


def note_texts() -> Iterator[str]:
    """The text of every note that the surface can write, with `{}` for what is filled in."""
    for path in sorted(DIALECTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if isinstance(node, ast.Call) and name in ("note", "Note"):
                for one in (*node.args, *(keyword.value for keyword in node.keywords)):
                    if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "may_hide":
                        yield may_hide("{}", ast.literal_eval(one.args[1]))
                    if isinstance(one, ast.JoinedStr | ast.Constant):
                        parts = one.values if isinstance(one, ast.JoinedStr) else [one]
                        yield "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)


def test_every_note_of_the_surface_is_understood() -> None:
    texts = [text for text in note_texts() if text]
    assert len(texts) > 15
    for text in (*texts, f"{next(iter(FRAMEWORKS.values()))} is not read yet: tools"):
        assert any(words in text for words in (*FEWER, *OTHERS, *NEITHER)), text


def test_kinds_have_one_spelling() -> None:
    assert [kind.value for kind in Kind] == ["only-in-source", "only-live", "description", "hint", "listed-twice"]
