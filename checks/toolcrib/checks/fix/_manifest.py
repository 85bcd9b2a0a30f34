"""The edits of one manifest that its findings ask for.

Room: checks, middle. Pure: a side, its findings and what may not be guessed in, edits and open decisions out.
Touch it when a rule about rows or pins has one right answer. Not here: texts in code (`_code`), the files (`_plan`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from toolcrib.checks._check import Side
from toolcrib.checks.findings import Finding
from toolcrib.checks.fix._types import Undecided
from toolcrib.checks.init import OPEN, Answers, Open, area_of, draft_row, only_serves, rows_with_evidence
from toolcrib.checks.init import DraftRow as Drafted
from toolcrib.checks.init import questions as asked
from toolcrib.checks.rules._renames import Proof, Renamed
from toolcrib.checks.surface import Declaration
from toolcrib.manifest import (
    OPEN_QUESTION,
    AddPin,
    AddRow,
    DraftRow,
    Edit,
    PinKind,
    RemovePin,
    RemoveRow,
    RenameTool,
    near_miss,
    refuse_tool_name,
)

_FEW = 3  # rows without a declaration that nobody wonders about, however small the manifest is


@dataclass(slots=True)
class ManifestEdits:
    """What is planned for one manifest so far."""

    edits: list[tuple[Edit, Finding, str]] = field(default_factory=list)
    undecided: list[Undecided] = field(default_factory=list)

    def do(self, edit: Edit, finding: Finding, words: str) -> None:
        self.edits.append((edit, finding, words))

    def leave(self, finding: Finding, why: str = "", way_out: str = "") -> None:
        self.undecided.append(left(finding, why, way_out))


def left(finding: Finding, why: str = "", way_out: str = "") -> Undecided:
    """A finding that stays, in the words of its rule unless there are better ones."""
    what = f"{finding.code} {why or finding.message}"
    return Undecided(at=finding.at, what=what, way_out=way_out or finding.fix)


def plan_manifest(
    side: Side, findings: Sequence[Finding], *, maybe_elsewhere: bool, pairs: Sequence[Renamed], until: date | None
) -> ManifestEdits:
    """`maybe_elsewhere`: some registration cannot be read, so a row without a declaration may still be right.

    `pairs` are rows that stand for a tool under another name; the old name is understood up to `until`.
    """
    plan = ManifestEdits()
    by_code: defaultdict[str, dict[str, Finding]] = defaultdict(dict)
    for finding in findings:
        by_code[finding.code].setdefault(finding.subject, finding)
    renamed = _renames(pairs, by_code["TC101"], by_code["TC102"], plan, until)
    gone = _phantoms(side, by_code["TC102"], renamed, plan, maybe_elsewhere=maybe_elsewhere)
    drafted = _rows(side, by_code["TC101"], renamed, plan)
    settled = {*renamed, *renamed.values(), *gone, *(name for name, row in drafted.items() if row.mutates is True)}
    stale = {name: finding for name, finding in by_code["TC202"].items() if name not in settled}
    for name in [one for one in stale if one in drafted and drafted[one].mutates is OPEN]:
        plan.leave(stale.pop(name), way_out=f"answer `mutates` of the row `{name}` that is drafted, then fix again")
    missing = {name: finding for name, finding in by_code["TC201"].items() if name not in settled}
    pins = side.declared.manifest.pins.mutating
    for old, new in renamed.items():
        # A renamed row brings its pin along; where the pin had a third spelling, it is looked for under the right name.
        if old in by_code["TC201"] and new not in pins and near_miss(new, stale) is not None:
            missing[new] = by_code["TC201"][old]
    _pins(side, PinKind.MUTATING, missing, stale, plan)
    _pins(side, PinKind.UNGATED, by_code["TC301"], by_code["TC302"], plan)
    return plan


def _renames(
    pairs: Sequence[Renamed],
    undeclared: Mapping[str, Finding],
    phantoms: Mapping[str, Finding],
    plan: ManifestEdits,
    until: date | None,
) -> dict[str, str]:
    """Rows that stand for an undeclared tool under another name: old name to new."""
    renamed: dict[str, str] = {}
    for pair in pairs:
        finding, other = undeclared.get(pair.new), phantoms.get(pair.old)
        if finding is None and other is None:
            continue
        renamed[pair.old] = pair.new
        if finding is None or other is None or not pair.certain:
            # Half of a pair mended alone would make a second row, or lose the first with all that was decided in it.
            plan.leave(finding or other, _looks_renamed(pair), pair.fix)  # type: ignore[arg-type]  # one of them is there
        elif pair.proof is Proof.SPELLING:
            words = f"row `{pair.old}` is called `{pair.new}`, as in the code"
            plan.do(RenameTool(old=pair.old, new=pair.new), finding, words)
        else:
            words = f"row `{pair.old}` is called `{pair.new}`, which has its description"
            stays = f"; the old name is understood until {until}" if until else ""
            plan.do(RenameTool(old=pair.old, new=pair.new, until=until), finding, words + stays)
    return renamed


def _looks_renamed(pair: Renamed) -> str:
    what = f"the row `{pair.old}`, which nothing declares, {pair.proof.value}"
    return f"`{pair.new}` has no row, and {what}: it looks renamed"


def _phantoms(
    side: Side,
    phantoms: Mapping[str, Finding],
    renamed: Mapping[str, str],
    plan: ManifestEdits,
    *,
    maybe_elsewhere: bool,
) -> set[str]:
    """The rows that go."""
    manifest = side.declared.manifest
    pointed_at = {rename.to for rename in manifest.renamed.values()}
    gone: set[str] = set()
    # So many rows at once look like source that was not read, which is put right in the configuration.
    unlikely = len(phantoms) > max(_FEW, len(manifest.tools) // 2)
    for name, finding in phantoms.items():
        if name in renamed:
            continue
        if unlikely:
            plan.leave(
                finding,
                f"the row `{name}` has no declaration, like {len(phantoms)} of {len(manifest.tools)} rows",
                "see `toolcrib surface`: is all the source read (`source`, `exclude`)? If so, remove the rows by hand",
            )
        elif maybe_elsewhere:
            plan.leave(
                finding,
                f"the row `{name}` has no declaration that can be read, and some registrations cannot be read at all",
                "make them readable or acknowledge them (TC104); `toolcrib fix` removes what is left then",
            )
        elif name in pointed_at:
            plan.leave(finding, way_out=f"remove the row and the entries of `renamed` that lead to `{name}`")
        else:
            gone.add(name)
            plan.do(RemoveRow(name), finding, f"row `{name}` goes: nothing in the source declares it")
            if name in manifest.pins.mutating:
                plan.do(RemovePin(PinKind.MUTATING, name), finding, f"the pin of `{name}` goes with it")
    return gone


def _rows(
    side: Side, undeclared: Mapping[str, Finding], renamed: Mapping[str, str], plan: ManifestEdits
) -> dict[str, Drafted]:
    """The rows that are drafted, by name."""
    drafted: dict[str, Drafted] = {}
    by_name: defaultdict[str, list[Declaration]] = defaultdict(list)
    for declaration in side.surface.tools:
        by_name[declaration.name].append(declaration)
    for name, finding in undeclared.items():
        if name in renamed.values():
            continue
        if why := refuse_tool_name(name):
            plan.leave(finding, f"the tool `{name}` {why}, so it cannot have a row", "rename it in code")
            continue
        row = drafted[name] = _drafted(side, name, by_name[name])
        notes = asked(row)
        plan.do(
            AddRow(
                name,
                DraftRow(
                    description=_text(row.description),
                    capability=_text(row.capability),
                    mutates="???" if isinstance(row.mutates, Open) else row.mutates,
                    agents=(OPEN_QUESTION,) if isinstance(row.agents, Open) else row.agents,
                    notes=notes,
                ),
            ),
            finding,
            f"row `{name}` is drafted" + (f"; open: {', '.join(notes)}" if notes else ""),
        )
        if row.mutates is True and name not in side.declared.manifest.pins.mutating:
            plan.do(
                AddPin(PinKind.MUTATING, name, OPEN_QUESTION),
                finding,
                f"the pin of `{name}` is drafted; open: its reason",
            )
    return drafted


def _text(value: object) -> str:
    return value if isinstance(value, str) else OPEN_QUESTION


def _drafted(side: Side, name: str, declarations: Sequence[Declaration]) -> Drafted:
    """As `init` drafts it, with the names that this manifest already uses where only one can be meant."""
    manifest = side.declared.manifest
    if not declarations:  # an acknowledged registration: its names are all that is known
        return Drafted(name=name, description=OPEN, capability=OPEN, mutates=OPEN, agents=OPEN)
    serves = only_serves(side.surface)
    area = area_of(declarations[0].server, declarations[0].at.path, {}) if serves else ""
    capabilities = list(manifest.capabilities)
    if serves and area not in manifest.capabilities and len(capabilities) == 1:
        area = capabilities[0]
    row = draft_row(
        declarations,
        side.surface.agents,
        Answers(),
        capability=area if area in manifest.capabilities else OPEN,
        serves=serves,
    )
    row = rows_with_evidence([row], declarations, side.writes)[0]
    if isinstance(row.agents, Open):
        return row
    known = tuple(agent for agent in row.agents if agent in manifest.agents)
    if not known and serves and len(manifest.agents) == 1:
        known = tuple(manifest.agents)
    return Drafted(
        name=row.name,
        description=row.description,
        capability=row.capability,
        mutates=row.mutates,
        agents=known or OPEN,
        hint=row.hint,
    )


def _pins(
    side: Side,
    kind: PinKind,
    missing: Mapping[str, Finding],
    stale: Mapping[str, Finding],
    plan: ManifestEdits,
) -> None:
    pins = side.declared.manifest.pins.mutating if kind is PinKind.MUTATING else side.declared.manifest.pins.ungated
    what = "writer" if kind is PinKind.MUTATING else "ungated capability"
    moved: set[str] = set()
    for name, finding in missing.items():
        old = near_miss(name, [one for one in stale if one not in moved])
        if old is not None:
            moved.add(old)
            plan.do(RemovePin(kind, old), finding, f"pin `{old}` is called `{name}`")
            plan.do(AddPin(kind, name, pins[old]), finding, f"its reason is kept: {pins[old]}")
        else:
            plan.do(
                AddPin(kind, name, OPEN_QUESTION), finding, f"the pin of {what} `{name}` is drafted; open: its reason"
            )
    for name, finding in stale.items():
        if name not in moved:
            plan.do(RemovePin(kind, name), finding, f"pin `{name}` goes: it is no {what}")
