"""Read YAML: the quick way where the text allows it, the full way everywhere else. Both give the same tree.

Room: manifest, middle. Pure. Everything that reads YAML comes through here.
"""

from __future__ import annotations

from toolcrib.manifest._errors import Problem
from toolcrib.manifest._quick import read_quickly
from toolcrib.manifest._tree import Node


def read_yaml(text: str, path: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """The document's tree (None when there is none, or it could not be read to its end) and what was refused in it."""
    quick = read_quickly(text)
    if quick is not None:
        return quick, ()
    from toolcrib.manifest._yaml import read_yaml_in_full  # brings ruamel.yaml: only where it is needed

    return read_yaml_in_full(text, path)
