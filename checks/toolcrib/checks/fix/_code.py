"""Descriptions in code and in rows, brought together in one direction or the other.

Room: checks, middle. Pure: findings of TC105 and the two sides in, texts for places in code or edits out.
Not here: how a literal is rewritten (`_descriptions`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from toolcrib.checks._check import Side
from toolcrib.checks.findings import Finding
from toolcrib.checks.fix._descriptions import Wanted
from toolcrib.checks.fix._manifest import ManifestEdits, left
from toolcrib.checks.fix._types import Undecided
from toolcrib.checks.init import stated_description
from toolcrib.checks.surface import Declaration, TextSource
from toolcrib.manifest import Location, SetField


def drifted(side: Side, findings: Iterable[Finding]) -> list[tuple[Finding, Declaration]]:
    """The declaration that each finding speaks of."""
    found: list[tuple[Finding, Declaration]] = []
    for finding in findings:
        if finding.code == "TC105":
            found += (
                (finding, one)
                for one in side.surface.tools
                if one.name == finding.subject
                and (one.description.at.path, one.description.at.line, one.description.at.column)
                == (finding.at.path, finding.at.line, finding.at.column)
            )
    return found


def texts_for_code(
    sides: Sequence[tuple[Side, Sequence[Finding]]],
) -> tuple[dict[Location, tuple[Wanted, Finding]], list[Undecided]]:
    """The row's text for each place in code; places that two rows want to say different things are left."""
    wanted: defaultdict[Location, dict[str, tuple[Wanted, Finding]]] = defaultdict(dict)
    for side, findings in sides:
        for finding, declaration in drifted(side, findings):
            text = side.declared.manifest.tools[declaration.name].description
            docstring = declaration.description.source is TextSource.DOCSTRING
            wanted[declaration.description.at].setdefault(text, (Wanted(text=text, docstring=docstring), finding))
    undecided = [
        left(
            finding,
            f"the text there describes several tools, and their rows differ: `{finding.subject}` is one of them",
            "give each of them a description of its own",
        )
        for texts in wanted.values()
        if len(texts) > 1
        for _, finding in texts.values()
    ]
    return {at: next(iter(texts.values())) for at, texts in wanted.items() if len(texts) == 1}, undecided


def texts_for_rows(side: Side, findings: Sequence[Finding], plan: ManifestEdits) -> None:
    """The code's text for each row, where the code says one."""
    texts: defaultdict[str, dict[str, Finding]] = defaultdict(dict)
    for finding, declaration in drifted(side, findings):
        text = stated_description([declaration])
        texts[declaration.name].setdefault(text if isinstance(text, str) else "", finding)
    for name, said in texts.items():
        text, finding = next(iter(said.items()))
        if len(said) > 1 or not text:
            plan.leave(
                finding, f"the code describes `{name}` in several ways", "decide on one text, and put it in the row"
            )
        else:
            plan.do(SetField(name, "description", text), finding, f"the row of `{name}` has the code's description")
