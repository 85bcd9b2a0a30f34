"""The whole way: files and a declaration → what was found.

Room: checks, middle. Pure: lazy, and the same question has the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from toolcrib.checks._lending import Loan, lend
from toolcrib.checks.surface import Declaration, FactsCache
from toolcrib.checks.surface import _taken as said
from toolcrib.checks.surface._garbage import fewer_collections
from toolcrib.checks.writes._types import Found, Taken
from toolcrib.manifest import Location

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower
    from toolcrib.checks.writes._search import Search


class Writes:
    """Answers what a tool's code writes, for the tools of one set of source files.

    `files` maps paths to bytes as `read_surface` takes them; `cache` is the facts cache. Nothing is read before the
    first question, and of the files only those that a tool's calls lead into.
    """

    def __init__(self, files: Mapping[str, bytes] | None = None, cache: FactsCache | None = None) -> None:
        self._source, self._cache = files or {}, cache
        self._loan: Loan | None = None  # the bytes, from the first question on
        self._taken = Taken()
        self._unfinished: dict[str, tuple[Location, str]] = {}
        self._known: dict[tuple[str, int, str, str], Found] = {}

    def of_all(self, tools: Sequence[Declaration]) -> tuple[Found, ...]:
        """The evidence for several tools, in their order; kept between runs where there is a cache."""
        with fewer_collections():
            found = self._of_all(tools)
        for tool, one in zip(tools, found, strict=True):
            if one.stopped and not one.sure():
                self._unfinished[tool.name] = (tool.at, one.stopped)
        return found

    def know(self, tools: Sequence[Declaration], found: Sequence[Found]) -> None:
        """The answers for these tools, which another process found."""
        self._known |= zip(map(_key, tools), found, strict=True)

    def forget(self) -> None:
        """Let go of what was read on the way; the answers stay, and a new question reads again."""
        self._note_what_was_taken()
        self.__dict__.pop("_search", None)

    @property
    def _files(self) -> Mapping[str, bytes]:
        if self._loan is None:
            self._loan = lend(self._source)
        return self._loan.files

    def _note_what_was_taken(self) -> Taken:
        if "_search" in self.__dict__:
            follower = self._search[0]
            modules = follower.program.modules.values()
            self._taken.asked |= follower.asked
            self._taken.read |= {(m.path, m.facts.reader) for m in modules if m._facts is not None}  # else it is read
        return self._taken

    def say_what_was_taken(self) -> None:
        """To be called when nothing more will be asked: of each file, what the answers were made of."""
        if self._loan is None or not self._loan.is_watched:
            return
        taken = self._note_what_was_taken()
        common = said.Common(said.runs(taken.asked), ())
        number = self._loan.share(common.packed())
        whole = {path for path, reader in taken.read if reader != "ast"}
        read = {path for path, _ in taken.read}
        for path, data in self._loan.files.items():
            word = None if path in read else said.unsaid(data, common, number)
            word = word or said.head(data, common, number)
            if word is not None and path not in whole:
                self._loan.say(path, word)

    def unfinished(self) -> tuple[tuple[str, Location, str], ...]:
        """Of the tools that were asked for: those that nothing was found for before a bound was hit, and which."""
        return tuple((name, at, why) for name, (at, why) in sorted(self._unfinished.items()))

    def _of_all(self, tools: Sequence[Declaration]) -> tuple[Found, ...]:
        if self._cache is None or all(_key(tool) in self._known for tool in tools):
            return tuple(self.of(tool) for tool in tools)
        from toolcrib.checks.writes import _kept

        key = _kept.key(self._files, tools)
        text = self._cache.get(key)
        kept = _kept.loads(text, len(tools)) if text is not None else None
        if kept is None:
            found = tuple(self.of(tool) for tool in tools)
            self._cache.put(key, _kept.dumps(found, self._note_what_was_taken()))
            return found
        found, taken = kept
        self._taken.asked |= taken.asked
        self._taken.read |= taken.read
        self.know(tools, found)
        return found

    def of(self, tool: Declaration) -> Found:
        """The evidence for one declared tool."""
        key = _key(tool)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._look(tool)
        return found

    @cached_property
    def _search(self) -> tuple[Follower, Search]:
        from toolcrib.checks.surface._program import Program
        from toolcrib.checks.writes._evaluate import Follower
        from toolcrib.checks.writes._search import Search

        follower = Follower(Program(self._files, self._cache))
        return follower, Search(follower)

    def _look(self, tool: Declaration) -> Found:
        if tool.at.path not in self._source:
            return Found(body=False)
        from toolcrib.checks.writes._entry import frames
        from toolcrib.checks.writes._evaluate import OutOfSteps
        from toolcrib.checks.writes._limits import MAX_STEPS

        follower, search = self._search
        try:
            follower.begin()
            starts = frames(follower, tool)
            return search.from_frames(starts) if starts else Found(body=False)
        except OutOfSteps:
            return Found(stopped=f"more than {MAX_STEPS:,} expressions lie behind it")
        except RecursionError:
            return Found(stopped="its code is nested too deeply to be followed")


def _key(tool: Declaration) -> tuple[str, int, str, str]:
    return (tool.at.path, tool.at.line, tool.function, tool.declared_name)
