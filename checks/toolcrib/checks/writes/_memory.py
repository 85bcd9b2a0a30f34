"""What a tool leaves behind in the program itself: a list or table from before the call, that it changes.

Room: checks, middle. Pure. It is evidence where what the caller gives is kept there (`notes[name] = text`): the next
caller finds it. Anything else kept so is only possible, and what speaks of caches and logs is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _vocabulary
from toolcrib.checks.writes._names import word_set, words
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import Frame, Items, Outside, Table, Values

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower

_CHANGES = word_set("append add extend insert update pop remove discard clear setdefault popitem appendleft")
_OF_THE_PROGRAM = word_set(
    "seen visited metrics stats counter counters connection connections client clients pool "
    "state lock locks task tasks handler handlers registry history context sessions session"
)
"""Words of names that say it is the program's own."""


def changed_by_call(follower: Follower, node: ir.Call, frame: Frame) -> Weight | None:
    """`notes.append(text)`."""
    if not isinstance(node.func, ir.Attr) or node.func.name not in _CHANGES:
        return None
    if not _is_kept(follower, node.func.value, frame):
        return None
    given = node.args[1:] if node.func.name in ("setdefault", "insert") else node.args  # a key alone is no content
    return _weight([follower.evaluate(arg.value, frame) for arg in given])


def changed_by_item(follower: Follower, target: ir.Expr, value: ir.Expr | None, frame: Frame) -> Weight | None:
    """`notes[name] = text`, `del notes[name]`."""
    if not isinstance(target, ir.Subscript) or not _is_kept(follower, target.value, frame):
        return None
    return _weight([follower.evaluate(target.index if value is None else value, frame)])


def _weight(values: list[Values]) -> Weight:
    chosen = any(isinstance(v, Outside) and v.chosen for vs in values for v in vs)
    return Weight.LIKELY if chosen else Weight.POSSIBLE


def _is_kept(follower: Follower, node: ir.Expr, frame: Frame) -> bool:
    """A list or table that was there before the call, and that is not there for the program's own sake."""
    said = _dotted(node)
    if not said or (_vocabulary.ASIDE_WORDS | _vocabulary.CACHE_WORDS | _OF_THE_PROGRAM) & set(words(".".join(said))):
        return False
    names = follower.bound_of(frame)
    root = said[0]
    if names.outer.get(root) is None and (root in frame.args or root in names.names):
        return False
    return any(isinstance(value, Items | Table) for value in follower.evaluate(node, frame))


def _dotted(node: ir.Expr) -> tuple[str, ...]:
    if isinstance(node, ir.Name):
        return (node.id,)
    if isinstance(node, ir.Attr):
        before = _dotted(node.value)
        return (*before, node.name) if before else ()
    return ()


KIND = Kind.STORE
DOES = "changes what the program keeps in memory"
