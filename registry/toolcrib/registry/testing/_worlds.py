"""The worlds that a dispatcher is put in: everything allowed, one thing withdrawn at a time, every stored choice.

Room: registry, the conformance kit. Pure. Each is a small step from the full one, so that a failure says what did it.
Touch it when the decision learns of another fact. Not here: what is asked in them (`_probes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolcrib.manifest import PROJECT
from toolcrib.registry import Registry
from toolcrib.registry.testing._calls import near_misses
from toolcrib.registry.testing._stage import Ids, World, full


def fulls(registry: Registry, agent: str, ids: Ids) -> Iterator[tuple[str, World]]:
    """Everything is allowed: in a conversation about a project, and in one about the whole workspace."""
    yield "everything is allowed", full(registry, ids)
    wide = full(registry, ids, narrowed=False)
    bound = any(kind == PROJECT for row in registry.allowlist(agent) for _, _, kind, _ in row.rules)
    # Projects that are pinned or filled need exactly one that the caller may see.
    yield (
        "everything is allowed, in the whole workspace",
        replace(wide, projects=frozenset({ids.project})) if bound else wide,
    )


def withdrawn(registry: Registry, agent: str, ids: Ids) -> Iterator[tuple[str, World]]:
    """One thing is not as it should be."""
    fine = full(registry, ids)
    yield "the caller has no access", replace(fine, access=False)
    yield "the agent is paused", replace(fine, paused=True)
    for feature in sorted(fine.features & {row.feature for row in registry.allowlist(agent)}):
        yield f"the caller does not reach `{feature}`", replace(fine, features=fine.features - {feature})
    yield "the caller reaches no feature", replace(fine, features=frozenset())
    yield "the caller may see no project", replace(fine, projects=frozenset())
    for what, stored in choices(registry, agent):
        yield f"the stored choice is {what}", replace(fine, stored=stored)
    yield "asking for the facts raises", replace(fine, fails=True)


def choices(registry: Registry, agent: str, *, close: bool = True) -> Iterator[tuple[str, object]]:
    """Stored choices of every kind, names that are nearly right included; the oracle says what each leaves."""
    allowlist = registry.allowlist(agent)
    granted = (*allowlist.names, *allowlist.runtime_tools)
    yield "null", None
    yield "`[]`, the empty list", []
    yield "a list of one name that no tool has", ["toolcrib_no_such_tool"]
    yield "a pattern", ["*"]
    yield "a list of a null", [None]
    yield "a list of an empty list", [[]]
    yield "the empty text", ""
    yield "the number 0", 0
    yield "false", False
    yield "an empty object", {}
    for old in sorted(registry.manifest.renamed):
        yield f"a list of the old name `{old}`", [old]
    others = sorted({row.name for row in registry.tools} - set(granted))
    if others:
        yield "a list of tools that are not granted", others
    if granted:
        name = granted[0]
        yield f"a list of `{name}` alone", [name]
        yield f"a list of `{granted[-1]}` alone", [granted[-1]]
        yield "a list of every granted name", list(granted)
        yield f"a list of `{name}` and an unknown name", [name, "toolcrib_no_such_tool"]
        yield f"a list of `{name}` and a tool that is not granted", [name, *others[:1]]
        yield f"the text `{name}`, and no list", name
        yield f"the object of `{name}`, and no list", {name: True}
        for how, other in near_misses(name) if close else ():
            if other not in granted and other not in registry.manifest.renamed and other:
                yield f"a list of `{name}` {how}", [other]
