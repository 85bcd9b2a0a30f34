"""Read `# toolcrib: ignore[TC105] the reason`, or `ignore[TC105: name, name]`, and say what is wrong with it.

Room: checks, middle. In: the comments of source files and of the manifest, and the rules there are. Out: `Ignore`s,
each usable or with the reason why it is not. An ignore that is not usable hides nothing.
Not here: which finding it hides (`_check`), finding comments in files (`surface`, `toolcrib.manifest`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolcrib.checks.findings import RuleCode, RuleMeta
from toolcrib.manifest import Location, nearest

EXAMPLE = "# toolcrib: ignore[TC105] why it is right as it stands"

_IGNORE = re.compile(r"ignore\b\s*(?:\[(?P<codes>[^\]]*)\])?(?P<reason>.*)", re.DOTALL)
_CODE = re.compile(r"TC\d+")
_MIN_LETTERS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A `# toolcrib:` comment as it stands in a file; `covers` is the line it speaks of."""

    at: Location
    text: str
    covers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why (a part of) a comment hides nothing, and the line that would be right."""

    message: str
    fix: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """One comment, understood: the codes that it really silences, and what is wrong with the rest of it.

    `names` are the pairs of `ignore[TC101: search, fetch]`: where a line speaks of several tools, an ignore hides only
    those that its author named.
    """

    at: Location
    covers: int
    codes: tuple[RuleCode, ...]
    reason: str
    names: tuple[tuple[RuleCode, str], ...] = ()
    problems: tuple[Problem, ...] = ()

    def covers_code(self, code: str) -> bool:
        return code in self.codes

    def named(self, code: str) -> tuple[str, ...]:
        """The names that it is confined to for this rule; none: the one name that its line speaks of."""
        return tuple(name for of, name in self.names if of == code)


def read_ignore(written: Written, rules: Mapping[str, RuleMeta]) -> Ignore:
    """What the comment says, with every problem it has."""
    found = _IGNORE.match(written.text.strip())
    if found is None:
        word = written.text.split(maxsplit=1)[0] if written.text.strip() else ""
        return _useless(written, f"`# toolcrib: {word}` means nothing: the only word is `ignore`", f"write `{EXAMPLE}`")
    if found["codes"] is None:
        return _useless(written, "an ignore that names no rule hides nothing", f"write `{EXAMPLE}`")
    reason = found["reason"].strip().lstrip(":-–— ").strip()
    listed = _listed(found["codes"])
    names = tuple(listed)
    if not names:
        return _useless(written, "an ignore that names no rule hides nothing", f"write `{EXAMPLE}`")
    if not is_reason(reason):
        return _useless(
            written,
            f"an ignore without a reason hides nothing ({', '.join(names)})",
            f"write the reason behind it: `# toolcrib: ignore[{found['codes'].strip()}] …`",
        )
    codes: list[RuleCode] = []
    problems: list[Problem] = []
    for name in names:
        problem = _refuse(name, rules)
        if problem is None:
            codes.append(rules[name].code)
        else:
            problems.append(problem)
    return Ignore(
        at=written.at,
        covers=written.covers,
        codes=tuple(codes),
        reason=reason,
        names=tuple((code, name) for code in codes for name in listed[code]),
        problems=tuple(problems),
    )


def _listed(text: str) -> dict[str, list[str]]:
    """Each code with the names behind its colon: two for the first in `TC101: search, fetch, TC105`.

    What looks like a code is one, behind a colon too: a tool of that name has to be settled in the manifest.
    """
    listed: dict[str, list[str]] = {}
    current: list[str] | None = None
    for part in (part.strip() for part in re.split("[,;]", text)):
        code, colon, name = (piece.strip() for piece in part.partition(":"))
        if colon:
            current = listed.setdefault(code, [])
            current += [name] if name else []
        elif current is not None and part and not _CODE.fullmatch(part):
            current.append(part)
        elif part:
            listed.setdefault(part, [])
            current = None
    return listed


def with_names(code: str, names: Sequence[str]) -> str:
    """How an ignore of these names is written: `ignore[TC101: search, fetch]`."""
    return f"ignore[{code}: {', '.join(names)}]"


def can_be_named(name: str) -> bool:
    """Whether the name can stand between the brackets."""
    return bool(name.strip()) and name.isprintable() and not set(name) & set(",;:[]") and not _CODE.fullmatch(name)


def is_reason(text: str) -> bool:
    """Whether there is a word in it."""
    return sum(letter.isalpha() for letter in text) >= _MIN_LETTERS


def _useless(written: Written, message: str, fix: str) -> Ignore:
    problem = Problem(message=message, fix=fix)
    return Ignore(at=written.at, covers=written.covers, codes=(), reason="", problems=(problem,))


def _refuse(name: str, rules: Mapping[str, RuleMeta]) -> Problem | None:
    rule = rules.get(name)
    if rule is None:
        likely = [*nearest(name, rules), *(code for code, meta in rules.items() if meta.name == name)]
        fix = f"write `{likely[0]}`, or remove it" if likely else "remove it"
        return Problem(message=f"`{name}` is no rule, so this ignore hides nothing", fix=fix)
    if rule.settled_by:
        return Problem(
            message=f"{rule.code} {rule.name} cannot be ignored: {rule.settled_by}",
            fix="remove the comment",
        )
    return None


def read_ignores(comments: Sequence[Written], rules: Mapping[str, RuleMeta]) -> tuple[Ignore, ...]:
    """Every comment once, in the order of the files."""
    once = {written.at: written for written in comments}
    return tuple(read_ignore(once[at], rules) for at in sorted(once))
