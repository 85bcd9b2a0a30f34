"""The parts of a tree between which no import leads."""

from __future__ import annotations

from toolcrib.checks.surface import read_surface
from toolcrib.checks.surface._parts import own_root
from toolcrib.checks.surface._program import Program


def test_a_project_that_is_itself_a_package_ends() -> None:
    assert own_root("app/a.py", {"", "app"}) == ""
    assert own_root("app/a.py", {"app"}) == ""
    assert own_root("app/inner/a.py", {"app/inner"}) == "app"
    assert read_surface({"__init__.py": b"", "a.py": b"import os\n"}).files == ("__init__.py", "a.py")


def test_what_a_file_defines_is_looked_for_in_its_bytes() -> None:
    program = Program(
        {"a.py": b"x = 1\nasync  def f():\n    class C (B):\n        y: int\nz.w = 2\nq, r = 1, 2\n# s = 1\n"}
    )
    (module,) = program.modules.values()
    assert [n for n in ("x", "f", "C", "y", "z", "w", "q", "r", "s", "def", "int") if module.defines(n)] == list(
        "xfCyq"
    )
