import stores as s
from stores import Made, Plugin, Shelf, grouped
from stores import named as n

again = s.kind


@n
def one() -> int:
    return 1


@grouped("x")
def two() -> int:
    return 2


@again("y")
def three() -> int:
    return 3


@Shelf.keep
def four() -> int:
    return 4


class First(Plugin):
    label = "first"


class Second(Made):
    def run(self) -> int:
        return 2
