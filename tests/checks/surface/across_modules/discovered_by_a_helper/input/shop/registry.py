"""Tools are marked where they are defined, and registered once all of them are known."""

_marked: list[dict] = []


def shop_tool(name: str | None = None, description: str | None = None):
    def decorator(function):
        _marked.append({"function": function, "name": name or function.__name__, "description": description})
        return function

    return decorator


def marked() -> list[dict]:
    return _marked.copy()
