"""Every file of a part that matters, and the words that lead to a registration; until nothing changes.

Room: checks, second step. Pure. Whoever declares a tool says one of the dialects' words in that file, unless it uses a
helper of another file (`@register("x")`): then it says the helper's name, which is known once the helper's file is
read. A file in an encoding other than UTF-8, or with other than ASCII identifiers, always matters: its bytes need not
show a word. Each turn goes on from what the last one found: a file and a definition are gone through once (`_bodies`),
and asked again only when a word that they say, or a name that they import, is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bodies import Bodies
from toolcrib.checks.surface._carriers import Carriers
from toolcrib.checks.surface._identifiers import Identifiers
from toolcrib.checks.surface._look import Asked
from toolcrib.checks.surface._module import Module, Part, imports_provider, says_so
from toolcrib.checks.surface._outline import forms
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface._relevance import Leading

_IMPORTING = forms(("import_module", "__import__"))


def is_quiet(part: Part) -> bool:
    """Whether no file of the part can matter, whatever the words are: most of a tree is such."""
    return not part.anchored and not any(module.matters or says_so(module) for module in part.modules)


def settle(program: Program, seeds: frozenset[str], part: Part) -> frozenset[str]:
    """Mark the modules that matter; `seeds` are the dialects' words, and the words that lead come back."""
    program.trees.forget()  # no other part reads what they hold
    if not part.anchored:
        for module in part.modules:
            module.matters = says_so(module)
        return seeds
    return _Settling(program, seeds, part).settled()


@dataclass(slots=True)
class _Said:
    """What a module's code that registers says, as far as its imports were asked for it."""

    words: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)


class _Settling:
    def __init__(self, program: Program, seeds: frozenset[str], part: Part) -> None:
        self._program, self._seeds, self._part = program, seeds, part
        self._words = set(seeds)
        self._identifiers = Identifiers(part.modules)
        self._bodies = Bodies({module.path: at for at, module in enumerate(part.modules)})
        self._leading = Leading(self._bodies, self._words)
        self._carriers = Carriers(program, part, seeds, self._words, self._bodies, self._identifiers)
        self._said: dict[str, _Said] = {}
        self._asked = 0  # bodies that register and whose imports were asked for

    def settled(self) -> frozenset[str]:
        for module in self._part.modules:
            if module.matters:
                self._bodies.add(module, self._words)
        new = self._seeds
        while True:
            self._program.turns += 1
            self._matter(self._saying(new))
            if new is self._seeds and any("**" in w for w in new):
                self._matter(m for m in self._part.modules if b"**" in m.data and imports_provider(m.data))
            feeding = self._matter(self._feeding())
            handed = self._matter(self._carriers.handed(new))
            new = self._leading.grow()
            if not new and not feeding and not handed:
                break
        self._leading.follow(_IMPORTING)  # to import by name runs a module, which may fill what a registration reads
        self._program.gone_through += self._bodies.gone_through
        return frozenset(self._words)

    def _matter(self, modules: Iterable[Module]) -> int:
        """How many of them did not before. Each is read at once: the tree that was looked at is at hand."""
        count = 0
        for module in modules:
            if not module.matters:
                count += 1
                module.matters = True
                self._bodies.add(module, self._words)
        return count

    def _saying(self, new: frozenset[str]) -> Iterator[Module]:
        """Modules that say one of the words."""
        asked = Asked(new)
        needles = {w.strip(".()=!").encode() for w in new if "**" not in w}
        return (module for module in self._identifiers.holders(needles) if module.says(asked))

    def _feeding(self) -> list[Module]:
        """Modules from which code that registers takes something that they define: a store that others fill, say."""
        new: dict[str, set[str]] = {}
        for body in self._bodies.registering[self._asked :]:
            new.setdefault(body.path, set()).update(body.words)
        self._asked = len(self._bodies.registering)
        found: dict[str, Module] = {}
        stores = self._carriers.stores
        for path, words in new.items():
            module = self._program.modules[path]
            stores.read_here(words)
            for dotted, level, names in self._taken(path, words):
                source = self._program.resolve(dotted, module, level)
                if source is None:
                    continue
                children = self._program.children_of(source)
                for name in names & children.keys():
                    found[children[name].path] = children[name]
                    stores.read_from(children[name].path, name)
                for name in (names & source.defined) - children.keys() if isinstance(source, Module) else ():
                    assert isinstance(source, Module)  # the loop is empty otherwise
                    found[source.path] = source
                    stores.read_from(source.path, name)
        return list(found.values())

    def _taken(self, path: str, words: set[str]) -> Iterator[tuple[str, int, set[str]]]:
        """What code that registers takes from other modules, since it says these words too: module, level, names."""
        said = self._said.setdefault(path, _Said())
        before, new = said.words, words - said.words
        attributes = {w[1:] for w in new if w.startswith(".") and not w.endswith(("!", ")"))}
        said.attributes |= attributes
        for statement in self._bodies.imports[path]:
            if isinstance(statement, ir.ImportFrom):
                names = {name for name, bound in statement.names if bound in new}
                if any(name == "*" for name, _ in statement.names):
                    names |= {w for w in new if w.isidentifier()}
                if names:
                    yield statement.module, statement.level, names
            for name, bound in statement.names:
                if isinstance(statement, ir.ImportFrom):
                    dotted = f"{statement.module}.{name}" if statement.module else name
                    level = statement.level
                else:
                    dotted, level, bound = name, 0, bound or name.split(".", 1)[0]
                asked = said.attributes if bound in new else attributes if bound in before else set()
                if asked:
                    yield dotted, level, asked
        said.words |= new
