"""Make findings of what is remarked on documents: which remark belongs to which rule.

Room: checks, middle. Pure. For the rules that speak of AGENT.md and APP.md (TC501 to TC507).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolcrib.checks.findings import Finding, RuleMeta
from toolcrib.checks.rules._comparison import Comparison


def has_documents(comparison: Comparison) -> bool:
    return bool(comparison.documents.files)


def of_remarks(meta: RuleMeta, codes: Collection[str], comparison: Comparison) -> Iterator[Finding]:
    """A finding for each remark of these codes."""
    for one in comparison.documents.remarks:
        if one.code in codes:
            yield meta.finding(one.message, at=one.at, subject=one.subject or one.key, fix=_as_fix(one.hint))


def of_problems(meta: RuleMeta, codes: Collection[str], comparison: Comparison, *, other: bool) -> Iterator[Finding]:
    """A finding for each problem of these codes; with `other`, for each of any other code."""
    from toolcrib.manifest.documents import key_path  # only where there are documents

    for one in comparison.documents.problems:
        if (one.code in codes) is not other and one.at is not None:
            keys = key_path(one.path)
            named = not one.path or f"`{one.path[-1]}`" in one.message
            message = one.message if named else f"`{keys}`: {one.message}"
            fix = _as_fix(one.hint) or "write a value that may stand there"
            yield meta.finding(message, at=one.at, subject=keys or one.message[:80], fix=fix)


def _as_fix(hint: str) -> str:
    return (hint[:1].lower() + hint[1:]).rstrip(".")
