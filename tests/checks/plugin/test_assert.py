"""`assert_surface_matches` in people's own tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolcrib.checks import assert_surface_matches
from toolcrib.checks.surface import read_surface
from toolcrib.manifest import Manifest, load


@pytest.fixture
def manifest(project: Path) -> Manifest:
    return load(project / "tools.yaml").manifest


def test_what_matches_passes(project: Path, manifest: Manifest) -> None:
    server = (project / "app" / "server.py").read_bytes()
    assert_surface_matches("app", "tools.yaml", root=project)
    assert_surface_matches(project / "app", manifest, root=project)
    assert_surface_matches("app/server.py", load(project / "tools.yaml"), root=project)
    assert_surface_matches(read_surface({"app/server.py": server}), manifest)


def test_what_differs_fails_with_the_findings(drifted: Path, manifest: Manifest) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_surface_matches("app", manifest, root=drifted)
    text = str(caught.value)
    assert "app/server.py:12:1 TC101 undeclared-tool" in text
    assert "has no row in TOOL_MANIFEST" in text
    assert "TC105" in text
    assert_surface_matches("app", manifest, root=drifted, ignore=["TC101", "TC105"])
    assert_surface_matches("app", manifest, root=drifted, select=["TC2"])


def test_what_is_no_surface_is_refused_in_words(manifest: Manifest) -> None:
    with pytest.raises(TypeError, match=r"it is a builtins\.object: give a server"):
        assert_surface_matches(object(), manifest)
    with pytest.raises(TypeError, match="give it one as the second argument"):
        assert_surface_matches("app")
    with pytest.raises(TypeError, match="no manifest"):
        assert_surface_matches("app", manifest, server=["Billing"])
    with pytest.raises(TypeError, match="a manifest is a Manifest"):
        assert_surface_matches("app", 3)  # type: ignore[arg-type]  # what is tested


def test_an_unknown_rule_is_an_error(project: Path, manifest: Manifest) -> None:
    with pytest.raises(ExceptionGroup, match="make no sense"):
        assert_surface_matches("app", manifest, root=project, select=["TC999"])
