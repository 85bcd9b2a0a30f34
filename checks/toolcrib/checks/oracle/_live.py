"""Ask a server over stdio or HTTP what it lists, as a client of the official MCP SDK.

Room: checks, edge. Starts the user's command, or calls a URL. The SDK (1 or 2) is imported here and nowhere else, when
a server is asked. Out: a whole `Listing`, or an `OracleError` that says why there is none.
"""

from __future__ import annotations

import inspect
import logging
import shlex
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from toolcrib.checks.oracle._imported import KEEPER, LONGER, ended, tail
from toolcrib.checks.oracle._types import MCP_HINTS, Holder, Listing, LiveTool, OracleError
from toolcrib.checks.surface import HintName

MAX_PAGES = 500
# Announced, because some servers list a part of their tools only to a client that shows MCP apps.
APPS = {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}
MAX_TOOLS = 20_000
SPELLED = {
    "readOnlyHint": HintName.READ_ONLY,
    "destructiveHint": HintName.DESTRUCTIVE,
    "idempotentHint": HintName.IDEMPOTENT,
    "openWorldHint": HintName.OPEN_WORLD,
}
Page = Mapping[str, Any]  # a ListToolsResult in the protocol's own spelling


class _LateError(OracleError):
    """The time limit ended it: another way in would end no better."""


def _sdk() -> Any:
    try:
        import mcp
    except ImportError:
        raise OracleError(
            "a server is asked with the MCP SDK's client, which is not installed",
            hint="pip install 'toolcrib[mcp]'   (or ask an object in its own environment: --import module:object)",
        ) from None
    return mcp


def over_stdio(command: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float) -> Listing:
    """Start `command` and list it. Everything that it started has ended when this returns or raises."""
    mcp = _sdk()
    from mcp.client.stdio import stdio_client

    with TemporaryDirectory(prefix="toolcrib-") as folder:
        status, said = Path(folder) / "status", Path(folder) / "said"
        start = mcp.StdioServerParameters(
            command=sys.executable,
            args=["-I", "-S", str(KEEPER), str(status), *command],
            env=dict(env),
            cwd=cwd,
        )
        with said.open("w", encoding="utf-8") as stream:
            try:
                return _asked(lambda: stdio_client(start, errlog=stream), timeout, shlex.join(command))
            except OracleError as error:
                code = status.read_text("utf-8") if status.is_file() else ""
                if code.startswith("not started"):
                    why = code.partition(": ")[2]
                    raise OracleError(
                        f"`{command[0]}` could not be started: {why}",
                        hint=f"It was looked for from {cwd}, and on the PATH.",
                    ) from None
                how = f" ({ended(code)})" if code else ""
                wrote = tail(said.read_text("utf-8", "replace"))
                hint = "\n".join(part for part in (error.hint, wrote and f"it wrote:\n{wrote}") if part)
                raise OracleError(f"{error.message}{how}", hint=hint) from None


def over_http(url: str, *, headers: Mapping[str, str], timeout: float) -> Listing:
    """List the server at `url`: streamable HTTP, else the older SSE, as the protocol describes the way back."""
    _sdk()
    shown = without_secrets(url)
    try:
        return _asked(lambda: _streamable(url, headers), timeout, shown)
    except _LateError:
        raise
    except OracleError as first:
        from mcp.client.sse import sse_client

        try:
            return _asked(lambda: sse_client(url, headers=dict(headers)), timeout, shown)
        except OracleError as second:
            raise OracleError(
                f"{shown} answers neither as streamable HTTP ({first.message}) nor as SSE ({second.message})",
                hint="Is the path right? Most servers answer at /mcp. A token goes into --header 'Authorization: …'.",
            ) from None


