"""Read `# toolcrib: ignore[TC105] the reason` and say what is wrong with it.

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
    """One comment, understood: the codes that it really silences, and what is wrong with the rest of it."""

    at: Location
    covers: int
    codes: tuple[RuleCode, ...]
    reason: str
    problems: tuple[Problem, ...] = ()

    def covers_code(self, code: str) -> bool:
        return code in self.codes


def read_ignore(written: Written, rules: Mapping[str, RuleMeta]) -> Ignore:
    """What the comment says, with every problem it has."""
    found = _IGNORE.match(written.text.strip())
    if found is None:
        word = written.text.split(maxsplit=1)[0] if written.text.strip() else ""
        return _useless(written, f"`# toolcrib: {word}` means nothing: the only word is `ignore`", f"write `{EXAMPLE}`")
    if found["codes"] is None:
        return _useless(written, "an ignore that names no rule hides nothing", f"write `{EXAMPLE}`")
    reason = found["reason"].strip().lstrip(":-–— ").strip()
    names = tuple(dict.fromkeys(name.strip() for name in found["codes"].split(",") if name.strip()))
    if not names:
        return _useless(written, "an ignore that names no rule hides nothing", f"write `{EXAMPLE}`")
    if not is_reason(reason):
        return _useless(
            written,
            f"an ignore without a reason hides nothing ({', '.join(names)})",
            f"write the reason behind it: `# toolcrib: ignore[{', '.join(names)}] …`",
        )
    codes: list[RuleCode] = []
    problems: list[Problem] = []
    for name in names:
        problem = _refuse(name, rules)
        if problem is None:
            codes.append(rules[name].code)
        else:
            problems.append(problem)
    return Ignore(at=written.at, covers=written.covers, codes=tuple(codes), reason=reason, problems=tuple(problems))


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
