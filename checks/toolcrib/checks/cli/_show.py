"""`toolcrib show`: the manifest to look at, beside what the source shows.

Room: checks, edge.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from toolcrib.checks.cli._declared import Loaded, configured, declared_manifests, only
from toolcrib.checks.cli._root import chosen_root
from toolcrib.checks.cli._terminal import Terminal
from toolcrib.checks.show import Filters, View, show_json, show_markdown, show_text, view


def run(options: Namespace, terminal: Terminal) -> int:
    root = chosen_root(options.root, Path.cwd())
    filters = Filters(
        agents=tuple(options.agent),
        capabilities=tuple(options.capability),
        mutates=None if options.mutates is None else options.mutates == "true",
    )
    loaded = only(declared_manifests(root), options.manifest)
    views = _views(root, loaded, filters, read=not options.no_source, terminal=terminal)
    if options.format == "json":
        terminal.write(show_json(views))
    elif options.format == "markdown":
        terminal.write("\n".join(show_markdown(one) for one in views))
    else:
        terminal.write("\n".join(show_text(one, width=terminal.width, color=terminal.color) for one in views))
    return 0


def _views(root: Path, loaded: tuple[Loaded, ...], filters: Filters, *, read: bool, terminal: Terminal) -> list[View]:
    if not read:
        return [view(one.declared, None, filters, name=one.config.name) for one in loaded]
    from toolcrib.checks.run import gather

    config = configured(root)
    with terminal.working("reading the source"):
        sides = {side.name: side for side in gather(root, config).sides}
    return [
        view(
            one.declared,
            sides[one.config.name].surface,
            filters,
            name=one.config.name,
            acknowledged=config.acknowledge,
            agent_files=sides[one.config.name].documents.views,
        )
        for one in loaded
    ]
