"""Where `toolcrib init` puts what it drafts: a server or several, configured or not, and what stands there already."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_source_narrows_the_reading_and_is_configured(toolcrib: Any, project: Path, answers: tuple[str, ...]) -> None:
    (project / "other.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Other"))
    assert toolcrib("init", "--source", "app", *answers).code == 0
    assert 'source = ["app"]' in (project / "pyproject.toml").read_text()
    assert toolcrib("check").code == 0


def test_two_servers_in_folders_of_their_own_get_two_manifests(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    (project / "pay").mkdir()
    (project / "pay" / "server.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Pay"))
    assert toolcrib("init", *answers).code == 0
    assert sorted(path.parent.name for path in (project / "manifest").rglob("tools.yaml")) == ["billing", "pay"]
    assert toolcrib("check").code == 0
    shown = toolcrib("show", "--manifest", "pay")
    assert "pay: manifest/pay/tools.yaml" in shown.out
    assert toolcrib("show", "--manifest", "pey").err.strip().endswith("Nearest: pay.")


def test_each_of_several_servers_is_named(toolcrib: Any, project: Path, answers: tuple[str, ...]) -> None:
    (project / "pay").mkdir()
    (project / "pay" / "server.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Pay"))
    assert "2 servers share no tools, so each has a manifest: billing, pay" in toolcrib("init", *answers).err


def two_servers(project: Path, first: str, second: str) -> None:
    server = (project / "app" / "server.py").read_text()
    for name, path in (("One", first), ("Two", second)):
        text = server.replace('"Billing"', f'"{name}"').replace('name="delete_invoice"', "name=DELETE")
        (project / path).parent.mkdir(exist_ok=True, parents=True)
        (project / path).write_text(
            text.replace("from mcp.types", "from shared.names import DELETE\nfrom mcp.types", 1)
        )
    (project / "app" / "server.py").unlink()
    (project / "shared").mkdir()
    (project / "shared" / "names.py").write_text('DELETE = "delete_invoice"\n')


def test_servers_that_share_code_without_tools_are_given_it_both(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    two_servers(project, "one/server.py", "two/server.py")
    assert toolcrib("init", *answers).code == 0
    config = (project / "pyproject.toml").read_text()
    assert 'source = ["one", "shared"]' in config
    assert 'source = ["two", "shared"]' in config
    assert toolcrib("check").code == 0


def test_a_configured_manifest_that_is_not_there_is_drafted_in_its_place_and_the_other_stays(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    (project / "pay").mkdir()
    (project / "pay" / "server.py").write_text((project / "app" / "server.py").read_text().replace("Billing", "Pay"))
    (project / "toolcrib.toml").write_text(
        '[[manifests]]\nname = "bills"\nmanifest = "agents/bills.yaml"\nsource = ["app"]\n'
        '[[manifests]]\nname = "pay"\nmanifest = "agents/pay"\npins = "pay-pins.yaml"\nsource = ["pay"]\n'
    )
    config = (project / "toolcrib.toml").read_text()
    assert toolcrib("init", *answers).code == 0
    first = {path: path.read_bytes() for path in project.rglob("*.yaml")}
    assert sorted(path.relative_to(project).as_posix() for path in first) == [
        "agents/bills.yaml",
        "agents/pay/tools.yaml",
        "agents/pins.yaml",
        "pay-pins.yaml",
    ]
    assert toolcrib("check").code == 0
    assert (project / "toolcrib.toml").read_text() == config
    (project / "agents" / "pay" / "tools.yaml").unlink()
    done = toolcrib("init", *answers)
    assert done.code == 2
    assert "pay-pins.yaml stands already" in done.err
    assert "agents/pay/tools.yaml is gone: bring it back, or move the pins away" in done.err
    (project / "pay-pins.yaml").unlink()
    assert toolcrib("init", *answers).code == 0
    assert {path: path.read_bytes() for path in project.rglob("*.yaml")} == first


def test_init_again_overwrites_nothing_and_says_what_adds_rows(toolcrib: Any, adopted: Path) -> None:
    before = {path: path.read_bytes() for path in adopted.rglob("*.*") if path.is_file()}
    done = toolcrib("init")
    assert done.code == 2
    assert "stands already" in done.err
    assert "toolcrib fix" in done.err
    assert {path: path.read_bytes() for path in adopted.rglob("*.*") if path.is_file()} == before


def test_another_program_s_tools_yaml_is_left_alone(toolcrib: Any, project: Path, answers: tuple[str, ...]) -> None:
    (project / "tools.yaml").write_text("openapi: 3.1.0\npaths: {}\n")
    done = toolcrib("check")
    assert (done.code, len(done.err.splitlines())) == (2, 3)
    assert "tools.yaml:1:1: error: it does not look like a toolcrib manifest" in done.err
    assert toolcrib("init", *answers).code == 0
    assert toolcrib("check").code == 0


def test_another_program_s_file_in_the_place_of_the_draft_is_left_alone(
    toolcrib: Any, project: Path, answers: tuple[str, ...]
) -> None:
    (project / "manifest").mkdir()
    (project / "manifest" / "tools.yaml").write_text("kind: Deployment\n")
    done = toolcrib("init", *answers)
    assert done.code == 2
    assert 'manifest = "agents/tools.yaml" under [tool.toolcrib]' in done.err
    config = project / "pyproject.toml"
    config.write_text(config.read_text() + '[tool.toolcrib]\nmanifest = "agents/tools.yaml"\n')
    assert toolcrib("init", *answers).code == 0
    assert toolcrib("check").code == 0
    assert (project / "manifest" / "tools.yaml").read_text() == "kind: Deployment\n"
