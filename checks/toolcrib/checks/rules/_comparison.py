"""Both sides of the comparison, indexed once for all rules.

Room: checks, middle. In: what is declared, what the source shows, what was acknowledged. Out: a frozen `Comparison`.
Touch it when several rules need the same view of the two sides. A rule never builds such an index itself.
Not here: saying that something is wrong (the rules).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from toolcrib.checks._documents import Documents
from toolcrib.checks._snippets import PYPROJECT, quoted
from toolcrib.checks.catalogue import Catalogue
from toolcrib.checks.rules._renames import Renamed, renames
from toolcrib.checks.rules._words import Meant
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Declaration, Surface, Unresolved
from toolcrib.checks.writes import Writes
from toolcrib.manifest import Declared, Location, ToolRow

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """Something that was written to silence a finding and does not, in words; TC108 reports it."""

    at: Location
    subject: str
    message: str
    fix: str
    related: tuple[tuple[Location, str], ...] = ()


@dataclass(frozen=True, kw_only=True)  # no slots: the indexes are computed once, when a rule first asks
class Comparison:
    """What a rule sees. `acknowledged` pairs each acknowledged registration with the word on it."""

    declared: Declared
    surface: Surface
    acknowledged: tuple[tuple[Unresolved, Acknowledgement], ...] = ()
    stale: tuple[Stale, ...] = ()
    catalogue: Catalogue | None = None
    scoped: tuple[str, ...] = ()
    config: str = PYPROJECT  # the file that a line for the configuration belongs in
    writes: Writes = field(default_factory=Writes)
    documents: Documents = field(default_factory=Documents)

    @property
    def rows(self) -> Mapping[str, ToolRow]:
        return self.declared.manifest.tools

    @cached_property
    def runtime_sources(self) -> Mapping[str, tuple[str, ...]]:
        """For each file that registers runtime tools, the agents it does so for."""
        sources: dict[str, list[str]] = {}
        for name, agent in self.declared.manifest.agents.items():
            if agent.runtime_tools is not None:
                sources.setdefault(_normal(agent.runtime_tools.source), []).append(name)
        return {path: tuple(sorted(agents)) for path, agents in sources.items()}

    def registers_at_runtime(self, declaration: Declaration) -> bool:
        """Whether the declaration belongs to an agent's runtime tools, which are no rows."""
        return not self.runtime_sources.keys().isdisjoint((declaration.site.path, declaration.at.path))

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """The declarations that need a row, in order."""
        return tuple(d for d in sorted(self.surface.tools, key=_order) if not self.registers_at_runtime(d))

    @cached_property
    def said_to_read(self) -> tuple[Declaration, ...]:
        """The declarations whose rows say `mutates: false`: what their code writes is asked for."""
        return tuple(d for d in self.declarations if d.name in self.rows and not self.rows[d.name].mutates)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Declaration, ...]]:
        """The declarations that need a row, by the name that the model sees."""
        return _grouped((d.name, d) for d in self.declarations)

    @cached_property
    def all_runtime_declarations(self) -> tuple[Declaration, ...]:
        """What all agents' runtimes register, in order."""
        return tuple(d for d in sorted(self.surface.tools, key=_order) if self.registers_at_runtime(d))

    def runtime_declarations(self, source: str) -> tuple[Declaration, ...]:
        """What one file registers at run time, in order."""
        path = _normal(source)
        return tuple(d for d in self.all_runtime_declarations if path in (d.site.path, d.at.path))

    @cached_property
    def acknowledged_names(self) -> Mapping[str, tuple[Acknowledgement, ...]]:
        """The names that acknowledged registrations register and that need a row."""
        return _grouped(
            (name, word)
            for entry, word in self.acknowledged
            if entry.at.path not in self.runtime_sources
            for name in word.tools
        )

    def acknowledged_in(self, source: str) -> tuple[str, ...]:
        """The names that acknowledged registrations in one file register."""
        path = _normal(source)
        return tuple(name for entry, word in self.acknowledged if entry.at.path == path for name in word.tools)

    @cached_property
    def unsettled(self) -> tuple[Unresolved, ...]:
        """The registrations that nobody can read and nobody acknowledged."""
        settled = {(entry.at, entry.anchor) for entry, _ in self.acknowledged}
        found = (u for u in self.surface.unresolved if (u.at, u.anchor) not in settled)
        return tuple(sorted(found, key=lambda u: (u.at, u.anchor)))

    @cached_property
    def undeclared(self) -> tuple[str, ...]:
        """The names that declarations need a row for and have none."""
        return tuple(name for name in self.by_name if name not in self.rows)

    @cached_property
    def phantoms(self) -> tuple[str, ...]:
        """The rows that nothing declares."""
        return tuple(name for name in self.rows if not self.is_declared(name))

    @cached_property
    def renamed(self) -> Mapping[str, Renamed]:
        """The tools without a row that a row without a declaration stands for, by both names."""
        pairs = renames(self.undeclared, self.phantoms, self.by_name, self.declared.manifest)
        return {name: one for one in pairs for name in (one.new, one.old)}

    @cached_property
    def meant_row(self) -> Meant:
        """For an undeclared name, the phantom row that was probably meant."""
        return Meant(self.phantoms, asked=len(self.undeclared))

    @cached_property
    def any_row(self) -> Meant:
        return Meant(self.rows, asked=len(self.undeclared))

    @cached_property
    def meant_declaration(self) -> Meant:
        """For a phantom row, the undeclared name that was probably meant."""
        return Meant(self.undeclared, asked=len(self.phantoms))

    def is_declared(self, name: str) -> bool:
        return name in self.by_name or name in self.acknowledged_names

    def row_lines(self, name: str) -> tuple[Location, ...]:
        """Every place of a row: an ignore comment may stand on any of its lines."""
        return self._places_of_rows.get(name, ())

    @cached_property
    def _places_of_rows(self) -> Mapping[str, tuple[Location, ...]]:
        places = self.declared.places.items()
        return _grouped((keys[1], place) for keys, place in places if len(keys) > 1 and keys[0] == "tools")


