import core


@getattr(core, "pub" + "lish")
def through_by_getattr() -> str:
    return ""
