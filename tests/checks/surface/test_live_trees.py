"""What a tree of files really registers, next to what is read from it: cases of several files that run."""

from __future__ import annotations

import asyncio
import importlib
import sys
import warnings
from pathlib import Path

import pytest

from toolcrib.checks.surface import read_surface

HOSTILE = Path(__file__).parent / "hostile"
TREES = [
    "helpers_of_other_files",
    "helpers_handed_on",
    "helpers_of_one_name",
    "ways_to_register",
    "helpers_in_other_words",
    "metaclass_registers",
    "metaclass_new",
    "metaclass_methods",
    "set_name",
    "enum_with_init",
    "enum_registers",
    "enum_member_helper",
    "descriptor_helper",
    "class_getitem",
    "pkgutil_loop",
    "init_subclass",
    "enum_called",
    "store_of_a_class",
    "store_of_a_class_dict",
    "store_of_an_object",
    "store_of_a_function",
    "store_of_a_module",
    "store_setdefault",
    "store_init_subclass",
    "store_init_subclass_dict",
    "store_metaclass",
    "store_set_name",
    "store_dataclass",
    "globals_put",
    "globals_put_method",
    "module_setattr",
    "led_by_decorator_factory",
    "led_by_decorator",
    "led_by_injection",
    "module_getattr",
    "config_loop",
    "mixins",
    "plugin_registry",
    "cached_getter",
    "class_decorator",
    "context_class",
    "context_manager",
    "generators",
    "generators_async",
    "signals",
    "reduce_compose",
    "closure_store",
    "conditional_helper",
    "marked_functions",
    "table_of_helpers",
    "fluent_names",
]


def listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names that the servers of a folder list once every file of it is imported."""
    for name in {path.relative_to(folder).parts[0].removesuffix(".py") for path in folder.rglob("*.py")}:
        for other in [known for known in sys.modules if known.partition(".")[0] == name]:
            monkeypatch.delitem(sys.modules, other)  # a folder of this repository's root may have the name, too
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(folder))
    names: set[str] = set()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for path in sorted(folder.rglob("*.py")):
                importlib.import_module(".".join(path.relative_to(folder).with_suffix("").parts))
            own = [m for n, m in sys.modules.items() if n not in before and _is_under(m, folder)]
            for held in [value for module in own for value in vars(module).values()]:
                if type(held).__name__ == "FastMCP":
                    names |= {tool.name for tool in asyncio.run(held.list_tools())}
    finally:
        for name in set(sys.modules) - before:
            if _is_under(sys.modules[name], folder):
                del sys.modules[name]
    return names


def _is_under(module: object, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).is_relative_to(folder)


@pytest.mark.parametrize("case", TREES)
def test_tree(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fastmcp", reason="fastmcp is not installed (dependency group `apps`)")
    folder = HOSTILE / case / "input"
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*.py"))}
    assert {tool.name for tool in read_surface(files).tools} == listed(folder, monkeypatch)