def pair(
    surface: Surface, words: Sequence[Acknowledgement]
) -> tuple[tuple[tuple[Unresolved, Acknowledgement], ...], tuple[Stale, ...]]:
    """Each acknowledgement with the one registration it speaks of; and those that speak of none."""
    entries = {(u.at.path, u.anchor): u for u in sorted(surface.unresolved, key=lambda u: u.at)}
    taken: dict[tuple[str, str], Acknowledgement] = {}
    stale: list[Stale] = []
    for word in sorted(words, key=lambda word: word.at):
        key = (word.file, word.anchor)
        entry = entries.get(key)
        if key in taken:
            message = f"the registration `{word.anchor}` in {word.file} is acknowledged twice: this one hides nothing"
            stale.append(
                _stale(word, message, "merge the two entries", ((taken[key].at, "acknowledged here already"),))
            )
        elif entry is None:
            stale.append(_unknown(word, surface))
        elif word.dynamic and not entry.dynamic:
            message = (
                f"`{word.anchor}` in {word.file} is acknowledged as dynamic and is not: its names are fixed, so the "
                "acknowledgement has to say them and hides nothing until it does"
            )
            fix = 'remove `dynamic = true` and list the names: tools = ["…"]'
            stale.append(_stale(word, message, fix, ((entry.at, "this registration"),)))
        elif not word.tools and not word.dynamic and not entry.maybe_nothing:
            stale.append(_may_register(word, entry))
        else:
            taken[key] = word
    pairs = sorted(((entries[key], word) for key, word in taken.items()), key=lambda two: (two[0].at, two[0].anchor))
    return tuple(pairs), tuple(stale)


def _may_register(word: Acknowledgement, entry: Unresolved) -> Stale:
    message = (
        f"`{word.anchor}` in {word.file} is acknowledged as registering nothing, and it may register tools: "
        f"{entry.reason.rstrip('.')}. The acknowledgement has to say their names and hides nothing until it does"
    )
    fix = "dynamic = true" if entry.dynamic else 'tools = ["…"]'
    return _stale(word, message, fix, ((entry.at, "this registration"),))


def _unknown(word: Acknowledgement, surface: Surface) -> Stale:
    here = sorted((u for u in surface.unresolved if u.at.path == word.file), key=lambda u: (u.at, u.anchor))
    if word.file not in surface.files and not here:
        message = f"an acknowledgement speaks of {word.file}, which is not part of the source that was read"
        return _stale(word, message, "correct `file`, or remove the acknowledgement", ())
    message = (
        f"an acknowledgement speaks of `{word.anchor}` in {word.file}, and no registration there is unresolved under "
        "that anchor: it hides nothing"
    )
    fix = f"anchor = {quoted(here[0].anchor)}" if len(here) == 1 else "correct it, or remove it"
    return _stale(word, message, fix, tuple((u.at, f"unresolved here: `{u.anchor}`") for u in here[:3]))


def _stale(word: Acknowledgement, message: str, fix: str, related: tuple[tuple[Location, str], ...]) -> Stale:
    subject = f"acknowledge {word.file} {word.anchor}"
    return Stale(at=word.at, subject=subject, message=message, fix=fix, related=related)


def _order(declaration: Declaration) -> tuple[int, Location, Location, str, str]:
    return (declaration.order, declaration.at, declaration.site, declaration.name, declaration.server)


def _grouped(pairs: Iterable[tuple[str, T]]) -> Mapping[str, tuple[T, ...]]:
    groups: dict[str, list[T]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in groups.items()}


def _normal(path: str) -> str:
    return path.removeprefix("./")
