import operator

import core


@operator.attrgetter("publish")(core)
def through_by_getter() -> str:
    return ""
