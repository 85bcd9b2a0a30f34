import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path


def discovered(folder: Path, package: str) -> Iterator[str]:
    for _, name, _ in pkgutil.iter_modules([str(folder)]):
        if not name.startswith("_"):
            importlib.import_module(f".{name}", package)
            yield name
