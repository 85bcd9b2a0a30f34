"""`toolcrib allowlist AGENT`: the names that an agent may be offered.

Room: checks, edge.
"""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from toolcrib.checks.cli._declared import declared_manifests, only
from toolcrib.checks.cli._root import chosen_root
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.registry import Allowlist, Registry, UnknownAgent


def run(options: Namespace, terminal: Terminal) -> int:
    root = chosen_root(options.root, Path.cwd())
    loaded = only(declared_manifests(root), options.manifest)
    registries = [Registry(one.declared.manifest) for one in loaded]
    holding = [registry for registry in registries if options.agent in registry.agents]
    if not holding:
        known = [agent for registry in registries for agent in registry.agents]
        raise _unknown(options.agent, known)
    for allowlist in (registry.allowlist(options.agent) for registry in holding):
        terminal.write(_json(allowlist) if options.format == "json" else _text(allowlist))
    return 0


def _unknown(agent: str, known: list[str]) -> UnknownAgent:
    from toolcrib.manifest import nearest

    close = nearest(agent, known)
    hint = f"Nearest: {', '.join(close)}." if close else f"Declared: {', '.join(known) or 'none'}."
    return UnknownAgent(f"no agent `{agent}` is declared", hint=hint)


def _text(allowlist: Allowlist) -> str:
    return "".join(f"{name}\n" for name in (*allowlist.names, *allowlist.runtime_tools))


def _json(allowlist: Allowlist) -> str:
    model = {
        "version": 1,
        "agent": allowlist.agent,
        "tools": list(allowlist.names),
        "runtime_tools": list(allowlist.runtime_tools),
        "empty_selection": allowlist.empty_selection.value,
    }
    return json.dumps(model, indent=2) + "\n"
