"""What holds for every edit, in whatever hand the manifest is written: what it says is done, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from toolcrib.manifest import (
    AddAgent,
    AddCapability,
    AddPin,
    AddRow,
    Edit,
    EditedSection,
    EditError,
    Manifest,
    PinKind,
    Pins,
    RemovePin,
    RemoveRow,
    RenameTool,
    SetField,
    dump,
    dump_pins,
    edit_text,
    load_text,
)
from toolcrib.manifest._scope import plain_scope

_strategies = spec_from_file_location("toolcrib_manifest_strategies", Path(__file__).with_name("strategies.py"))
assert _strategies
assert _strategies.loader
strategies = module_from_spec(_strategies)
_strategies.loader.exec_module(strategies)
plain = strategies.plain

_handwriting = spec_from_file_location("toolcrib_manifest_handwriting", Path(__file__).with_name("handwriting.py"))
assert _handwriting
assert _handwriting.loader
handwriting = module_from_spec(_handwriting)
_handwriting.loader.exec_module(handwriting)


def edited(m: Manifest, edits: Sequence[Edit]) -> dict[str, Any]:
    """The same edits on plain values."""
    new = plain(m)
    for edit in edits:
        match edit:
            case AddRow(name, row):
                new["tools"][name] = row.model_dump(mode="json")  # type: ignore[union-attr]  # the laws use whole rows
            case RemoveRow(name):
                del new["tools"][name]
            case SetField(name, field, value):
                new["tools"][name][field] = {} if value is None else list(value) if isinstance(value, tuple) else value
                if isinstance(value, Mapping):
                    new["tools"][name][field] = {path: plain_scope(one) for path, one in value.items()}
                elif value is None and field == "result_limit":
                    new["tools"][name][field] = None
            case RenameTool(old, to, until):
                new["tools"][to] = new["tools"].pop(old)
                for rename in new["renamed"].values():
                    rename["to"] = to if rename["to"] == old else rename["to"]
                if until:
                    new["renamed"][old] = {"to": to, "until": until.isoformat()}
            case AddAgent(name, empty):
                new["agents"][name] = {"empty_selection": str(empty), "runtime_tools": None, "bound": None}
            case AddCapability(name, feature):
                new["capabilities"][name] = {"feature": feature}
    return new


def touched(m: Manifest, edits: Sequence[Edit]) -> set[tuple[str, ...]]:
    """The entries whose lines may change."""
    found: set[tuple[str, ...]] = set()
    for edit in edits:
        match edit:
            case AddRow(name) | RemoveRow(name) | SetField(name):
                found.add(("tools", name))
            case RenameTool(old, to):
                found |= {("tools", old), ("tools", to), ("renamed", old)}
                found |= {("renamed", o) for o in m.renamed}
    return found | ({("tools",)} if not m.tools or all(("tools", t) in found for t in m.tools) else set())


@strategies.EDITING
@given(st.data())
def test_an_edit_changes_what_it_says_and_no_other_line(data: st.DataObject) -> None:
    """The edited text loads as the edited manifest; every line outside the edited entries is still there, in order."""
    m = data.draw(strategies.manifests(small=True))
    text, out = data.draw(handwriting.styled(m))
    assert plain(load_text(text).manifest) == plain(m)
    edits = data.draw(strategies.edits_of(m))
    new = edit_text(text, edits)
    assert plain(load_text(new).manifest) == edited(m, edits)

    mine = touched(m, edits)
    newline = "\r\n" if "\r\n" in text else "\n"
    kept = [line for line, owner in out.lines if owner not in mine]
    after = iter(new.split(newline))
    missing = next((line for line in kept if line.strip() and line not in after), None)
    assert missing is None
    if newline == "\r\n":
        assert new.count("\n") == new.count("\r\n")
    assert new.endswith(newline) == text.endswith(newline)


@strategies.EDITING
@given(st.data())
def test_edits_together_are_edits_one_by_one(data: st.DataObject) -> None:
    m = data.draw(strategies.manifests(small=True))
    text, _ = data.draw(handwriting.styled(m))
    edits = data.draw(strategies.edits_of(m))
    one_by_one = text
    for edit in edits:
        one_by_one = edit_text(one_by_one, [edit])
    assert plain(load_text(edit_text(text, edits)).manifest) == plain(load_text(one_by_one).manifest)


@strategies.LAW
@given(strategies.manifests(small=True), strategies.tool_names, strategies.reasons)
def test_a_pin_comes_and_goes_without_a_trace(m: Manifest, name: str, reason: str) -> None:
    before = dump_pins(m.pins)
    assume(name not in m.pins.mutating)
    pinned = edit_text(before, [AddPin(PinKind.MUTATING, name, reason)], kind="pins")
    expected = Pins(mutating={**m.pins.mutating, name: reason}, ungated=m.pins.ungated)
    assert load_text(dump(m), pins=pinned).manifest.pins == expected
    assert edit_text(pinned, [RemovePin(PinKind.MUTATING, name)], kind="pins") == before


def test_an_edit_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(EditError, match="there is no `a` under `agents`"):
        edit_text("agents: {}\n", [SetField("a", "empty_selection", "none", EditedSection.AGENTS)])
