"""`toolcrib oracle` on real servers: start each, hold it against its source, and print the table.

    python tests/real_servers/oracle.py [--cache FOLDER] [--only NAME …] [--planted]

Needs the package index on the first run (the cache keeps what was installed). Exit 1 where a server and its source
contradict each other in more or less than the table knows, or, with `--planted`, where a difference that was put into
the source is not found.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from live_server import copy_source, default_cache, ensure_venv
from servers_table import Planted, Started, load_planted, load_started

COLUMNS = ("server", "version", "live", "source", "alike", "differ", "explained", "texts unread", "exit")


@dataclass(frozen=True)
class Asked:
    code: int
    said: str
    answer: dict[str, Any] | None

    def differences(self, *, explained: bool) -> list[dict[str, Any]]:
        found = self.answer["differences"] if self.answer else []
        return [one for one in found if (one["explained"] is not None) is explained]


def ask(server: Started, cache: Path, tree: Path) -> Asked:
    """Run the command as a person would, in a process of its own."""
    home = cache / server.name / "home"
    home.mkdir(parents=True, exist_ok=True)
    python = ensure_venv(cache / server.name / "venv", server.install)
    settings = [f"--env={name}={value}" for name, value in (*server.env, ("HOME", str(home)))]
    command = [str(python.with_name(server.command[0])), *server.command[1:]]
    options = ["--root", str(tree), "--cwd", str(home), "--timeout", "120", "--format", "json", *settings]
    done = subprocess.run(
        [sys.executable, "-m", "toolcrib.checks.cli", "oracle", *options, "--", *command],
        capture_output=True,
        text=True,
        check=False,
    )
    return Asked(done.returncode, done.stderr, json.loads(done.stdout) if done.stdout else None)


def source_of(server: Started, cache: Path, name: str = "oracle") -> Path:
    ensure_venv(cache / server.name / "venv", server.install)
    tree = cache / server.name / name
    copy_source(server, cache, tree)
    return tree


def row(server: Started, asked: Asked) -> tuple[str, ...]:
    answer = asked.answer
    if answer is None:
        return (server.name, server.version, *("-" for _ in COLUMNS[3:]), str(asked.code))
    return (
        server.name,
        server.version,
        str(len(answer["live"]["tools"])),
        str(answer["wanted"]),
        str(len(answer["alike"])),
        str(len(asked.differences(explained=False))),
        str(len(asked.differences(explained=True))),
        str(len(answer["texts_unread"])),
        str(asked.code),
    )


def table(rows: list[tuple[str, ...]]) -> str:
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
    return "\n".join("| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in rows)


def words(one: dict[str, Any]) -> str:
    why = f"  [{one['explained']['text']}]" if one["explained"] else ""
    places = ", ".join(f"{place['file']}:{place['line']}" for place in one["places"])
    sides = (
        f"\n        source: {one['source']!r}\n        live:   {one['live']!r}" if one["kind"] == "description" else ""
    )
    return f"    {one['kind']:<15} {one['tool']}  {places}  {one['message']}{why}{sides}"


def show_agreement(servers: list[Started], cache: Path) -> bool:
    rows, told, right = [], [], True
    for server in servers:
        asked = ask(server, cache, source_of(server, cache))
        rows.append(row(server, asked))
        found = {(one["kind"], one["tool"]) for one in asked.differences(explained=False)}
        right &= asked.answer is not None and found == set(server.known)
        differences = asked.differences(explained=False) + asked.differences(explained=True)
        if asked.answer is None or differences:
            told.append("\n".join([server.name, *map(words, differences), *([] if asked.answer else [asked.said])]))
    print(table(rows))
    print("\n" + "\n".join(told) if told else "")
    agree = sum(cells[-1] == "0" for cells in rows)
    print(f"\n{agree} of {len(rows)} agree; the others differ {'as the table knows' if right else 'OTHERWISE'}")
    return right


def show_planted(planted: list[Planted], servers: dict[str, Started], cache: Path) -> bool:
    right = True
    for one in planted:
        server = servers[one.server]
        tree = source_of(server, cache, "planted")
        file = tree / one.path
        text = file.read_text()
        if text.count(one.old) != 1:
            print(f"{one.server}: {one.path} does not hold the text once: the table is wrong")
            right = False
            continue
        file.write_text(text.replace(one.old, one.new))
        asked = ask(server, cache, tree)
        found = sorted((d["kind"], d["tool"]) for d in asked.differences(explained=False))
        same = found == sorted(one.found) and asked.code == 1
        right &= same
        shown = ", ".join(f"{kind} {tool}" for kind, tool in found) or asked.said
        print(f"{one.server}: {one.path}: {'found' if same else 'WRONG'}: {shown}")
    return right


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, default=default_cache(), help="virtualenvs and copied sources")
    parser.add_argument("--only", nargs="*", help="names of servers")
    parser.add_argument("--planted", action="store_true", help="make the static side wrong instead, and look")
    chosen = parser.parse_args(argv)
    servers = {server.name: server for server in load_started()}
    unknown = set(chosen.only or ()) - set(servers)
    if unknown:
        parser.error(f"unknown server {', '.join(sorted(unknown))}; there are: {', '.join(servers)}")
    cache = chosen.cache.resolve()
    if chosen.planted:
        planted = [one for one in load_planted() if not chosen.only or one.server in chosen.only]
        return 0 if show_planted(planted, servers, cache) else 1
    asked = [server for server in servers.values() if not chosen.only or server.name in chosen.only]
    return 0 if show_agreement(asked, cache) else 1


if __name__ == "__main__":
    sys.exit(main())
