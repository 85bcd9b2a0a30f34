import core


@core.__dict__["publish"]
def through_by_dict() -> str:
    return ""
