"""`toolcrib` on real MCP servers that nobody here wrote: install, list, adopt, break; then print the table.

    python tests/real_servers/run.py [--cache FOLDER] [--only NAME …] [--list-only] [--jobs N]

Needs the package index on the first run (the cache keeps what was installed and listed). Exit 1 if a step failed.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from journey import Outcome, travel
from live_server import default_cache, list_tools
from servers_table import Server, load_servers

COLUMNS = ("server", "version", "live", "rows", "asked", "check", "row removed", "tool added", "marked mutating")


def cells(outcome: Outcome) -> tuple[str, ...]:
    server = outcome.server
    return (
        server.name,
        server.version,
        str(outcome.live),
        str(outcome.rows),
        outcome.questions,
        outcome.check or "-",
        outcome.removed or "-",
        outcome.added or "-",
        outcome.marked or "-",
    )


def table(outcomes: list[Outcome]) -> str:
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *(cells(outcome) for outcome in outcomes)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
    return "\n".join("| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in rows)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, default=default_cache(), help="virtualenvs, listings and copied sources")
    parser.add_argument("--only", nargs="*", help="names of servers in servers.toml")
    parser.add_argument("--list-only", action="store_true", help="install and list, without toolcrib")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args(argv)
    servers = [server for server in load_servers() if not chosen.only or server.name in chosen.only]
    if chosen.only and len(servers) != len(set(chosen.only)):
        parser.error(f"unknown server; there are: {', '.join(server.name for server in load_servers())}")
    cache = chosen.cache.resolve()
    if chosen.list_only:
        for server in servers:
            print(f"{server.name:<32}{len(list_tools(server, cache)):>4} tools   {server.style}")
        return 0

    def one(server: Server) -> Outcome:
        return travel(server, cache)

    with ThreadPoolExecutor(chosen.jobs) as pool:
        outcomes = list(pool.map(one, servers))
    print(table(outcomes))
    for outcome in outcomes:
        for trouble in outcome.trouble:
            print(f"\n{outcome.server.name}: {trouble}", file=sys.stderr)
    return 1 if any(outcome.trouble for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
