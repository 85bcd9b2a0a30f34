"""`toolcrib schema`: the JSON Schema that editors complete and check a manifest with.

Room: checks, edge.
"""

from __future__ import annotations

from argparse import Namespace

from toolcrib.checks.cli._terminal import Terminal


def run(options: Namespace, terminal: Terminal) -> int:
    from toolcrib.manifest import schema_text

    terminal.write(schema_text(options.what))
    return 0
