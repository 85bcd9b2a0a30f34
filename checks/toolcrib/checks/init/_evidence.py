"""What a tool's code is seen to write, said beside the open question about it.

Room: checks, middle. Pure. A person still decides: a draft's answers are never taken from evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolcrib.checks.init._types import OPEN, Draft, DraftManifest, DraftRow
from toolcrib.checks.surface import Declaration
from toolcrib.checks.writes import Writes

SAYS = "writes: yes, because "
"""How such a hint begins; the default of a prompt looks for it."""


def with_evidence(drafted: Draft, tools: Sequence[Declaration], writes: Writes) -> Draft:
    """The draft, with the surest evidence as the hint of each row whose `mutates` is open."""
    open_rows = {row.name for manifest in drafted.manifests for row in manifest.rows if row.mutates is OPEN}
    asked = [tool for tool in tools if tool.name in open_rows]
    hints: dict[str, str] = {}
    for tool, found in zip(asked, writes.of_all(asked), strict=True):
        if found.sure():
            piece = found.sure()[0]
            hints.setdefault(tool.name, f"{SAYS}{piece.text} in {piece.at.path}:{piece.at.line}")

    def hinted(row: DraftRow) -> DraftRow:
        return replace(row, hint=hints[row.name]) if row.mutates is OPEN and row.name in hints else row

    def of(manifest: DraftManifest) -> DraftManifest:
        return replace(manifest, rows=tuple(hinted(row) for row in manifest.rows))

    return replace(drafted, manifests=tuple(of(manifest) for manifest in drafted.manifests))
