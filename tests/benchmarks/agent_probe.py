"""Ask a package which tools it makes: import it, make what it offers with stand-in arguments, note every tool.

    python agent_probe.py JSON MODULE …   # in an environment with the package and its framework; prints JSON

Only what makes tools is called, and no socket connects. Libraries that the package imports and that are not installed
are stood in for. `JSON` holds arguments to give where a parameter has that name.
Runs by itself in the package's environment: it imports nothing of toolcrib.
"""

from __future__ import annotations

import asyncio
import enum
import importlib
import importlib.abc
import importlib.machinery
import inspect
import json
import os
import pkgutil
import socket
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import MagicMock

FRAMEWORKS = frozenset(
    {"haystack", "autogen", "autogen_core", "autogen_agentchat", "google", "agent_framework", "semantic_kernel"}
    | {"claude_agent_sdk"}
)
# Where each framework's tools are made, and by which method.
MADE = (
    ("haystack.tools.Tool", "__post_init__"),
    ("autogen_core.tools.BaseTool", "__init__"),
    ("google.adk.tools.base_tool.BaseTool", "__init__"),
    ("autogen.tools.tool.Tool", "__init__"),
    ("agent_framework.FunctionTool", "__init__"),
    ("claude_agent_sdk.SdkMcpTool", "__init__"),
)
MAKERS = ("tool", "toolset", "register", "mcp_server")
GETTERS = ("get_tools", "tools", "list_tools", "as_tools", "build_tools", "create_tools")
TEXT = "00000000-0000-4000-8000-000000000000"

given_by_name: dict[str, Any] = {}
made: dict[str, str | None] = {}
failed: list[str] = []


def note(name: object, text: object) -> None:
    if isinstance(name, str) and name:
        made.setdefault(name, text if isinstance(text, str) else None)


def watch(path: str, method: str) -> None:
    module, _, name = path.rpartition(".")
    try:
        held = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        return
    before = getattr(held, method)

    def after(self: Any, *args: Any, **kwargs: Any) -> None:
        before(self, *args, **kwargs)
        note(getattr(self, "name", None), getattr(self, "description", None))

    setattr(held, method, after)


class Missing(types.ModuleType):
    """A library that is not installed: its classes can be extended, made and caught."""

    __path__ = ()  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleVariableOverride]  # it has no files

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made: Any = MagicMock()
        if name.endswith(("Error", "Exception", "Timeout")):
            made = type(name, (Exception,), {})
        elif name[:1].isupper():
            body = {"__init__": lambda self, *args, **kwargs: None, "__getattr__": lambda self, name: MagicMock()}
            made = type(name, (), body)
        setattr(self, name, made)
        return made


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, roots: Sequence[str]) -> None:
        self._real = {*FRAMEWORKS, *(root.partition(".")[0] for root in roots), *sys.stdlib_module_names}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] in self._real:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return Missing(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """It has no code."""


class Agent(MagicMock):
    """Takes what is registered with it, as an AG2 agent does."""

    def register_for_llm(self, *, name: str | None = None, description: str | None = None, **_: Any) -> Any:
        def take(function: Any) -> Any:
            own = getattr(function, "name", None) or getattr(function, "__name__", None)
            note(name or own, description or getattr(function, "description", None) or function.__doc__)
            return function

        return take

    def register_for_execution(self, **_: Any) -> Callable[[Any], Any]:
        return lambda function: function


def stand_in(parameter: inspect.Parameter) -> Any:
    kind = str(parameter.annotation).lower()
    for text, value in (("str", TEXT), ("int", 1), ("float", 1.0), ("bool", True)):
        if kind in (text, f"<class '{text}'>") or kind.startswith((f"{text} |", f"typing.optional[{text}]")):
            return value
    many = kind.startswith(("list", "typing.list", "sequence", "collections.abc.sequence", "typing.sequence"))
    text_list = many and "str" in kind
    return [TEXT] if text_list else [Agent()] if many else Agent()


def call(function: Any) -> Any:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    given: dict[str, Any] = {}
    for parameter in parameters:
        named = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        asked = parameter.default is parameter.empty
        opens = parameter.default is None and any(w in parameter.name for w in ("key", "token", "client", "url", "id"))
        if parameter.kind is parameter.VAR_KEYWORD:
            given |= given_by_name
        elif named and parameter.name in given_by_name:
            given[parameter.name] = given_by_name[parameter.name]
        elif named and (asked or opens):
            given[parameter.name] = stand_in(parameter)
    try:
        result = function(**given)
        return asyncio.run(result) if inspect.iscoroutine(result) else result
    except Exception as error:  # whatever a stranger's code raises is told at the end
        failed.append(f"{getattr(function, '__qualname__', function)}: {error!r}"[:200])
        return None


def marks(holder: Any) -> None:
    for _, member in inspect.getmembers(holder):
        if getattr(member, "__kernel_function__", False) is True:
            note(member.__kernel_function_name__, member.__kernel_function_description__)


def modules(roots: Sequence[str]) -> Iterator[types.ModuleType]:
    for root in roots:
        try:
            top = importlib.import_module(root)
            yield top
            for info in pkgutil.walk_packages(getattr(top, "__path__", []), f"{root}."):
                if not info.name.endswith("__main__"):
                    yield importlib.import_module(info.name)
        except Exception as error:  # as above
            failed.append(f"import of {root}: {error!r}"[:200])


def ask(roots: Sequence[str]) -> None:
    own = tuple(root.partition(".")[0] for root in roots)
    for module in list(modules(roots)):
        for name, value in list(vars(module).items()):
            if name.startswith("_") or not getattr(value, "__module__", "").startswith(own):
                continue
            marks(value)
            if inspect.isclass(value) and not issubclass(value, BaseException | enum.Enum):
                held = call(value)
                for getter in GETTERS:
                    if callable(getattr(held, getter, None)):
                        call(getattr(held, getter))
            elif inspect.isfunction(value) and any(word in name for word in MAKERS):
                call(value)


def refuse(*_: Any, **__: Any) -> Any:
    raise OSError("nothing is connected while a package is asked")


def main(arguments: str, roots: Sequence[str]) -> int:
    warnings.simplefilter("ignore")
    given_by_name.update(json.loads(arguments))
    socket.socket.connect = socket.socket.connect_ex = refuse  # type: ignore[method-assign]  # on purpose
    for path, method in MADE:
        watch(path, method)
    sys.meta_path.append(StandIns(roots))
    out, sys.stdout = sys.stdout, sys.stderr
    ask(roots)
    json.dump({"tools": made, "failed": failed}, out)
    out.flush()
    os._exit(0)  # threads that a package started must not hold it


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
