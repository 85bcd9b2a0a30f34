"""What a tool's code is seen to write, said beside the question about it.

Room: checks, middle. Pure. A person still decides: a draft's answers are never taken from evidence, and an answer that
a hint in code gives is taken back where evidence, or the tool's name, says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolcrib.checks.init._draft import spelled_hint
from toolcrib.checks.init._types import OPEN, Draft, DraftManifest, DraftRow
from toolcrib.checks.init._verbs import suggested, suggestion
from toolcrib.checks.surface import Declaration
from toolcrib.checks.writes import Writes

SEEN = "seen to write: "
"""How the evidence begins; the default of a prompt looks for it."""
AGAINST = "the code says "
"""How a hint begins that something else contradicts: then nothing is suggested."""


def hints_for(tools: Sequence[Declaration], writes: Writes) -> Mapping[str, str]:
    """For each tool whose code says more than its name does about writing, what it says.

    The surest evidence comes first; where a hint in code denies what is seen or named, both are said.
    """
    seen: dict[str, str] = {}
    for tool, found in zip(tools, writes.of_all(tools), strict=True):
        if found.sure():
            piece = found.sure()[0]
            seen.setdefault(tool.name, f"{SEEN}{piece.text} in {piece.at.path}:{piece.at.line}")
    said = dict(seen)
    for name in dict.fromkeys(tool.name for tool in tools):
        denied = spelled_hint([tool for tool in tools if tool.name == name], mutates=False)
        if denied and (name in seen or suggested(name)):
            said[name] = f"{AGAINST}{denied} and {f'is {seen[name]}' if name in seen else suggestion(name)}"
    return said


def with_evidence(drafted: Draft, tools: Sequence[Declaration], writes: Writes) -> Draft:
    """The draft, with the evidence as the hint of each open row, and hints in code that it contradicts as questions."""

    def of(manifest: DraftManifest) -> DraftManifest:
        return replace(manifest, rows=rows_with_evidence(manifest.rows, tools, writes))

    return replace(drafted, manifests=tuple(of(manifest) for manifest in drafted.manifests))


def rows_with_evidence(rows: Sequence[DraftRow], tools: Sequence[Declaration], writes: Writes) -> tuple[DraftRow, ...]:
    """Of the rows, those that are open or that a hint in code calls harmless, with what the code is seen to write."""
    asked = {row.name for row in rows if row.mutates is OPEN or row.hinted}
    hints = hints_for([tool for tool in tools if tool.name in asked], writes)

    def of(row: DraftRow) -> DraftRow:
        hint = hints.get(row.name, "") if row.name in asked else ""
        return replace(row, mutates=OPEN, hint=hint) if hint else row

    return tuple(map(of, rows))
