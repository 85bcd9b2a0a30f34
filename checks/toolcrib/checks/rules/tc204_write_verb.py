"""TC204 write-verb: a tool's name says that it writes, and its row says `mutates: false`."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import first_line, ignored_at
from toolcrib.checks.writes import said_by

META = RuleMeta(
    code=RuleCode("TC204"),
    name="write-verb",
    holds_when="a name made of a write verb is a mutating row, a proposal or a delegation",
    since="0.1.0",
    security_severity="6.0",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for name, row in comparison.rows.items():
        if row.mutates or not comparison.is_declared(name):
            continue
        said = said_by(name)
        if said is None or not said.writes:
            continue
        place = comparison.declared.at("tools", name, "mutates")
        declared = comparison.by_name.get(name, ())[:1]
        yield META.finding(
            f"`{name}` is named after the verb `{said.verb}` and its row says `mutates: false`: either the row hides a "
            "write, or the model and the reviewer are told a wrong name",
            at=first_line(place),
            subject=name,
            related=[Related(at=first_line(d.at), text=f"the tool `{name}`") for d in declared],
            fix="set `mutates: true` and pin the reason, or "
            + ignored_at((place, *(d.at for d in declared)), META.code, "what it does instead, and who commits it"),
            covers=(*(d.at for d in declared), *(d.site for d in declared), *comparison.row_lines(name)),
        )
