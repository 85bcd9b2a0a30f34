"""What the command says before anything is started, and the pages of a listing."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.oracle import OracleError
from toolcrib.checks.oracle._live import MAX_PAGES, all_pages, without_secrets


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to ask: -- COMMAND…, --url URL or --import MODULE:OBJECT"),
        (("--url", "http://x", "--", "y"), "only one of these can be asked"),
        (("--url", "http://x", "--import", "a:b"), "only one of these can be asked"),
        (("--url", "ftp://x"), "starts with http:// or https://"),
        (("--url", "http://x", "--header", "Token"), "--header Token has no value: write --header NAME:VALUE"),
        (("--env", "A", "--", "x"), "--env A has no value: write --env NAME=VALUE"),
        (("--import", "shop"), "--import takes MODULE:OBJECT, not shop"),
        (("--timeout", "0", "--", "x"), "--timeout 0 is no time"),
        (("--timeout", "nan", "--", "x"), "--timeout nan is no time"),
        (("--timeout", "soon", "--", "x"), "invalid float value: 'soon'"),
        (("--cwd", "nowhere", "--", "x"), "--cwd nowhere is no folder"),
        (("--path", "nowhere", "--", "x"), "nowhere does not exist"),
        (("--server", "shop", "--", "x"), "the source shows no server `shop`"),
        (("--agent", "chat", "--", "x"), "the source shows no agent `chat`"),
    ],
)
def test_nothing_is_started_for_arguments_that_make_no_sense(oracle: Any, arguments: Any, said: str) -> None:
    done = oracle(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "this runs" not in done.err


def test_a_source_that_cannot_be_read_is_no_surface(oracle: Any, project: Path) -> None:
    (project / "broken.py").write_text("from fastmcp import FastMCP\nmcp = FastMCP(\n")
    done = oracle("--", sys.executable, "-c", "pass")
    assert (done.code, done.out) == (2, "")
    assert "broken.py" in done.err
    assert "this runs" not in done.err


def test_no_secret_of_a_url_is_printed() -> None:
    assert without_secrets("https://me:pw@host:8/mcp?token=1#x") == "https://host:8/mcp"


class Server:
    """Pages by cursor, as a server would give them."""

    def __init__(self, pages: Mapping[str | None, tuple[list[str], str | None]]) -> None:
        self.pages, self.asked = pages, list[str | None]()

    async def ask(self, cursor: str | None) -> Mapping[str, Any]:
        self.asked.append(cursor)
        names, more = self.pages[cursor]
        return {"tools": [{"name": name} for name in names], "nextCursor": more}

    def names(self) -> list[str]:
        pages = asyncio.run(all_pages(self.ask))
        return [tool["name"] for page in pages for tool in page["tools"]]


def test_an_empty_cursor_is_a_cursor() -> None:
    server = Server({None: (["a"], ""), "": (["b"], "0"), "0": (["c"], None)})
    assert server.names() == ["a", "b", "c"]
    assert server.asked == [None, "", "0"]


def test_an_empty_cursor_that_begins_anew_was_the_end() -> None:
    assert Server({None: (["a", "b"], ""), "": (["a", "b"], "")}).names() == ["a", "b"]


@pytest.mark.parametrize(
    "pages",
    [
        {None: (["a"], ""), "": (["b"], "")},
        {None: (["a"], "x"), "x": (["b"], "y"), "y": (["c"], "x")},
    ],
)
def test_a_cursor_that_comes_again_is_an_error(pages: Any) -> None:
    with pytest.raises(OracleError, match="has no end"):
        Server(pages).names()


def test_a_listing_that_never_ends_is_an_error() -> None:
    async def ask(cursor: str | None) -> Mapping[str, Any]:
        return {"tools": [{"name": "a"}], "nextCursor": f"{cursor}x"}

    with pytest.raises(OracleError, match=f"has not ended after {MAX_PAGES} pages"):
        asyncio.run(all_pages(ask))
