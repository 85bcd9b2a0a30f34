"""Answer what is declared for an agent or a tool.

Room: registry, middle, with one edge: `Registry.load` reads the manifest from disk.
Touch it when the runtime needs another answer that follows from the manifest alone.
Not here: what a caller may reach (features, scope, published choices), and nothing that renders or parses code.
"""

from __future__ import annotations

from pathlib import Path
from typing import final

from toolcrib.manifest import Manifest, ToolcribError, load, near_miss, nearest
from toolcrib.registry._rows import Allowlist, Row


class RegistryError(ToolcribError):
    """The manifest has no answer to the question.

    * UnknownAgent
    * UnknownTool
    """

    code = "registry"


@final
class UnknownAgent(RegistryError):  # noqa: N818  # it reads as what is wrong
    """No agent of that name is declared."""

    code = "unknown-agent"


@final
class UnknownTool(RegistryError):  # noqa: N818  # it reads as what is wrong
    """No tool of that name has a row."""

    code = "unknown-tool"


@final
class Registry:
    """A manifest, indexed for the questions of a running application. Never changes."""

    __slots__ = ("_allowlists", "_rows", "manifest")

    manifest: Manifest

    def __init__(self, manifest: Manifest) -> None:
        rows = {
            name: Row(
                name=name,
                description=row.description,
                capability=row.capability,
                feature=manifest.capabilities[row.capability].feature,
                mutates=row.mutates,
                agents=row.agents,
                scope=row.scope,
            )
            for name, row in sorted(manifest.tools.items())
        }
        # Sorted: a model's prompt cache depends on the order of the tools it is offered.
        self._allowlists = {
            name: Allowlist(
                agent=name,
                rows=tuple(row for row in rows.values() if name in row.agents),
                runtime_tools=agent.runtime_tools.tools if agent.runtime_tools else (),
                empty_selection=agent.empty_selection,
            )
            for name, agent in sorted(manifest.agents.items())
        }
        self._rows = rows
        self.manifest = manifest

    @classmethod
    def load(cls, path: Path | str, *, pins: Path | str | None = None, root: Path | str | None = None) -> Registry:
        """The registry of the manifest at `path`. Raises `ManifestProblems` when it cannot be used."""
        return cls(load(path, pins=pins, root=root).manifest)

    @property
    def agents(self) -> tuple[str, ...]:
        """The declared agents, ordered."""
        return tuple(self._allowlists)

    @property
    def tools(self) -> tuple[Row, ...]:
        """Every row, ordered by name."""
        return tuple(self._rows.values())

    def allowlist(self, agent: str) -> Allowlist:
        """What `agent` may be offered."""
        found = self._allowlists.get(agent)
        if found is None:
            raise UnknownAgent(f"no agent `{agent}` is declared", hint=_meant(agent, self._allowlists))
        return found

    def tool(self, name: str) -> Row:
        """The row of the tool `name`."""
        found = self._rows.get(name)
        if found is None:
            renamed = self.manifest.renamed.get(name)
            hint = f"It is `{renamed.to}` now." if renamed else _meant(name, self._rows)
            raise UnknownTool(f"no tool `{name}` has a row in the manifest", hint=hint)
        return found


def _meant(name: str, known: dict[str, Allowlist] | dict[str, Row]) -> str:
    if close := near_miss(name, known):
        return f"`{close}` differs from it only in case or separators."
    near = nearest(name, known)
    return f"Nearest: {', '.join(f'`{other}`' for other in near)}." if near else ""
