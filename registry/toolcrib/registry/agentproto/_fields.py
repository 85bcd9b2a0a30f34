"""Take values out of a header's tree: each with its type and bounds, every problem collected with its place and keys.

Room: registry, middle. Pure. A value that is no such thing gives None and a problem; it never becomes another value.
Upstream reads with js-yaml: `on`, `yes` are texts there, `010`, `1_000`, `12:30` numbers, `2026-05-03` a date. What is
a text to one reader and something else to another is refused where it stands.
Touch it when another kind of value is needed. Not here: which keys there are (`_agent`, `_app`, `_tool`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias, TypeVar

from toolcrib.manifest import Location, near_miss, nearest
from toolcrib.manifest.documents import Document, Entries, Items, Node, Nothing, Problem, ProblemCode, Scalar, shown

Keys: TypeAlias = tuple[str | int, ...]
T = TypeVar("T")

SEMVER: Final = re.compile(
    r"(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}(?:-[0-9A-Za-z.-]{1,80})?(?:\+[0-9A-Za-z.-]{1,80})?", re.ASCII
)
_ONCE: Final = re.compile(
    r"""[-+]?0[0-7_]+ | [-+]?0b[01_]+ | 0o[0-7]+ | [-+]0x[0-9a-fA-F_]+ | 0x(?=[0-9a-fA-F]*_)[0-9a-fA-F_]+
    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | [-+]?(?=[0-9.]*_)[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9].*)?""",
    re.VERBOSE,
)
_ONCE_START: Final = re.compile(r"[-+.]?[0-9]")
Held: TypeAlias = Mapping[str, "tuple[Scalar, Node]"]


class Reading:
    """One document that is being read, and what is wrong in it so far."""

    def __init__(self, document: Document) -> None:
        self.path = document.path
        self.problems: list[Problem] = []

    # -- problems ----------------------------------------------------------------------------------------------------

    def say(self, code: ProblemCode, message: str, keys: Keys, at: Location, hint: str = "") -> None:
        self.problems.append(Problem(code=code, message=message, path=keys, at=at, hint=hint))

    def wrong(self, node: Node, keys: Keys, wanted: str, hint: str = "") -> None:
        if isinstance(node, Nothing) and node.settled:
            return
        self.say(ProblemCode.WRONG_TYPE, f"must be {wanted}, not {_written(node)}", keys, self.at(node), hint)

    def bad(self, node: Node, keys: Keys, message: str, hint: str = "") -> None:
        self.say(ProblemCode.BAD_VALUE, message, keys, self.at(node), hint)

    def at(self, node: Node) -> Location:
        return node.span.at(self.path)

    # -- values ------------------------------------------------------------------------------------------------------

    def held(self, node: Node, keys: Keys, wanted: str = "a mapping") -> Held | None:
        """The entries by name. That a key stands twice has been said by `read_document`."""
        if not isinstance(node, Entries):
            self.wrong(node, keys, wanted)
            return None
        found: dict[str, tuple[Scalar, Node]] = {}
        for entry in node.entries:
            found.setdefault(entry.key.text, (entry.key, entry.value))
        return found

    def closed(self, held: Held, keys: Keys, known: Collection[str], told: Mapping[str, str] | None = None) -> None:
        """No key but these. `told` says for some others what to write in their place."""
        for name, (key, _) in held.items():
            if name not in known:
                hint = (told or {}).get(name, "")
                meant = (near_miss(name, known), *nearest(name, known))
                if not hint and (near := next((one for one in meant if one), "")):
                    hint = f"Is `{near}` meant?"
                self.say(ProblemCode.UNKNOWN_KEY, f"{shown(name)} is no key here", (*keys, name), self.at(key), hint)

    def needed(self, held: Held, keys: Keys, names: Collection[str], at: Location) -> None:
        for name in names:
            if name not in held:
                self.say(ProblemCode.MISSING_KEY, f"{shown(name)} is missing", (*keys, name), at, f"Write `{name}: …`.")

    def value(self, node: Node, keys: Keys) -> str | bool | int | float | None:
        """A scalar, None for anything else (and for what readers disagree on), with its problem said."""
        if not isinstance(node, Scalar):
            return None
        if not node.style and _ONCE_START.match(node.text) and _ONCE.fullmatch(node.text):
            message = f"{shown(node.text)} is a text for some readers and a number or a date for others"
            self.say(ProblemCode.AMBIGUOUS, message, keys, self.at(node), f'Write `"{node.text}"` if it is a text.')
            return None
        return node.value

    def text(
        self, node: Node, keys: Keys, most: int | None = None, least: int = 1, wanted: str = "a text"
    ) -> str | None:
        before = len(self.problems)
        value = self.value(node, keys)
        if not isinstance(value, str):
            if len(self.problems) == before:
                self.wrong(node, keys, wanted)
            return None
        if len(value) < least or (most is not None and len(value) > most):
            if not value:
                self.bad(node, keys, "is empty")
            else:
                self.bad(node, keys, f"has {len(value):,} characters; {least} to {most:,} are allowed")
            return None
        return value

    def matching(self, node: Node, keys: Keys, pattern: re.Pattern[str], wanted: str) -> str | None:
        text = self.text(node, keys)
        if text is not None and not pattern.fullmatch(text):
            self.bad(node, keys, f"{shown(text)} is not {wanted}")
            return None
        return text

    def one_of(self, node: Node, keys: Keys, allowed: Collection[str]) -> str | None:
        text = self.text(node, keys)
        if text is not None and text not in allowed:
            named = ", ".join(f"`{one}`" for one in dict.fromkeys(allowed)) or "none"
            self.bad(node, keys, f"is {shown(text)}; it may be {named}")
            return None
        return text

    def flag(self, node: Node, keys: Keys) -> bool | None:
        value = self.value(node, keys)
        if isinstance(value, bool):
            return value
        self.wrong(node, keys, "true or false")
        return None

    def number(self, node: Node, keys: Keys, least: float, most: float, *, whole: bool = False) -> float | int | None:
        before = len(self.problems)
        value = self.value(node, keys)
        wanted = "a whole number" if whole else "a number"
        if isinstance(value, bool) or not isinstance(value, int | float):
            if len(self.problems) == before:
                self.wrong(node, keys, wanted)
            return None
        if not least <= value <= most:
            self.bad(node, keys, f"is {shown(value)}; {least:g} to {most:g} are allowed")
            return None
        if whole and value != int(value):
            self.bad(node, keys, f"is {shown(value)}, which is no whole number")
            return None
        return int(value) if whole else value

    def listed(self, node: Node, keys: Keys, each: Callable[[Node, Keys], T | None]) -> tuple[T, ...]:
        """The elements that `each` could read; what it could not, it has said."""
        if not isinstance(node, Items):
            self.wrong(node, keys, "a list")
            return ()
        found = (each(one, (*keys, number)) for number, one in enumerate(node.items))
        return tuple(one for one in found if one is not None)

    def texts(self, node: Node, keys: Keys) -> tuple[str, ...]:
        return self.listed(node, keys, lambda one, where: self.text(one, where))

    def reference(self, node: Node, keys: Keys) -> str | None:
        """A text, `{ref: …}`, `{file: …}` or `{inline: {…}}`; its key as text, "" for what is inline."""
        wanted = "a text, `{ref: …}`, `{file: …}` or `{inline: {…}}`"
        if not isinstance(node, Entries):
            return self.text(node, keys, wanted=wanted)
        held = self.held(node, keys, wanted)
        if held is None or len(held) != 1 or (name := next(iter(held))) not in ("ref", "file", "inline"):
            self.say(ProblemCode.WRONG_TYPE, f"must be {wanted}", keys, self.at(node))
            return None
        inner = held[name][1]
        if name == "inline":
            return None if self.held(inner, (*keys, name)) is None else ""
        return self.text(inner, (*keys, name))


def _written(node: Node) -> str:
    if isinstance(node, Nothing):
        return "empty"
    if isinstance(node, Scalar):
        return shown(node.value)
    return "a list" if isinstance(node, Items) else "a mapping"
