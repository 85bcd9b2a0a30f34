"""A server class with a `tool` of its own, which wraps what it is given before it registers it."""

import inspect
from functools import wraps
from typing import Any, Generic, TypeVar

from fastmcp import FastMCP

Kept = TypeVar("Kept")


def guarded(function):
    @wraps(function)
    async def wrapper(*args, **kwargs):
        return await function(*args, **kwargs)

    return wrapper


class GuardedServer(FastMCP[Kept], Generic[Kept]):
    def tool(self, name_or_fn: Any = None, **kwargs: Any) -> Any:
        if inspect.isroutine(name_or_fn):
            return super().tool(guarded(name_or_fn), **kwargs)
        if isinstance(name_or_fn, str):
            kwargs = {**kwargs, "name": name_or_fn}

        def decorator(function):
            return super(GuardedServer, self).tool(guarded(function), **kwargs)

        return decorator
