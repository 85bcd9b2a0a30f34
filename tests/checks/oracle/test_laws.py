"""What holds for every surface and every listing."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks.oracle import Kind, Listing, LiveTool, compare, oracle_json, oracle_text
from toolcrib.checks.surface import (
    Declaration,
    Description,
    Hint,
    HintName,
    Note,
    Surface,
    TextSource,
    Unresolved,
)
from toolcrib.manifest import Location

AT = Location("app.py", 3)
NAMES = st.sampled_from(["a", "b", "c", "read_it", "drop_it"])
TEXTS = st.none() | st.text(max_size=12)
HINTS = st.dictionaries(st.sampled_from([HintName.READ_ONLY, HintName.DESTRUCTIVE]), st.booleans()).map(
    lambda held: tuple(sorted(held.items()))
)
TOOLS = st.builds(LiveTool, name=NAMES | st.text(min_size=1, max_size=5), description=TEXTS, hints=HINTS)
LISTINGS = st.lists(TOOLS, max_size=6).map(lambda tools: Listing(tools=tuple(tools), target="it", names=("shop",)))


def declaration(tool: LiveTool, condition: str, configurable: str, server: str) -> Declaration:
    text = tool.description or ""
    return Declaration(
        name=tool.name,
        declared_name=tool.name,
        at=AT,
        site=AT,
        framework="mcp",
        server=server,
        description=Description(
            source=TextSource.DOCSTRING if text else TextSource.NONE, sent=text, accepted=(text,) if text else (), at=AT
        ),
        hints=tuple(Hint(name=name, value=value, at=AT, spelled="x") for name, value in tool.hints),
        condition=condition,
        configurable=configurable,
    )


DECLARATIONS = st.builds(
    declaration, TOOLS, st.sampled_from(["", "", "flag"]), st.sampled_from(["", "", "PREFIX"]), st.just("shop")
)
UNRESOLVED = st.builds(
    lambda dynamic: Unresolved(
        at=AT, framework="mcp", server="shop", reason="R", settle="S", anchor="A", dynamic=dynamic
    ),
    st.booleans(),
)
NOTE_TEXTS = ("a tool shown here may not be offered", "it may be given more tools", "else")
NOTES = st.builds(Note, at=st.just(AT), text=st.sampled_from(NOTE_TEXTS))
SURFACES = st.builds(
    lambda tools, unresolved, notes: Surface(tools=tuple(tools), unresolved=tuple(unresolved), notes=tuple(notes)),
    st.lists(DECLARATIONS, max_size=6),
    st.lists(UNRESOLVED, max_size=1),
    st.lists(NOTES, max_size=2),
)


@given(SURFACES, LISTINGS)
def test_no_name_of_either_side_is_lost(surface: Surface, listing: Listing) -> None:
    outcome = compare(surface, listing)
    source, live = {one.name for one in surface.tools}, {tool.name for tool in listing.tools}
    found = {kind: {one.tool for one in outcome.differences if one.kind is kind} for kind in Kind}
    assert found[Kind.ONLY_IN_SOURCE] == source - live
    assert found[Kind.ONLY_LIVE] == live - source
    assert set(outcome.alike) == (source & live) - {one.tool for one in outcome.differences}
    assert outcome.exit_code() <= outcome.exit_code(strict=True)


@given(SURFACES)
def test_a_listing_of_what_is_declared_does_not_contradict(surface: Surface) -> None:
    first = {one.name: one for one in reversed(surface.tools)}
    tools = [
        LiveTool(name=name, description=one.description.sent, hints=tuple((h.name, h.value) for h in one.hints))
        for name, one in first.items()
    ]
    assert compare(surface, Listing(tools=tuple(tools), target="it", names=("shop",))).differences == ()


@given(st.lists(DECLARATIONS, max_size=5), LISTINGS)
def test_nothing_is_explained_that_the_source_did_not_say(tools: list[Declaration], listing: Listing) -> None:
    certain = Surface(tools=tuple(replace(one, condition="", configurable="") for one in tools))
    assert compare(certain, listing).announced == ()


@given(SURFACES, LISTINGS)
def test_the_order_of_either_side_means_nothing(surface: Surface, listing: Listing) -> None:
    names = [tool.name for tool in listing.tools]
    if len(set(names)) == len(names):
        turned = replace(listing, tools=tuple(reversed(listing.tools)))
        once, again = compare(surface, listing), compare(surface, turned)
        assert [(one.kind, one.tool) for one in once.differences] == [(one.kind, one.tool) for one in again.differences]


@given(SURFACES, LISTINGS)
def test_what_is_printed_is_harmless_and_whole(surface: Surface, listing: Listing) -> None:
    outcome = compare(surface, listing)
    text = oracle_text(outcome)
    assert "\x1b" not in text
    assert not {unicodedata.category(char) for char in text.replace("\n", "")} & {"Cc", "Cf", "Zl", "Zp"}
    answer = json.loads(oracle_json(outcome))
    assert answer["version"] == 1
    assert len(answer["differences"]) == len(outcome.differences)
    assert answer["exit_code"] == outcome.exit_code()
