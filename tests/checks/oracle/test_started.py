"""Real servers of the MCP SDK and of fastmcp, well and badly behaved, started by the command."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the MCP SDK is not installed (dependency group `apps`)")
pytest.importorskip("fastmcp", reason="fastmcp is not installed (dependency group `apps`)")

CONNECT = Path(__file__).resolve().parents[2] / "apps" / "connect"
FASTMCP = '''\
import os
from fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool(annotations={"readOnlyHint": True})
def list_orders() -> str:
    """List the orders."""
    return ""


if os.environ.get("WRITE"):

    @mcp.tool
    def drop_order() -> None:
        """Drop an order."""


if __name__ == "__main__":
    mcp.run(show_banner=False)
'''
HIGH = (
    FASTMCP.replace("from fastmcp import FastMCP", "from mcp.server.mcpserver import MCPServer")
    .replace('FastMCP("shop")', 'MCPServer("shop")')
    .replace("@mcp.tool\n", "@mcp.tool()\n")
    .replace('{"readOnlyHint": True}', "READ")
    .replace(
        "\n\nmcp =", "\nfrom mcp.types import ToolAnnotations\n\nREAD = ToolAnnotations(read_only_hint=True)\nmcp ="
    )
    .replace("show_banner=False", "")
)
# A server that answers by hand: what it says is what the test wants it to say.
BY_HAND = """\
import json, sys

PAGES = {pages}
STATED = {stated}


def page(cursor):
    names, more = PAGES[cursor]
    tools = [{{"name": name, "inputSchema": {{"type": "object"}}}} for name in names]
    return {{"tools": tools}} | ({{}} if more is None else {{"nextCursor": more}})


