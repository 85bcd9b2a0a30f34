from core import publish  # noqa: F401


@globals()["publish"]
def through_by_globals() -> str:
    return ""
