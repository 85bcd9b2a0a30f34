"""What holds for every file, a manifest or not: it is one, or problems in words, and never a surprise."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.manifest import Manifest, ManifestProblems, Sources, declare, dump, load_text

_spec = spec_from_file_location("toolcrib_manifest_strategies", Path(__file__).with_name("strategies.py"))
assert _spec
assert _spec.loader
strategies = module_from_spec(_spec)
_spec.loader.exec_module(strategies)


@strategies.LAW
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_no_file_is_a_surprise(content: bytes) -> None:
    """Whatever the bytes are, they are a manifest, pins, Python, or problems in words."""
    for path in ("tools.yaml", "tool_manifest.py"):
        files = {path: content, "pins.yaml": content}
        with pytest.raises(ManifestProblems):
            declare(Sources(path=path, pins_path="pins.yaml", files=files))


@strategies.LAW
@given(strategies.manifests(small=True), st.data())
def test_damaged_yaml_is_a_surprise_neither(m: Manifest, data: st.DataObject) -> None:
    """Cutting, doubling or replacing characters of a real manifest gives a manifest or problems, never a traceback."""
    text = dump(m)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(text) - 1, 0)))
        put = data.draw(
            st.sampled_from(
                (
                    "",
                    "\t",
                    "&a ",
                    "*a",
                    "!t ",
                    "- ",
                    ": ",
                    "{",
                    "]",
                    "'",
                    '"',
                    "|",
                    "\n",
                    "#",
                    "? ",
                    "---\n",
                    "%",
                    "???",
                )
            )
        )
        text = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    try:
        loaded = load_text(text)
    except ManifestProblems as problems:
        found = problems.errors
    else:
        assert load_text(dump(loaded.manifest)).manifest == loaded.manifest
        return
    assert found
    assert all(str(error) and error.at for error in found)
