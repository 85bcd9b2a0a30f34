import core


@vars(core)["pub" + "lish"]
def through_by_vars() -> str:
    return ""
