"""The commands that look: show, surface, allowlist, explain, schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.rules import METAS, page


def test_surface_needs_no_manifest(toolcrib: Any, project: Path) -> None:
    done = toolcrib("surface")
    assert done.code == 0
    assert "Billing  mcp" in done.out
    assert "list_invoices   app/server.py:9  (read-only=yes)" in done.out
    assert done.out.endswith("3 tools in 1 file, 0 unresolved\n")


def test_surface_reads_the_paths_it_is_given(toolcrib: Any, project: Path) -> None:
    (project / "tests").mkdir()
    (project / "tests" / "fake.py").write_text((project / "app" / "server.py").read_text())
    assert "not read: tests/ (1 file), by default" in toolcrib("surface").out
    model = json.loads(toolcrib("surface", "tests", "--format", "json").out)
    assert {tool["file"] for tool in model["tools"]} == {"tests/fake.py"}


def test_show_is_the_matrix_with_its_bands(toolcrib: Any, adopted: Path) -> None:
    done = toolcrib("show")
    assert done.code == 0
    assert "agents × tools" in done.out
    assert "A person asks for each deletion" in done.out
    assert "differ" not in done.out


def test_show_says_where_source_and_manifest_differ(toolcrib: Any, adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text().replace("def get_invoice", "def show_invoice"))
    out = toolcrib("show").out
    assert "in the source, without a row\n      show_invoice  app/server.py:19" in out
    assert "a row, not in the source\n      get_invoice  manifest/tools.yaml:" in out
    assert "differ" not in toolcrib("show", "--no-source").out


def test_show_filters(toolcrib: Any, adopted: Path) -> None:
    names = [
        tool["name"]
        for m in json.loads(toolcrib("show", "--mutates", "true", "--format", "json").out)["manifests"]
        for tool in m["tools"]
    ]
    assert names == ["delete_invoice"]
    assert "| `delete_invoice` |" in toolcrib("show", "--format", "markdown").out
    done = toolcrib("show", "--agent", "client", "--capability", "biling")
    assert done.code == 2
    assert "Nearest: clients." in done.err
    assert "Nearest: billing." in done.err


def test_allowlist_is_one_name_a_line(toolcrib: Any, adopted: Path) -> None:
    assert toolcrib("allowlist", "clients").out == "delete_invoice\nget_invoice\nlist_invoices\n"
    assert json.loads(toolcrib("allowlist", "clients", "--format", "json").out)["tools"] == [
        "delete_invoice",
        "get_invoice",
        "list_invoices",
    ]
    done = toolcrib("allowlist", "client")
    assert done.code == 2
    assert "Nearest: clients." in done.err


@pytest.mark.parametrize("code", METAS)
def test_explain_prints_the_page_by_code_or_name(toolcrib: Any, code: str) -> None:
    assert toolcrib("explain", code).out == page(code)
    assert toolcrib("explain", METAS[code].name).out == page(code)
    assert toolcrib("explain", code.lower()).out == page(code)


def test_explain_alone_lists_the_rules(toolcrib: Any) -> None:
    lines = toolcrib("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == list(METAS)


@pytest.mark.parametrize("what", ["manifest", "part", "pins"])
def test_schema_is_a_json_schema(toolcrib: Any, what: str) -> None:
    schema = json.loads(toolcrib("schema", what).out)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert json.loads(toolcrib("schema").out)["title"] != ""
