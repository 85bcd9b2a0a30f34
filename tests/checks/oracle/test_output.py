"""What is printed: a snapshot beside this file, and the version of the machine form."""

from __future__ import annotations

import json
import os
from pathlib import Path

from toolcrib.checks.oracle import Listing, LiveTool, Outcome, compare, oracle_json, oracle_text
from toolcrib.checks.surface import HintName, read_surface

HERE = Path(__file__).parent
SOURCE = """\
import os
from fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool(annotations={"readOnlyHint": True})
def list_orders():
    '''List the orders of one customer, the newest first, with what was ordered and what is still to be paid for it.'''


@mcp.tool
def get_order():
    '''Show an order.'''


@mcp.tool
def ping():
    '''Whether it answers.'''


if os.environ.get("SHOP_WRITE"):

    @mcp.tool
    def drop_order(): ...


@mcp.tool(description=open("text").read())
def unread(): ...


mcp.mount(FastMCP.from_openapi({}))
"""
BACK = "from fastmcp import FastMCP\nback = FastMCP('back')\n\n\n@back.tool\ndef refund(): ...\n"


def outcome(*, dynamic: bool = True) -> Outcome:
    source = SOURCE if dynamic else SOURCE.replace("mcp.mount(FastMCP.from_openapi({}))\n", "")
    surface = read_surface({"shop/server.py": source.encode(), "shop/back.py": BACK.encode()})
    text = surface.tools[1].description.sent or ""
    tools = (
        LiveTool(name="list_orders", description=text.replace("to be paid", "owed")),
        LiveTool(name="ping", description="Whether it answers."),
        LiveTool(name="unread", description="Anything."),
        LiveTool(name="::error::\x1b[2J", description="Not obeyed."),
        LiveTool(name="refund", hints=((HintName.DESTRUCTIVE, True),)),
        LiveTool(name="ping", description="Whether it answers."),
    )
    listing = Listing(tools=tools, target="python server.py", names=("shop",), remarks=("a remark",))
    return compare(surface, listing)


def shown() -> str:
    both = [oracle_text(outcome(dynamic=dynamic)) for dynamic in (True, False)]
    return "\n--\n".join([*both, oracle_text(outcome(), color=True), oracle_json(outcome(dynamic=False))])


def test_what_is_printed() -> None:
    file = HERE / "output.expected.txt"
    if os.environ.get("TOOLCRIB_WRITE_CASES") == "1":
        file.write_text(shown(), "utf-8")
    assert shown() == file.read_text("utf-8")


def test_text_stays_in_eighty_columns() -> None:
    assert max(map(len, oracle_text(outcome()).splitlines())) <= 80


def test_colour_is_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in oracle_text(outcome())
    assert "\x1b[31m" in oracle_text(outcome(), color=True)


def test_the_keys_of_version_1() -> None:
    answer = json.loads(oracle_json(outcome()))
    assert answer["version"] == 1
    assert [*answer] == [
        "version",
        "exit_code",
        "live",
        "wanted",
        "compared",
        "not_compared",
        "alike",
        "texts_unread",
        "differences",
    ]
    assert [*answer["live"]] == ["target", "holder", "names", "hints_shown", "remarks", "tools"]
    for one in answer["differences"]:
        assert [*one] == ["kind", "tool", "message", "places", "source", "live", "explained"]
    page = (Path(oracle_json.__code__.co_filename).parent / "oracle.md").read_text("utf-8")
    for key in (*answer, *answer["live"], *answer["differences"][0]):
        assert f"`{key}`" in page, key


PAGE = """\
from fastmcp import FastMCP
from app.settings import settings

mcp = FastMCP("Billing")
back = FastMCP("Back office")



@mcp.tool(annotations={})
# the text stands below
def list_invoices():
    '''List the invoices of a customer.'''


@mcp.tool
def get_invoice():
    '''Show one.'''


if settings.allow_refunds:



    @mcp.tool
    def refund(): ...
"""


def test_the_example_of_the_page() -> None:
    surface = read_surface(
        {"app/server.py": (PAGE + "".join(f"@back.tool\ndef b{i}(): ...\n" for i in range(9))).encode()}
    )
    tools = (
        LiveTool(name="list_invoices", description="List all invoices."),
        LiveTool(name="get_invoice", description="Show one."),
        LiveTool(name="delete_invoice"),
    )
    text = oracle_text(compare(surface, Listing(tools=tools, target="it", names=("Billing",))))
    page = (Path(oracle_json.__code__.co_filename).parent / "oracle.md").read_text("utf-8")
    example = page.partition("```console\n")[2].partition("```")[0]
    first, said, rest = example.split("\n", 2)
    assert (first, said) == (
        "$ toolcrib oracle -- python server.py",
        "oracle: this runs your code: python server.py (at most 30 s)",
    )
    assert rest == text
