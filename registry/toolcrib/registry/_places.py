"""Find and write the values that the paths of a `scope` lead to, in the arguments of one call.

Room: registry, middle. Pure but for `written`, which changes the copy that it is given. A value that is not where the
path looks for it is an error: what cannot be found cannot be checked.
Touch it when paths can say more. Not here: whether a value lies in the scope (`_binding`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from toolcrib.registry._facts import Id

Arguments: TypeAlias = dict[str, Any]  # what came from the model: JSON, checked by walking it
Steps: TypeAlias = tuple[tuple[str, int], ...]
ABSENT: Final = object()  # left out, null, or in an object that is: the model named nothing there


class ShapeError(Exception):
    """A value is not of the shape that the path says."""


def places(arguments: Arguments, steps: Steps) -> Iterator[object]:
    """The values at the end of the path, one for each object that may hold it; `ABSENT` where nothing is named."""
    *above, (last, lists) = steps
    for holder in holders([arguments], above):
        value = ABSENT if holder is ABSENT else _object(holder).get(last)
        if value is None or value is ABSENT:
            yield ABSENT
        elif lists and type(value) is not list:
            raise ShapeError
        else:
            yield value


def holders(level: Sequence[object], above: Sequence[tuple[str, int]]) -> Sequence[object]:
    """The objects at the end of the way, or `ABSENT` where one is left out. Raises `ShapeError`."""
    for key, lists in above:
        found: list[object] = []
        for holder in level:
            value = None if holder is ABSENT else _object(holder).get(key)
            if value is None:
                if not lists:
                    found.append(ABSENT)  # an object that is left out: what would lie in it is absent too
                continue
            found += _elements(value, lists)
        level = found
    return level


def _object(value: object) -> Arguments:
    if type(value) is not dict:
        raise ShapeError
    return value


def _elements(value: object, lists: int) -> list[object]:
    """The elements of `value` after so many lists; null elements name nothing."""
    level = [value]
    for _ in range(lists):
        if not all(type(one) is list for one in level):
            raise ShapeError
        level = [inner for one in level if isinstance(one, list) for inner in one if inner is not None]
    return level


def levels(arguments: Arguments, steps: Steps) -> Iterator[tuple[int, Arguments]]:
    """The objects below the arguments that the path leads through, each with the number of its step."""
    for number in range(1, len(steps)):
        for holder in holders([arguments], steps[:number]):
            if holder is not ABSENT:
                yield number, _object(holder)


def ids_in(value: object) -> Iterator[Id]:
    """The ids that a value names: itself, or every element of a list, however deep."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if type(one) is str or type(one) is int:
            yield one
        elif type(one) is list and one:
            waiting += one
        else:
            raise ShapeError  # null or an empty list in a list, true, 1.5, an object: nothing that can be looked up


def is_named(value: object) -> bool:
    """Whether the model named anything: an empty list is nothing."""
    return value is not ABSENT and value != []


def written(arguments: Arguments, steps: Steps, values: Sequence[Id], *, override: bool) -> None:
    """Write the session's value at the end of the path: what stands there goes, unless `override` is false.

    `arguments` is changed; objects and lists on the way are copied first, since others hold them. Objects that are left
    out are made, since a pin that is not there pins nothing; elements of a list are not. A path that ends in a list
    gets all values, every other one the only value.
    """
    *above, (last, lists) = steps
    level: list[Arguments] = [arguments]
    for key, depth in above:
        found: list[Arguments] = []
        for holder in level:
            inner = holder.get(key)
            if inner is None and depth:
                continue
            holder[key] = _own({} if inner is None else inner, depth, found)
        level = found
    value: object = values[0]
    if lists:
        value = list(values)
        for _ in range(lists - 1):
            value = [value]
    for holder in level:
        if override or holder.get(last) in (None, []):
            holder[last] = value


def _own(value: object, lists: int, found: list[Arguments]) -> object:
    """A copy of an object, or of the lists around it; the objects are added to `found`."""
    if lists:
        if type(value) is not list:
            raise ShapeError
        return [None if one is None else _own(one, lists - 1, found) for one in value]
    found.append(dict(_object(value)))
    return found[-1]
