"""placeholder"""

from toolcrib.manifest._errors import Problem
from toolcrib.manifest._tree import Node


def read_python(text: str, path: str) -> tuple[Node | None, tuple[Problem, ...]]:
    raise NotImplementedError
