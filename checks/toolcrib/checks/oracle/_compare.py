"""The listing against the surface, in both directions.

Room: checks, middle. Pure: a surface, a listing and a selection in, an `Outcome` out. Touch it when something more of a
tool is compared. Not here: why a difference was to be expected (`_explain`), how it is printed (`_text`, `_json`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from toolcrib.checks.oracle._explain import SERVING, Expected, explain_absent, explain_extra, renamed_pairs
from toolcrib.checks.oracle._types import Difference, Holder, Kind, Listing, LiveTool, OracleError, Outcome, Selection
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Declaration, Surface, TextSource
from toolcrib.manifest import Location, nearest


class SelectionError(OracleError):
    """A selector names no part of the surface."""

    code = "selection"


NOT_LISTED = "the source declares it, and it is not listed"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The part of the surface that the listing is held to: declarations by name, and names that stand alone."""

    by_name: Mapping[str, tuple[Declaration, ...]]
    bare: Mapping[str, Location]
    compared: tuple[str, ...]
    not_compared: tuple[tuple[str, int], ...]


def compare(
    surface: Surface,
    listing: Listing,
    selection: Selection | None = None,
    *,
    acknowledged: Sequence[Acknowledgement] = (),
    rows: Mapping[str, str] | None = None,
) -> Outcome:
    """How what is offered differs from what the source shows.

    `acknowledged` are the words on registrations that cannot be read; the names they give count as declared. `rows` are
    the manifest's descriptions, for code that takes its texts from there. Raises `SelectionError` for a selector that
    names nothing.
    """
    selection = selection or Selection()
    wanted = _wanted(surface, listing, selection, acknowledged)
    live: dict[str, list[LiveTool]] = {}
    for tool in listing.tools:
        live.setdefault(tool.name, []).append(tool)
    unowned = not wanted.compared and not selection.is_made and listing.holder is not Holder.SERVER
    expected = Expected(surface, tuple(acknowledged), listing, unowned=unowned)
    found: list[Difference] = [
        Difference(kind=Kind.LISTED_TWICE, tool=name, message=f"it is listed {len(tools)} times")
        for name, tools in live.items()
        if len(tools) > 1
    ]
    found += _one_sided(wanted, live, expected)
    unread: list[str] = []
    for name, tools in live.items():
        declared = wanted.by_name.get(name)
        if declared:
            if not any(_stated(one, rows or {}) is not None for one in declared):
                unread.append(name)
            found += _description(name, declared, tools[0], rows or {})
            found += _hints(name, declared, tools[0], listing)
    different = {one.tool for one in found}
    both = (wanted.by_name.keys() | wanted.bare.keys()) & live.keys()
    return Outcome(
        listing=listing,
        differences=tuple(sorted(found, key=_order)),
        alike=tuple(sorted(both - different)),
        wanted=len(wanted.by_name.keys() | wanted.bare.keys()),
        compared=wanted.compared,
        not_compared=wanted.not_compared,
        texts_unread=tuple(sorted(unread)),
    )


def _order(one: Difference) -> tuple[int, str, str, tuple[Location, ...]]:
    return (list(Kind).index(one.kind), one.tool, one.message, one.places)


def _wanted(
    surface: Surface, listing: Listing, selection: Selection, acknowledged: Sequence[Acknowledgement]
) -> _Wanted:
    if selection.is_made:
        check_selection(surface, selection)
        servers, agents = selection.servers, selection.agents
    else:
        servers, agents = _by_its_own_name(surface, listing)
    bound = [one for one in surface.agents if one.agent in agents]
    names = {name for one in bound for name in one.tools}
    served = SERVING | {one.framework for one in surface.tools if one.server in servers}
    own_module = not selection.is_made and bool(servers) and listing.holder is Holder.TOOLS
    inside: dict[str, list[Declaration]] = {}
    outside: Counter[str] = Counter()
    for one in surface.tools:
        chosen = (not servers and not agents) or one.server in servers or one.name in names
        # A served tool whose server is not known may be anybody's, unless the selection was a person's.
        loose = not selection.is_made and not one.server and bool(servers) and one.framework in served
        if own_module and not _of_module(one, listing.module):
            chosen = False  # another module's toolset of the same name
        if (chosen or loose) and _lies_in(one, selection.paths):
            inside.setdefault(one.name, []).append(one)
        else:
            outside[one.server] += 1
    bare = {name: one.at for one in bound for name in one.tools if name not in inside and not selection.paths}
    if not agents:
        owner = {(entry.at.path, entry.anchor): entry.server for entry in surface.unresolved}
        bare |= {
            name: word.at
            for word in acknowledged
            for name in word.tools
            if name not in inside
            and _under(word.file, selection.paths)
            and (not servers or owner.get((word.file, word.anchor), "") in ("", *servers))
        }
    return _Wanted(
        by_name={name: tuple(declared) for name, declared in inside.items()},
        bare=bare,
        compared=tuple(dict.fromkeys((*servers, *agents))),
        not_compared=tuple(sorted(outside.items())),
    )