for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        named = {{"serverInfo": {{"name": "s", "version": "1"}}}}
        result = {{"protocolVersion": "2025-06-18", "capabilities": STATED}} | named
    elif message.get("method") == "tools/list":
        result = page(message.get("params", {{}}).get("cursor"))
    else:
        continue
    print({before!r} + json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""


def by_hand(pages: object, *, stated: object = None, before: str = "") -> str:
    return BY_HAND.format(pages=pages, stated={"tools": {}} if stated is None else stated, before=before)


@pytest.mark.parametrize("source", [FASTMCP, HIGH], ids=["fastmcp", "mcp"])
def test_a_server_that_is_what_its_source_says(served: Any, source: str) -> None:
    done = served(source)
    assert done.code == 0, done.err
    assert done.answer["alike"] == ["list_orders"]
    assert [one["tool"] for one in done.answer["differences"]] == ["drop_order"]
    assert done.answer["live"]["names"] == ["shop"]
    first = done.err.splitlines()[0]
    assert first == f"oracle: this runs your code: {sys.executable} server.py (at most 60 s)"


def test_the_environment_is_passed_through_and_added_to(served: Any) -> None:
    done = served(FASTMCP, "--env", "WRITE=1")
    assert (done.code, done.answer["alike"]) == (0, ["drop_order", "list_orders"]), done.err


def test_the_static_side_made_wrong_is_found(project: Path, oracle: Any) -> None:
    """The source that is read is an edited copy of the one that runs: four edits, each found and nothing else."""
    (project / "run.py").write_text(FASTMCP)
    (project / "copy").mkdir()
    for old, new, found in (
        ("def list_orders", "def show_orders", [("only-in-source", "show_orders"), ("only-live", "list_orders")]),
        ("List the orders.", "List some orders.", [("description", "list_orders")]),
        ('"readOnlyHint": True', '"readOnlyHint": False', [("hint", "list_orders")]),
        ('@mcp.tool(annotations={"readOnlyHint": True})\n', "", [("only-live", "list_orders")]),
    ):
        assert old in FASTMCP
        (project / "copy" / "server.py").write_text(FASTMCP.replace(old, new))
        done = oracle("--root", "copy", "--format", "json", "--cwd", ".", "--", sys.executable, "run.py")
        assert (done.code, done.found()) == (1, found), done.err


@pytest.mark.parametrize(
    ("module", "tools"), [("connect.server", 37), ("connect.specs", 3)], ids=["fastmcp", "mcp low level"]
)
def test_the_reference_application_s_servers(oracle: Any, module: str, tools: int) -> None:
    """As chat is served. The low-level server has no `run` of its own: the SDK's streams are opened for it."""
    run = (
        "from connect.tools import delegations\nserver.mount(delegations.mcp)\nserver.run(show_banner=False)"
        if module == "connect.server"
        else "import anyio; from mcp.server.stdio import stdio_server as s\n"
        "async def main():\n async with s() as (r, w): await server.run(r, w, server.create_initialization_options())\n"
        "anyio.run(main)"
    )
    code = f"from {module} import server\n{run}"
    done = oracle("--root", str(CONNECT), "--cwd", str(CONNECT), "--format", "json", "--", sys.executable, "-c", code)
    assert done.code == 0, done.err
    assert (len(done.answer["alike"]), done.answer["differences"]) == (tools, [])


def test_every_page_is_asked_for_and_an_empty_cursor_is_one(served: Any) -> None:
    pages = {None: (["a"], ""), "": (["b"], "x"), "x": ([], "y"), "y": (["c"], None)}
    done = served(by_hand(pages))
    assert [tool["name"] for tool in done.answer["live"]["tools"]] == ["a", "b", "c"]
    assert done.code == 1


def test_an_endless_listing_is_no_listing(served: Any) -> None:
    done = served(by_hand({None: (["a"], "x"), "x": (["b"], "x")}))
    assert (done.code, done.out) == (2, "")
    assert "the cursor 'x' again and again" in done.err


def test_what_is_no_message_is_counted(served: Any) -> None:
    done = served(by_hand({None: ([], None)}, before="loading …\n"))
    assert done.code == 0, done.err
    (remark,) = done.answer["live"]["remarks"]
    assert "2 line(s) on its standard output" in remark


def test_a_server_without_tools_is_said(served: Any) -> None:
    done = served(by_hand({}, stated={"prompts": {}}))
    assert (done.code, done.answer["live"]["remarks"]) == (0, ["the server says that it offers no tools at all"])


STARTS = """\
import signal, subprocess, sys, time
sleep = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
pids = [subprocess.Popen([sys.executable, "-c", sleep], start_new_session=own).pid for own in (False, True)]
with open("pids", "w") as file:
    file.write(" ".join(map(str, pids)))
print("two were started", file=sys.stderr, flush=True)
"""


def is_running(pid: int) -> bool:
    """Whether a process is at work; one that has ended and was not taken note of is not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.is_file() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def nothing_is_left(project: Path) -> None:
    pids = [int(pid) for pid in (project / "pids").read_text().split()]
    assert len(pids) == 2
    if sys.platform != "linux":  # what left its group can be found through /proc only
        pids = pids[:1]
    until = time.monotonic() + 10
    while any(map(is_running, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    assert [pid for pid in pids if is_running(pid)] == []


def test_a_server_that_hangs_is_ended_with_all_that_it_started(served: Any, project: Path) -> None:
    done = served(STARTS + "time.sleep(600)\n", "--timeout", "3")
    assert (done.code, done.out) == (2, "")
    assert "error: the server did not answer the handshake within 3 s\n" in done.err
    assert "two were started" in done.err
    nothing_is_left(project)


def test_a_server_that_ends_is_told_by_its_code_and_its_words(served: Any, project: Path) -> None:
    done = served(STARTS + "sys.exit('no key: set SHOP_KEY')\n")
    assert (done.code, done.out) == (2, "")
    assert "(it ended with 1)" in done.err
    assert "    no key: set SHOP_KEY\n" in done.err
    nothing_is_left(project)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whoever_ends_the_command_ends_all_that_it_started(project: Path, how: signal.Signals) -> None:
    (project / "server.py").write_text(STARTS + "time.sleep(600)\n")
    command = [sys.executable, "-m", "toolcrib.checks.cli", "oracle", "--", sys.executable, "server.py"]
    # Whatever runs the tests in the background may have them ignore Ctrl-C, which commands inherit.
    listens = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    )
    quiet = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, "-c", listens, *command], stdout=quiet, stderr=quiet) as running:
        until = time.monotonic() + 60
        while not ((project / "pids").is_file() and (project / "pids").read_text().count(" ") == 1):
            assert time.monotonic() < until
            time.sleep(0.05)
        running.send_signal(how)
        running.wait(30)
    nothing_is_left(project)


def test_a_command_that_is_not_there(oracle: Any) -> None:
    done = oracle("--", "no-such-server-here")
    assert done.code == 2
    assert "error: `no-such-server-here` could not be started: No such file or directory" in done.err


WEB = """\
import sys
from fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool
def list_orders() -> str:
    "List the orders."
    return ""


if __name__ == "__main__":
    mcp.run(transport=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]), show_banner=False)
"""


@pytest.fixture(params=["http", "sse"])
def url(request: pytest.FixtureRequest, project: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (project / "server.py").write_text(WEB)
    command = [sys.executable, "server.py", request.param, str(port)]
    with (project / "log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log) as server:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert server.poll() is None, (project / "log").read_text()
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/{'mcp' if request.param == 'http' else 'sse'}"
        finally:
            server.kill()


def test_a_server_behind_a_url(oracle: Any, url: str) -> None:
    """Streamable HTTP, and the older SSE, which is tried when that is refused."""
    done = oracle("--format", "json", "--url", f"{url}?key=secret", "--header", "X-Who: me")
    assert done.code == 0, done.err
    assert done.answer["alike"] == ["list_orders"]
    assert "secret" not in done.err + done.out
