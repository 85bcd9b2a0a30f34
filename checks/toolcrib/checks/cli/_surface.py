"""`toolcrib surface`: what the source shows, with no manifest needed.

Room: checks, edge.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from toolcrib.checks.cli._root import chosen_root, from_root
from toolcrib.checks.cli._source import surface_of
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.show import surface_json, surface_text


def run(options: Namespace, terminal: Terminal) -> int:
    here = Path.cwd()
    root = chosen_root(options.root, here)
    with terminal.working("reading the source") as seen:
        surface = surface_of(root, paths=from_root(root, here, options.paths), look=not options.no_prefilter, seen=seen)
    if options.format == "json":
        terminal.write(surface_json(surface))
    else:
        terminal.write(surface_text(surface, color=terminal.color))
    return 0
