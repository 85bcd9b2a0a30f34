"""The front door: what is named is there and on the page, and the example on it runs."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files

import pytest

import toolcrib.registry.agentproto as part

PAGE = files("toolcrib.registry.agentproto").joinpath("agentproto.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", part.__all__)
def test_every_name_is_there_and_on_the_page(name: str) -> None:
    assert getattr(part, name)
    assert re.search(rf"\b{name}\b", PAGE)


def test_the_example_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(compile(code, "agentproto.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_importing_it_brings_no_framework_and_no_parser() -> None:
    heavy = "{'libcst', 'rich', 'jsonschema', 'mcp', 'httpx', 'ruamel.yaml', 'toolcrib.checks'}"
    script = f"import sys, toolcrib.registry.agentproto; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_registry_does_not_bring_it() -> None:
    script = "import sys, toolcrib.registry; print([m for m in sys.modules if 'agentproto' in m])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