def without_secrets(url: str) -> str:
    """The URL without user, password and query: it is printed, and may be kept in a log."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))


@asynccontextmanager
async def _streamable(url: str, headers: Mapping[str, str]) -> AsyncIterator[Any]:
    import mcp.client.streamable_http as transport

    older = getattr(transport, "streamablehttp_client", None)  # SDK 1
    if older is not None:
        async with older(url, headers=dict(headers)) as streams:
            yield streams
        return
    from mcp.shared._httpx_utils import create_mcp_http_client  # the only maker of a client with the SDK's timeouts

    async with (
        create_mcp_http_client(headers=dict(headers)) as client,
        transport.streamable_http_client(url, http_client=client) as streams,
    ):
        yield streams


def _asked(connect: Callable[[], Any], timeout: float, target: str) -> Listing:
    import anyio

    with _quiet_sdk():
        try:
            return anyio.run(_session, connect, timeout, target)
        except BaseException as error:  # the SDK wraps what went wrong in groups, sometimes several times
            raise _in_words(error) from None


async def _session(connect: Callable[[], Any], timeout: float, target: str) -> Listing:
    import anyio

    junk: list[str] = []
    hello: dict[str, Any] = {}
    pages: tuple[Page, ...] | None = None
    step = "did not answer the handshake"

    async def heard(message: Any) -> None:
        if isinstance(message, Exception):
            junk.append(str(message))

    with anyio.move_on_after(timeout) as limit:
        try:
            async with connect() as streams, _client(streams, heard) as session:
                hello = (await session.initialize()).model_dump(by_alias=True, mode="json")
                step = "did not list its tools"
                pages = await _pages(session) if hello["capabilities"].get("tools") is not None else ()
        except Exception as error:  # what the end of a connection says after a whole listing does not count
            if pages is None and not limit.cancel_called:
                raise _while(step, error) from None
    if pages is None:
        raise _LateError(f"the server {step} within {timeout:g} s", hint=LONGER)
    remarks = []
    if hello["capabilities"].get("tools") is None:
        remarks.append("the server says that it offers no tools at all")
    if junk:
        remarks.append(
            f"the server wrote {len(junk)} line(s) on its standard output that are no messages of the protocol"
        )
    return Listing(
        tools=tuple(_tool(tool) for page in pages for tool in page["tools"]),
        target=target,
        holder=Holder.SERVER,
        names=(hello["serverInfo"]["name"],),
        shows=MCP_HINTS,
        remarks=tuple(remarks),
    )


def _client(streams: Any, heard: Callable[[Any], Awaitable[None]]) -> Any:
    from mcp import ClientSession

    options: Any = {"message_handler": heard}
    if "extensions" in inspect.signature(ClientSession).parameters:  # SDK 1 cannot announce any
        options["extensions"] = APPS
    return ClientSession(streams[0], streams[1], **options)


async def _pages(session: Any) -> tuple[Page, ...]:
    from mcp.types import PaginatedRequestParams

    async def ask(cursor: str | None) -> Page:
        params = None if cursor is None else PaginatedRequestParams(cursor=cursor)
        page: Page = (await session.list_tools(params=params)).model_dump(by_alias=True, mode="json")
        return page

    return await all_pages(ask)


async def all_pages(ask: Callable[[str | None], Awaitable[Page]]) -> tuple[Page, ...]:
    """Every page, in order. An empty cursor is a cursor as any other; only its absence is the end.

    Raises `OracleError` where the end is never reached: half a listing would hide what differs.
    """
    pages = [await ask(None)]
    asked: set[str] = set()
    tools = len(pages[0]["tools"])
    while (cursor := pages[-1].get("nextCursor")) is not None:
        if cursor in asked:
            raise OracleError(f"the server gives the cursor {cursor!r} again and again: its listing has no end")
        if len(pages) >= MAX_PAGES or tools > MAX_TOOLS:
            raise OracleError(f"the server's listing has not ended after {len(pages)} pages and {tools} tools")
        asked.add(cursor)
        page = await ask(cursor)
        # Some servers mean the end by an empty cursor: asked with it, they begin anew, with the same page.
        if cursor == "" and page.get("nextCursor") == "" and page["tools"] == pages[0]["tools"] and len(pages) == 1:
            break
        pages.append(page)
        tools += len(page["tools"])
    return tuple(pages)


def _tool(tool: Mapping[str, Any]) -> LiveTool:
    stated = tool.get("annotations") or {}
    hints = {SPELLED[key]: value for key, value in stated.items() if key in SPELLED and isinstance(value, bool)}
    return LiveTool(name=tool["name"], description=tool.get("description"), hints=tuple(sorted(hints.items())))


def _while(step: str, error: BaseException) -> BaseException:
    """The error with the step in which it came; what is no fault of the server passes through."""
    inner = _innermost(error)
    if isinstance(inner, OracleError) or not isinstance(inner, Exception):
        return inner
    text = " ".join(str(inner).split())[:300]
    return OracleError(f"the server {step}: {text or type(inner).__name__}")


def _in_words(error: BaseException) -> BaseException:
    inner = _innermost(error)
    if isinstance(inner, OracleError) or not isinstance(inner, Exception):
        return inner
    return OracleError(f"the server could not be asked: {type(inner).__name__}: {' '.join(str(inner).split())[:300]}")


def _innermost(error: BaseException) -> BaseException:
    """The first error of a group that says something, however deep."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    inner = [_innermost(one) for one in error.exceptions]
    return next((one for one in inner if isinstance(one, OracleError)), inner[0])


@contextmanager
def _quiet_sdk() -> Iterator[None]:
    """The SDK logs every line that it cannot read, with a traceback: it is counted and said once instead."""
    logger = logging.getLogger("mcp")
    before, logger.disabled = logger.level, False
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
