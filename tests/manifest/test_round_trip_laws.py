"""What holds for every manifest: it survives writing and reading, and all readers read the same."""

from __future__ import annotations

import datetime
import io
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import yaml as pyyaml
from hypothesis import example, given
from ruamel.yaml import YAML

from toolcrib.manifest import Agent, EmptySelection, Manifest, RuntimeTools, dump, dump_pins, load_text

_spec = spec_from_file_location("toolcrib_manifest_strategies", Path(__file__).with_name("strategies.py"))
assert _spec
assert _spec.loader
strategies = module_from_spec(_spec)
_spec.loader.exec_module(strategies)


@strategies.LAW
@given(strategies.manifests())
def test_what_is_dumped_loads_again(m: Manifest) -> None:
    loaded = load_text(dump(m), pins=dump_pins(m.pins)).manifest
    assert loaded == m
    assert hash(loaded) == hash(m)
    assert dump(loaded) == dump(m)


def _as_read(value: Any) -> Any:
    """What a general YAML reader gives, with dates as text: that one difference between YAML 1.1 and 1.2 is known."""
    if isinstance(value, Mapping):
        return {key: _as_read(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_read(inner) for inner in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


@strategies.LAW
@given(strategies.manifests())
@example(
    Manifest(
        agents={
            "a": Agent(empty_selection=EmptySelection.NONE, runtime_tools=RuntimeTools(source="r.py", tools=("0?",)))
        },
        capabilities={},
        tools={},
    )
)
def test_every_yaml_reader_reads_the_same(m: Manifest) -> None:
    """A YAML 1.1 reader and a YAML 1.2 reader find in a dumped manifest what was declared."""
    declared = m.model_dump(mode="json", exclude={"pins"}, exclude_defaults=True)
    declared |= {name: declared.get(name, {}) for name in ("agents", "capabilities", "tools")}
    assert _as_read(pyyaml.safe_load(dump(m))) == declared
    assert _as_read(YAML(typ="safe", pure=True).load(io.StringIO(dump(m)))) == declared


@strategies.LAW
@given(strategies.manifests())
def test_a_python_literal_means_the_same_read_or_run(m: Manifest) -> None:
    """`TOOL_MANIFEST = Manifest(...)` gives one manifest, read without running it, imported, or kept in YAML."""
    arguments = m.model_dump(mode="python")
    arguments["agents"] = {
        n: {**a, "empty_selection": str(a["empty_selection"])} for n, a in arguments["agents"].items()
    }
    source = "import datetime\nfrom toolcrib.manifest import Manifest\n\n"
    source += "TOOL_MANIFEST = Manifest(\n" + "".join(f"    {k}={v!r},\n" for k, v in arguments.items()) + ")\n"
    scope: dict[str, Any] = {}
    exec(source, scope)
    assert scope["TOOL_MANIFEST"] == m
    assert load_text(source, path="tool_manifest.py").manifest == m
