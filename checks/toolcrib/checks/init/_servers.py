"""Which manifests a repository needs: one an agent application, one a server that stands on its own.

Room: checks, middle. Pure: a surface in, groups of its tools with the source each covers out.
Not here: the rows of a group (`_draft`), where its files are written (`_files`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath

from toolcrib.checks.surface import Declaration, Surface, Unresolved

_SERVES = ("mcp", "fastmcp")
# What people call the variable, not the server: no name for a capability.
_MEANINGLESS = frozenset({"", "mcp", "server", "app", "main", "fastmcp", "mcp-server"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The tools of one manifest. `source` is empty when it covers everything that is read."""

    name: str
    servers: tuple[str, ...]
    tools: tuple[Declaration, ...]
    unresolved: tuple[Unresolved, ...]
    source: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """The groups, in order of name, and what a person should know about the choice."""

    groups: tuple[Group, ...]
    remarks: tuple[str, ...] = ()


def is_served(tool: Declaration | Unresolved) -> bool:
    """Whether clients of an MCP server see it, as opposed to an agent in this code."""
    return tool.framework.split("-")[0].split(" ")[0].lower() in _SERVES


def only_serves(surface: Surface) -> bool:
    """Whether the repository holds servers and no agent of its own."""
    everything: tuple[Declaration | Unresolved, ...] = (*surface.tools, *surface.unresolved)
    # A file that cannot be followed at all is of no framework, and says nothing either way.
    telling = [one for one in everything if one.framework]
    return not surface.agents and bool(telling) and all(is_served(one) for one in telling)


def slug(text: str) -> str:
    """A name for a capability, an agent or a folder: lower case, words joined by `-`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:64].strip("-")


def area_of(server: str, path: str, projects: Mapping[str, str]) -> str:
    """The capability of a server's tools: the server's name, or its project's when that name says nothing."""
    name = slug(server)
    return (slug(projects.get(_home(path, projects), "")) or "tools") if name in _MEANINGLESS else name


class Sharing(Enum):
    """What servers of one repository have in common, from the least; the first that reads the same wins."""

    NOTHING = "nothing"
    CODE = "code that declares no tools"
    EVERYTHING = "everything"


def group(surface: Surface, *, projects: Mapping[str, str], sharing: Sharing = Sharing.NOTHING) -> Grouping:
    """One group a server where servers share no files; else one for everything.

    `projects` gives the name of each folder that is a project of its own; the repository itself is "".
    """
    everything = Group(
        name=slug(projects.get("", "")) or "tools",
        servers=tuple(dict.fromkeys(tool.server for tool in surface.tools)),
        tools=surface.tools,
        unresolved=surface.unresolved,
    )
    if not only_serves(surface):
        return Grouping(groups=(everything,))
    homes = _homes(surface, projects)
    clusters = _clusters(homes)
    if len(clusters) < 2 or sharing is Sharing.EVERYTHING:
        named = [server for server in everything.servers if server]
        remark = f"servers {', '.join(named)} share files, so they have one manifest"
        return Grouping(groups=(everything,), remarks=(remark,) if len(named) > 1 else ())
    owner = {file: number for number, cluster in enumerate(clusters) for key in cluster for file in homes[key]}
    for one in surface.unresolved:
        owner.setdefault(one.at.path, _nearest_group(one.at.path, owner))
    shared = _shared(owner, surface.files) if sharing is Sharing.CODE else ()
    groups = []
    for number, cluster in enumerate(clusters):
        source = _source(number, owner)
        tools = tuple(tool for tool in surface.tools if owner[tool.at.path] == number)
        groups.append(
            Group(
                name=_group_name(cluster, source),
                servers=tuple(dict.fromkeys(tool.server for tool in tools)),
                tools=tools,
                unresolved=tuple(one for one in surface.unresolved if owner[one.at.path] == number),
                source=(*source, *shared),
            )
        )
    return Grouping(groups=_with_distinct_names(groups), remarks=_shared_remarks(clusters))