def _by_its_own_name(surface: Surface, listing: Listing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The servers and agents in code that are called what was listed; none when the name is nobody's."""
    if listing.holder is Holder.SERVER:
        held = {one.server for one in surface.tools}
        return tuple(name for name in listing.names[:1] if name and name in held), ()
    if listing.holder is Holder.AGENT:
        known = {one.agent for one in surface.agents}
        return (), next(((name,) for name in listing.names if name and name in known), ())
    held = {one.server for one in surface.tools if _of_module(one, listing.module)}
    return tuple(name for name in listing.names if name and name in held), ()


def _of_module(one: Declaration, module: str) -> bool:
    """Whether the declaration lies in the file of a module; any does where no module is known."""
    stem = module.replace(".", "/")
    files = (f"{stem}.py", f"{stem}/__init__.py")
    return not module or any(f"/{path}".endswith(f"/{file}") for path in (one.at.path, one.site.path) for file in files)


def check_selection(surface: Surface, selection: Selection) -> None:
    """Raises `SelectionError` for a selector that names no part of the surface."""
    places = [one.at.path for one in surface.tools] + [one.site.path for one in surface.tools]
    for what, asked, known in (
        ("server", selection.servers, {one.server for one in surface.tools if one.server}),
        ("agent", selection.agents, {one.agent for one in surface.agents if one.agent}),
    ):
        for name in asked:
            if name not in known:
                close = nearest(name, sorted(known)) or tuple(sorted(known))[:5]
                listed = ", ".join(f"`{one}`" for one in close)
                raise SelectionError(
                    f"the source shows no {what} `{name}`", hint=f"There are: {listed}" if listed else "There is none."
                )
    for path in selection.paths:
        if not any(_under(place, (path,)) for place in places):
            raise SelectionError(f"no tool is declared in {path}", hint="`toolcrib surface` lists where they are.")


def _lies_in(one: Declaration, paths: Sequence[str]) -> bool:
    return _under(one.at.path, paths) or _under(one.site.path, paths)


def _under(place: str, paths: Sequence[str]) -> bool:
    return not paths or any(path in (place, ".") or place.startswith(path.rstrip("/") + "/") for path in paths)


def _one_sided(wanted: _Wanted, live: Mapping[str, list[LiveTool]], expected: Expected) -> Iterator[Difference]:
    absent = {name: declared for name, declared in wanted.by_name.items() if name not in live}
    extra = [tools[0] for name, tools in live.items() if name not in wanted.by_name and name not in wanted.bare]
    pairs = renamed_pairs(absent, extra)
    for name, declared in absent.items():
        yield Difference(
            kind=Kind.ONLY_IN_SOURCE,
            tool=name,
            message=NOT_LISTED,
            places=tuple(dict.fromkeys(one.at for one in declared)),
            explained=explain_absent(declared, expected),
        )
    for name, at in wanted.bare.items():
        if name not in live:
            yield Difference(
                kind=Kind.ONLY_IN_SOURCE,
                tool=name,
                message="it is named here, and it is not listed",
                places=(at,),
                explained=expected.belongs_nowhere,
            )
    for tool in extra:
        base = Difference(kind=Kind.ONLY_LIVE, tool=tool.name, message="it is listed, and the source does not show it")
        elsewhere = tuple(one for one in expected.surface.tools if one.name == tool.name)
        if elsewhere:
            whose = ", ".join(dict.fromkeys(f"`{one.server}`" if one.server else "no server" for one in elsewhere))
            text = f"it is listed, and the source declares it for {whose}, which is not compared"
            base = replace(base, message=text, places=tuple(dict.fromkeys(one.at for one in elsewhere)))
        yield replace(base, explained=explain_extra(tool.name, pairs.get(tool.name), expected))


def _stated(one: Declaration, rows: Mapping[str, str]) -> tuple[str, ...] | None:
    """Every text that counts as the code's statement; None when it cannot be read without running the code."""
    text = one.description
    if text.source is TextSource.MANIFEST:
        return (rows[text.row],) if text.row in rows else None
    if text.source is TextSource.NONE:
        return ("" if text.sent is None else text.sent,)
    stated = (*text.accepted, *(() if text.sent is None else (text.sent,)))
    return stated if stated and text.source is not TextSource.UNKNOWN else None


def _description(
    name: str, declared: Sequence[Declaration], tool: LiveTool, rows: Mapping[str, str]
) -> Iterator[Difference]:
    """Runs of white space count as one space, as they do for the rules: how a text is wrapped means nothing."""
    stated = [(one, _stated(one, rows)) for one in declared]
    said = " ".join((tool.description or "").split())
    readable = [(one, texts) for one, texts in stated if texts is not None]
    if len(readable) < len(stated) or any(said == " ".join(t.split()) for _, texts in readable for t in texts):
        return
    one, texts = readable[0]
    yield Difference(
        kind=Kind.DESCRIPTION,
        tool=name,
        message="the text that is offered is not the one in the source",
        places=(one.description.at,),
        source=one.description.sent if one.description.sent is not None else texts[0],
        live=tool.description or "",
    )


def _hints(name: str, declared: Sequence[Declaration], tool: LiveTool, listing: Listing) -> Iterator[Difference]:
    live = dict(tool.hints)
    for hint in sorted(listing.shows):
        stated = [{h.name: h for h in one.hints}.get(hint) for one in declared]
        if any((one.value if one is not None else None) == live.get(hint) for one in stated):
            continue
        first = next((one for one in stated if one is not None), None)
        source = None if first is None else _yes(first.value)
        offered = _yes(live[hint]) if hint in live else None
        yield Difference(
            kind=Kind.HINT,
            tool=name,
            message=f"{hint.value}: {source or 'not stated'} in the source, {offered or 'not stated'} live",
            places=(first.at if first is not None else declared[0].at,),
            source=source,
            live=offered,
        )


def _yes(value: bool) -> str:
    return "yes" if value else "no"
