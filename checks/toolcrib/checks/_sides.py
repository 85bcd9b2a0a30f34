"""Read the source of every manifest: its surface and, where that will be asked, what its tools write.

Room: checks, edge. Many small manifests are shared out among processes, a manifest each; one, or one that outweighs
the others, is read part by part (`surface`). The answers are the same.
Not here: which files those are (`run`), how processes share (`_shared`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from toolcrib.checks._lending import size, take_all
from toolcrib.checks._shared import each
from toolcrib.checks.rules import Comparison
from toolcrib.checks.surface import Declaration, FactsCache, NotRead, Surface, read_surface
from toolcrib.checks.writes import Found, Writes
from toolcrib.manifest import Declared

ENOUGH = 1_000_000  # bytes: less is read by one process sooner than shared out


@dataclass(frozen=True, slots=True)
class SourceOf:
    """A manifest and the bytes of its source. `ahead`: what its tools write is found out at once."""

    declared: Declared
    files: Mapping[str, bytes]
    ahead: bool = False

    @property
    def size(self) -> int:
        return size(self.files)

    def asked(self, surface: Surface) -> Sequence[Declaration]:
        """The tools for which TC203 asks what they write, in its order: where a bound is hit, the order counts."""
        return Comparison(declared=self.declared, surface=surface).said_to_read


def read_sides(
    sources: Sequence[SourceOf],
    *,
    not_read: Sequence[NotRead],
    cache: FactsCache | None,
    look: bool,
    seen: Callable[[int, int], None] | None,
    workers: int,
    enough: int = ENOUGH,
) -> list[tuple[Surface, Writes]]:
    """The surface of each source, and who answers what its tools write. Arguments and errors as `read_surface`.

    With less than `enough` bytes manifests are not shared out.
    """

    def surface_of(source: SourceOf, *, alone: bool) -> Surface:
        return read_surface(
            source.files,
            not_read=not_read,
            cache=cache,
            look=look,
            seen=seen if alone else None,
            workers=workers if alone else 1,
        )

    if not _worth_sharing(sources, workers, enough):
        return [(surface_of(one, alone=True), Writes(one.files, cache)) for one in sources]
    for one in sources:
        take_all(one.files)  # what another process takes from them is not heard here
    order = sorted(range(len(sources)), key=lambda index: -sources[index].size)
    ordered = [sources[index] for index in order]
    counts = [len(one.files) for one in ordered]

    def read(source: SourceOf) -> tuple[Surface, tuple[Found, ...]]:
        surface = surface_of(source, alone=False)
        return surface, Writes(source.files, cache).of_all(source.asked(surface)) if source.ahead else ()

    def done(index: int) -> None:
        if seen is not None:
            seen(sum(counts[: index + 1]), sum(counts))

    answers = dict(zip(order, each(ordered, read, workers, done=done), strict=True))
    found = []
    for index, source in enumerate(sources):
        surface, seen_to_write = answers[index]
        writes = Writes(source.files, cache)
        if source.ahead:
            writes.know(source.asked(surface), seen_to_write)
        found.append((surface, writes))
    return found


def _worth_sharing(sources: Sequence[SourceOf], workers: int, enough: int) -> bool:
    """Enough to do, and no manifest that all others would wait for."""
    sizes = [one.size for one in sources]
    return workers > 1 and len(sizes) > 1 and sum(sizes) >= enough and max(sizes) * workers <= sum(sizes)
