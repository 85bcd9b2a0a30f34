"""A tool without a row and a row without a declaration that are one tool under another name.

Room: checks, middle. Pure. TC101 and TC102 say it in one breath, and `fix` mends both with one edit. Names that are
only alike are no proof: they are a question (`_words.Meant`), never an edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from toolcrib.checks.surface import Declaration
from toolcrib.manifest import Manifest


class Proof(Enum):
    """What shows it; `fix` acts on the first two, the last is left to a person."""

    SPELLING = "differs only in case or separators"
    TEXT = "has the same description"
    FUNCTION = "has the function's name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The row `old` stands for the tool `new`."""

    old: str
    new: str
    proof: Proof

    @property
    def certain(self) -> bool:
        return self.proof is not Proof.FUNCTION

    @property
    def fix(self) -> str:
        if self.proof is Proof.SPELLING:
            return f"toolcrib fix --select TC101,TC102 renames the row `{self.old}` to `{self.new}`"
        line = f"`{self.old}: {{to: {self.new}, until: <the last day>}}` under renamed"
        if self.certain:
            return f"toolcrib fix --select TC101,TC102 renames the row `{self.old}` to `{self.new}` and adds {line}"
        return f"if it was renamed, rename the row `{self.old}` to `{self.new}` and add {line}"


def renames(
    undeclared: Collection[str],
    phantoms: Collection[str],
    by_name: Mapping[str, Sequence[Declaration]],
    manifest: Manifest,
) -> tuple[Renamed, ...]:
    """The pairs, each name in one at most; where two could be meant, none is.

    A tool that the manifest calls an old name is none: there the code went back, and who is right is not known.
    """
    found: list[Renamed] = []
    new = {name: None for name in undeclared if name not in manifest.renamed}
    old, rows = dict.fromkeys(phantoms), manifest.tools

    def settle(proof: Proof, key: Callable[[str], str], says: Callable[[str], set[str]]) -> None:
        """Pairs of names that fit each other and nothing else, by what a row has and what a tool says."""
        having: dict[str, list[str]] = {}
        for row in old:
            having.setdefault(key(row), []).append(row)
        fitting = {tool: [row for said in says(tool) for row in having.get(said, ())] for tool in new}
        claimed = Counter(row for rows in fitting.values() for row in rows)
        for tool, fits in fitting.items():
            if len(fits) == 1 and claimed[fits[0]] == 1:
                found.append(Renamed(old=fits[0], new=tool, proof=proof))
                del new[tool], old[fits[0]]

    settle(Proof.SPELLING, _folded, lambda tool: {_folded(tool)})
    settle(Proof.TEXT, lambda row: _one_line(rows[row].description), lambda tool: _texts(by_name.get(tool, ())))
    settle(Proof.FUNCTION, str, lambda tool: {d.function.rpartition(".")[2] for d in by_name.get(tool, ())})
    return tuple(sorted(found, key=lambda one: one.new))


def _folded(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum()) or name


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _texts(declarations: Iterable[Declaration]) -> set[str]:
    return {_one_line(text) for one in declarations for text in one.description.accepted}
