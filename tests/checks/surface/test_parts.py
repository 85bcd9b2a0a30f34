"""The parts of a tree between which no import leads."""

from __future__ import annotations

from toolcrib.checks.surface import read_surface
from toolcrib.checks.surface._parts import own_root


def test_a_project_that_is_itself_a_package_ends() -> None:
    assert own_root("app/a.py", {"", "app"}) == ""
    assert own_root("app/a.py", {"app"}) == ""
    assert own_root("app/inner/a.py", {"app/inner"}) == "app"
    assert read_surface({"__init__.py": b"", "a.py": b"import os\n"}).files == ("__init__.py", "a.py")
