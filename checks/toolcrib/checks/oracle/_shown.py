"""A listing as a surface, so that the rules can hold it against a manifest.

Room: checks, middle. Pure. What was listed has no place in the source: every place is the listing itself.
"""

from __future__ import annotations

from toolcrib.checks.oracle._types import Listing
from toolcrib.checks.surface import Declaration, Description, Hint, Surface, TextSource
from toolcrib.manifest import Location


def surface_of_listing(listing: Listing) -> Surface:
    """One declaration a listed tool, its text and its hints as they were listed."""
    name = listing.names[0] if listing.names else ""
    tools = []
    for order, tool in enumerate(listing.tools):
        at = Location(f"live {name or listing.holder.value}", order + 1)
        text = tool.description or ""
        source = TextSource.ARGUMENT if text else TextSource.NONE
        tools.append(
            Declaration(
                name=tool.name,
                declared_name=tool.name,
                at=at,
                site=at,
                framework=listing.holder.value,
                server=name,
                description=Description(source=source, sent=text, accepted=(text,) if text else (), at=at),
                hints=tuple(
                    Hint(name=hint, value=value, at=at, spelled=f"{hint.value}={'yes' if value else 'no'}")
                    for hint, value in tool.hints
                ),
                order=order,
            )
        )
    return Surface(tools=tuple(tools))
