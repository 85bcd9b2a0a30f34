"""Which words could lead to a registration: what says one is worth following to its end.

Room: checks, middle. A function that says one of the dialects' words may register; whoever says that function's name
may lead to it. Names that many functions share lead nowhere: a function behind such a name is followed by itself, with
unknown arguments, and what it registers then is said to be unresolved rather than lost.
Not here: what code says (`_bodies`), which files matter because of it (`_settle`).
"""

from __future__ import annotations

from heapq import heappop, heappush

from toolcrib.checks.surface._bodies import Alias, Bodies, Body
from toolcrib.checks.surface._outline import forms, read_as

SHARED = 3  # more definitions of one name than this: it does not identify a function
# Every object has these: a function of such a name is followed by itself.
_PLAIN = frozenset(
    {
        "model_dump",
        "model_dump_json",
        "model_validate",
        "model_post_init",
        "to_dict",
        "from_dict",
        "to_json",
        "from_json",
    }
    | {"dict", "json", "copy", "logger"}
)
MENTIONS = 80  # more functions that say a name than this: it is a common word

_Place = tuple[int, int, tuple[int, int]]
"""When it is the turn of something: the round, aliases before bodies before stores, where it stands."""


class Leading:
    """The leading words of a part; each definition has its turn once, when the first of its words leads."""

    def __init__(self, bodies: Bodies, words: set[str]) -> None:
        self._bodies = bodies
        self._words = words
        self._queue: list[tuple[_Place, Alias | Body | None]] = []
        self._found: set[str] = set()
        self._said: set[str] = set()  # what code that registers says
        self._asked = 0  # bodies that register and were asked for the stores that they read

    def grow(self) -> frozenset[str]:
        """The words that are new, since files came to matter or words came to lead."""
        bodies, self._found = self._bodies, set()
        read = self._stores()
        if read:
            heappush(self._queue, ((0, 2, (0, 0)), None))
        for new in bodies.new:
            if isinstance(new, Alias) or not new.words.isdisjoint(self._words):
                self._wait(new, (0, -1, (0, 0)))
        bodies.new.clear()
        self._take_turns(read)
        for word in self._found:
            for body in bodies.by_word.get(word, ()):
                bodies.register(body)
        return frozenset(self._found)

    def follow(self, words: frozenset[str]) -> None:
        """Let these words lead too, in the files that matter; what reads a store by them is no registration."""
        self._add(words, (0, -1, (0, 0)))
        self._take_turns(set())

    def _take_turns(self, read: set[str]) -> None:
        while self._queue:
            place, item = heappop(self._queue)
            if item is None:
                self._add(read, place)
            elif isinstance(item, Alias):
                self._alias(item, place)
            else:
                self._body(item, place)

    def _alias(self, alias: Alias, place: _Place) -> None:
        common = self._mentioned(f".{alias.name}") + self._mentioned(f"{alias.name}()") > MENTIONS // 4
        if f"{alias.name}()" not in self._words and not common:
            self._add(forms([alias.name]), place)

    def _body(self, body: Body, place: _Place) -> None:
        name = body.name
        if f"{name}()" in self._words or self._shared(name) or self._mentioned(name) > MENTIONS:
            return
        self._add(forms([name]), place)
        if "_" in name.strip("_") or len(name) > 10:  # long enough to be nothing but that function
            self._add({name}, place)

    def _add(self, words: set[str] | frozenset[str], place: _Place) -> None:
        for word in words - self._words:
            self._words.add(word)
            self._found.add(word)
            for alias in self._bodies.aliases.get(word, ()):
                self._wait(alias, place)
            for body in self._bodies.by_word.get(word, ()):
                self._wait(body, place)

    def _wait(self, item: Alias | Body, now: _Place) -> None:
        """Its turn comes in this round, if it stands further on, or in the next; once in all, since it cannot fail and
        succeed later: counts only grow."""
        if item.waits or (isinstance(item, Body) and (item.name in _PLAIN or item.name.startswith("__"))):
            return
        item.waits = True
        kind = 0 if isinstance(item, Alias) else 1
        place = (kind, item.place)
        heappush(self._queue, ((now[0] if place > now[1:] else now[0] + 1, *place), item))

    def _shared(self, name: str) -> bool:
        return len(self._bodies.by_name.get(name, ())) > SHARED

    def _mentioned(self, word: str) -> int:
        return len(self._bodies.by_word.get(word, ()))

    # --- stores that registering code reads ------------------------------------------------------------------------

    def _stores(self) -> set[str]:
        """Stores that code which registers reads, or code that it calls for what to register."""
        bodies = self._bodies
        found: set[str] = set()
        for body in self._readers():
            found |= {w for w in body.fills if read_as(w) in body.words}
            for word in body.words & bodies.stores.keys():
                found |= {store for store, owner in bodies.stores[word] if not owner or owner in body.words}
            if ".__subclasses__" in body.words:  # whoever extends such a class is found through it
                found |= bodies.classes & body.words
        for store, owner in bodies.new_stores:
            readers = (b for b in bodies.by_word.get(read_as(store), ()) if self._reads(b))
            if any(not owner or owner in body.words for body in readers):
                found.add(store)
        askers = [b for b in bodies.by_word.get(".__subclasses__", ()) if self._reads(b)] if bodies.new_classes else []
        for name in bodies.new_classes if askers else ():
            if any(name in body.words for body in askers):
                found.add(name)
        bodies.new_stores.clear()
        bodies.new_classes.clear()
        return found - self._words

    def _readers(self) -> list[Body]:
        """Those that are new: they register, or what registers says their names."""
        bodies = self._bodies
        direct = bodies.registering[self._asked :]
        self._asked = len(bodies.registering)
        called = [b for b in bodies.new if isinstance(b, Body) and f"{b.name}()" in self._said]
        for body in direct:
            for word in body.words - self._said:
                self._said.add(word)
                if word.endswith("()") and not word.startswith("."):
                    called += bodies.by_name.get(word[:-2], ())
        for body in called:
            body.called = True
        return [*direct, *(b for b in called if not b.registers and self._reads(b))]

    def _reads(self, body: Body) -> bool:
        return body.registers or (body.called and not self._shared(body.name))
