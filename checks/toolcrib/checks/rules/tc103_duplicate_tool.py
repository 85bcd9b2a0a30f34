"""TC103 duplicate-tool: one name is declared by more than one place."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks._snippets import header
from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import first_line
from toolcrib.checks.surface import Declaration

META = RuleMeta(
    code=RuleCode("TC103"),
    name="duplicate-tool",
    holds_when="one name is declared once",
    since="0.1.0",
    security_severity="6.0",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for name, declarations in comparison.by_name.items():
        for index, later in enumerate(declarations):
            earlier = next((d for d in declarations[:index] if _clash(d, later)), None)
            if earlier is not None:
                yield _duplicate(name, earlier, later, comparison.config)
    for name, words in comparison.acknowledged_names.items():
        places = [(first_line(d.at), "declared here") for d in comparison.by_name.get(name, ())]
        places += [(word.at, f"acknowledged here for `{word.anchor}`") for word in words]
        if len(places) > 1:
            yield META.finding(
                f"the tool `{name}` is registered by an acknowledged registration and by another place as well: which "
                "of them a call reaches depends on the order of start-up",
                at=places[-1][0],
                subject=name,
                related=[Related(at=at, text=text) for at, text in places[:-1]],
                fix=f"rename one of them, or take `{name}` out of the acknowledgement",
            )


def never_together(one: Declaration, other: Declaration) -> bool:
    """Whether the two lie in different arms of one `if`, so that only one of them is ever registered."""
    arms = dict(one.arms)
    return any(place in arms and arms[place] != arm for place, arm in other.arms)


def _clash(earlier: Declaration, later: Declaration) -> bool:
    if never_together(earlier, later):
        return False
    if earlier.at == later.at:
        # One implementation that several servers or agents use has one meaning, so one row says it all.
        return bool(later.server) and earlier.server == later.server and earlier.site != later.site
    return True


def _duplicate(name: str, earlier: Declaration, later: Declaration, config: str) -> Finding:
    same = later.at == earlier.at
    if same:
        message = (
            f"the tool `{name}` is registered twice in `{later.server}`: the framework refuses the second, or warns "
            "and drops one of the two"
        )
        fix = "remove one of the two registrations"
    elif earlier.server == later.server:
        where = f" in `{later.server}`" if later.server else ""
        message = f"the tool `{name}` is declared twice{where}: which of the two a call reaches depends on their order"
        fix = f"rename or remove one of them, such as {later.function or name} in {later.at.path}"
    else:
        message = (
            f"the tool `{name}` is declared by two servers, {_server(earlier)} and {_server(later)}: one row cannot "
            "describe both, and names are unique within a manifest"
        )
        fix = f"give each server a manifest of its own, with its own source: {header('manifests', config)} in {config}"
    # One implementation registered twice: what a person looks for is the two registrations.
    again, before = (later.site, earlier.site) if same else (later.at, earlier.at)
    return META.finding(
        message,
        at=first_line(again),
        subject=name,
        related=[Related(at=first_line(before), text=f"`{name}` is declared here as well")],
        fix=fix,
        covers=(later.at, later.site),
    )


def _server(declaration: Declaration) -> str:
    return f"`{declaration.server}`" if declaration.server else f"the one in {declaration.site.path}"
