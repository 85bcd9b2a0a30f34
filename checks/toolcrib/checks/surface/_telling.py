"""Say what the surface took from each file, once it is read: `_taken` for a whole program.

Room: checks. In: the parts of a program that was followed, and what each process did with their files. Out: a word for
each file of which not everything was taken. Not here: what is compared (`_taken`), who listens (`_lending`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from toolcrib.checks._lending import Loan
from toolcrib.checks.surface import _taken
from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._out_of_reach import MAY_REGISTER
from toolcrib.checks.surface._program import Part, Program
from toolcrib.checks.surface._types import NotRead
from toolcrib.checks.surface.dialects import all_dialects


@dataclass(slots=True)
class Taking:
    """What processes did: the files that were read, each with how, and the words by which files were looked for."""

    readers: dict[str, set[str]] = field(default_factory=dict)
    words: set[bytes] = field(default_factory=set)

    def add(self, other: Taking) -> None:
        """What another process did."""
        for path, readers in other.readers.items():
            self.readers.setdefault(path, set()).update(readers)
        self.words |= other.words

    def of(self, program: Program, evaluators: Iterable[Evaluator]) -> None:
        """What this process did."""
        for path, module in program.modules.items():
            if module._facts is not None:  # to ask for them would read the file
                self.readers.setdefault(path, set()).add(module.facts.reader)
        for evaluator in evaluators:
            self.words |= _taken.runs(evaluator.words | evaluator.seeds)
        self.words |= _taken.heard()


def say_what_was_taken(loan: Loan, parts: Sequence[Part], taking: Taking, not_read: Sequence[NotRead]) -> None:
    """One word for each file of which it is known what was taken; the others were taken whole."""
    dialects = [dialect for dialect in all_dialects() if dialect.only_where_imported]
    roots = _taken.runs(root.partition(".")[0] for dialect in dialects for root in dialect.roots)
    common = _taken.Common(taking.words | roots, roots)
    number = loan.share(common.packed())
    shown = {entry.why.removeprefix(f"{MAY_REGISTER} ") for entry in not_read}  # their import's line is looked for
    for part in parts:
        quiet = not any(taking.readers.get(module.path) for module in part.modules)
        for module in part.modules:
            if module.path in shown:
                continue
            readers = taking.readers.get(module.path, set())
            if part.anchored:
                taken = _taken.head(module.data, common, number) if readers <= {"ast"} else None
            else:
                taken = _taken.looked(module.seen, common, number, quiet=quiet) if not readers else None
            if taken is not None:
                loan.say(module.path, taken)