def _homes(surface: Surface, projects: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The files of each server. Servers called the same in two projects of one repository are two servers."""
    homes: dict[str, set[str]] = {}
    for tool in surface.tools:
        key = f"{_home(tool.at.path, projects)}|{tool.server}"
        homes.setdefault(key, set()).update((tool.at.path, tool.site.path))
    return {key: frozenset(files) for key, files in sorted(homes.items())}


def _nearest_group(path: str, owner: Mapping[str, int]) -> int:
    """The group whose files lie closest: what cannot be read in a file is most likely about its neighbours."""
    parts = PurePosixPath(path).parts

    def distance(other: str) -> tuple[int, str]:
        common = 0
        for mine, theirs in zip(parts, PurePosixPath(other).parts, strict=False):
            if mine != theirs:
                break
            common += 1
        return -common, other

    return owner[min(owner, key=distance)]


def _shared(owner: Mapping[str, int], files: Iterable[str]) -> tuple[str, ...]:
    """The largest folders that hold no group's files: code that several servers may import."""
    owned = {source for number in set(owner.values()) for source in _source(number, owner)}
    rest = [file for file in files if file not in owned and not any(_inside(file, source) for source in owned)]
    return tuple(
        sorted({_highest(file, lambda folder: any(_inside(other, folder) for other in owner)) for file in rest})
    )


def _home(path: str, projects: Mapping[str, str]) -> str:
    """The innermost project that a file lies in."""
    return max((folder for folder in projects if _inside(path, folder)), key=len, default="")


def _clusters(homes: Mapping[str, frozenset[str]]) -> list[tuple[str, ...]]:
    """Servers that share a file, directly or through a third one, belong together."""
    clusters: list[tuple[tuple[str, ...], frozenset[str]]] = []
    for key, files in homes.items():
        touching = [cluster for cluster in clusters if cluster[1] & files]
        keys = (*(one for cluster in touching for one in cluster[0]), key)
        merged = files.union(*(cluster[1] for cluster in touching))
        clusters = [cluster for cluster in clusters if cluster not in touching]
        clusters.append((keys, merged))
    return [keys for keys, _ in clusters]


def _source(number: int, owner: Mapping[str, int]) -> tuple[str, ...]:
    """The largest folders that hold files of this group and of no other."""

    def is_mixed(folder: str) -> bool:
        return any(_inside(other, folder) and owner[other] != number for other in owner)

    return tuple(sorted({_highest(file, is_mixed) for file, group in owner.items() if group == number}))


def _highest(file: str, too_high: Callable[[str], bool]) -> str:
    """The file, or the highest folder above it that is not too high."""
    best = file
    for folder in map(str, PurePosixPath(file).parents):
        if folder == "." or too_high(folder):
            break
        best = folder
    return best


def _inside(path: str, folder: str) -> bool:
    return bool(folder) and path.startswith(folder + "/")


def _group_name(cluster: Sequence[str], source: tuple[str, ...]) -> str:
    for key in cluster:
        home, _, server = key.partition("|")
        if slug(server) not in _MEANINGLESS:
            return slug(server)
        if home:
            return slug(PurePosixPath(home).name)
    return slug(PurePosixPath(source[0]).stem) or "tools"


def _with_distinct_names(groups: Iterable[Group]) -> tuple[Group, ...]:
    taken: set[str] = set()
    renamed: list[Group] = []
    for one in groups:
        name, number = one.name, 2
        while name in taken:
            name, number = f"{one.name}-{number}", number + 1
        taken.add(name)
        renamed.append(
            Group(name=name, servers=one.servers, tools=one.tools, unresolved=one.unresolved, source=one.source)
        )
    return tuple(sorted(renamed, key=lambda one: one.name))


def _shared_remarks(clusters: Sequence[Sequence[str]]) -> tuple[str, ...]:
    shared = [[key.partition("|")[2] for key in cluster] for cluster in clusters if len(cluster) > 1]
    return tuple(f"servers {', '.join(filter(None, names))} share files, so they have one manifest" for names in shared)
