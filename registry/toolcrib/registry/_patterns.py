"""Match a schema's `pattern` in time that grows with the text, whatever the pattern is.

Room: registry, middle. Pure. Python's `re` tries every way through a pattern, which for `(a+)+$` doubles with each
letter that a model sends. Here all ways are followed side by side (Thompson's construction), so that a text of n
characters costs n steps. Patterns that need more than that (back references, looking around) are refused in words.
They mean what ECMA-262 says, as JSON Schema asks: `$` is the very end, `\\d` and `\\w` are ASCII.
Touch it when a harmless construct is refused. Not here: the other words of a schema (`_arguments`).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from string import ascii_letters, digits
from typing import Any, Final, TypeAlias

from toolcrib.registry._effort import spend

_MAX_STATES: Final = 2_000
_MAX_PARTS: Final = 20_000  # of a pattern when its repeats are written out; a part may need no state
_MAX_KEPT: Final = 40_000  # states in the transitions that are kept; a text that needs more begins anew
MAX_TEXT: Final = 20_000  # characters that a pattern is held against; a longer text is refused

Test: TypeAlias = Callable[[str], bool]
_BEGIN, _END = "begin", "end"


class PatternError(ValueError):
    """The pattern cannot be matched in bounded time, or is none; in words."""


@lru_cache(maxsize=2_048)
def matcher(pattern: str) -> Callable[[str], bool]:
    """Whether the pattern is found in a text, anywhere, as JSON Schema says. Raises `PatternError`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets that a later Python may read in another way
            parsed = import_module("re._parser").parse(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise PatternError(f"the pattern is no regular expression: {type(error).__name__}") from None
    if parsed.state.flags & (re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII | re.LOCALE):
        raise PatternError("the pattern sets flags")
    machine = _Machine()
    last = machine.of(parsed, machine.start)
    machine.accept = last
    return machine.search


class _Machine:
    def __init__(self) -> None:
        self.steps: list[list[tuple[Test, int]]] = [[]]  # state → what a character leads to
        self.free: list[list[tuple[str, int]]] = [[]]  # state → what costs no character; "" or a place that it needs
        self.start, self.accept = 0, -1
        self.kept: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        self.weight = 0  # of what is kept
        self.parts = 0

    def search(self, text: str) -> bool:
        if len(text) > MAX_TEXT:
            raise PatternError(f"a text of more than {MAX_TEXT} characters is not held against a pattern")
        now: frozenset[int] = frozenset()
        length = len(text)
        for index in range(length + 1):
            places = {""}
            if index == 0:
                places.add(_BEGIN)
            if index == length:
                places.add(_END)
            now = self._closed(now | {self.start}, places)
            spend(len(now))
            if self.accept in now:
                return True
            if index < length:
                now = self._next(now, text[index])
        return False

    def _next(self, now: frozenset[int], char: str) -> frozenset[int]:
        key = (now, char)
        found = self.kept.get(key)
        if found is None:
            found = frozenset(to for state in now for test, to in self.steps[state] if test(char))
            self.weight += 10 + len(now) + len(found)
            if self.weight > _MAX_KEPT:
                self.kept, self.weight = {}, 0  # a new one: other threads may be reading the old
            self.kept[key] = found
        return found

    def _closed(self, states: frozenset[int], places: set[str]) -> frozenset[int]:
        seen, waiting = set(states), list(states)
        while waiting:
            for place, to in self.free[waiting.pop()]:
                if place in places and to not in seen:
                    seen.add(to)
                    waiting.append(to)
        return frozenset(seen)

    # -- making it ---------------------------------------------------------------------------------------------------

    def new(self) -> int:
        if len(self.steps) >= _MAX_STATES:
            raise PatternError("the pattern is too large")
        self.steps.append([])
        self.free.append([])
        return len(self.steps) - 1

    def of(self, parsed: Iterable[Any], at: int) -> int:
        """Add the states for `parsed` after the state `at`; the state after it."""
        self.parts += 1
        if self.parts > _MAX_PARTS:
            raise PatternError("the pattern is too large")
        for op, value in parsed:
            at = self._one(str(op), value, at)
        return at

    def _one(self, op: str, value: Any, at: int) -> int:
        match op:
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                after = self.new()
                self.steps[at].append((_test(op, value), after))
                return after
            case "SUBPATTERN":
                _, more, fewer, inner = value
                if more or fewer:
                    raise PatternError("the pattern sets flags")
                return self.of(inner, at)
            case "BRANCH":
                after = self.new()
                for branch in value[1]:
                    begin = self.new()
                    self.free[at].append(("", begin))
                    self.free[self.of(branch, begin)].append(("", after))
                return after
            case "MAX_REPEAT" | "MIN_REPEAT":
                return self._repeated(value, at)
            case "AT":
                place = {"AT_BEGINNING": _BEGIN, "AT_END": _END}.get(str(value))
                if place is None:
                    raise PatternError("the pattern looks at a place other than `^` and `$`")
                after = self.new()
                self.free[at].append((place, after))
                return after
        raise PatternError(f"the pattern has a part that takes more than one pass: {op.lower()}")

    def _repeated(self, value: Any, at: int) -> int:
        least, most, inner = value
        endless = str(most) == "MAXREPEAT"
        for _ in range(int(least)):
            at = self.of(inner, at)
        if endless:
            loop = self.new()
            self.free[at].append(("", loop))
            self.free[self.of(inner, loop)].append(("", loop))
            return loop
        after = self.new()
        for _ in range(int(most) - int(least)):
            self.free[at].append(("", after))
            at = self.of(inner, at)
        self.free[at].append(("", after))
        return after


def _test(op: str, value: Any) -> Test:
    if op == "LITERAL":
        return chr(value).__eq__
    if op == "NOT_LITERAL":
        return chr(value).__ne__
    if op == "ANY":
        return lambda char: char not in "\n\r\u2028\u2029"
    tests: list[Test] = []
    negated = False
    for kind, inner in value:
        match str(kind):
            case "NEGATE":
                negated = True
            case "LITERAL":
                tests.append(chr(inner).__eq__)
            case "RANGE":
                low, high = inner
                tests.append(lambda char, low=low, high=high: low <= ord(char) <= high)  # type: ignore[misc]  # bound now
            case "CATEGORY":
                tests.append(_category(str(inner)))
            case other:
                raise PatternError(f"the pattern has a set with {other.lower()} in it")
    return lambda char: any(test(char) for test in tests) is not negated


_SPACES: Final = frozenset("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | {
    chr(code) for code in range(0x2000, 0x200B)
}
_WORD: Final = frozenset(ascii_letters + digits + "_")


def _category(name: str) -> Test:
    """`\\d`, `\\w`, `\\s` and their opposites."""
    known = {"DIGIT": frozenset(digits), "WORD": _WORD, "SPACE": _SPACES}
    held = known.get(name.removeprefix("CATEGORY_").removeprefix("NOT_"))
    if held is None:
        raise PatternError(f"the pattern has a class of characters that is not known here: {name.lower()}")
    if "_NOT_" in name:
        return lambda char: char not in held
    return held.__contains__
