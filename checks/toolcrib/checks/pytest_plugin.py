"""The pytest plugin: one test a rule and manifest, where a manifest is configured.

Room: checks, edge. pytest loads this module in every run of everybody's tests, so it imports next to nothing; what it
needs for a project that has a manifest is imported when that project's tests are collected.
The tests stand beside the project's own: `toolcrib::manifest/tools.yaml::TC101`. The page is plugin/plugin.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from toolcrib.manifest import Manifest

_ID = "toolcrib"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("toolcrib")
    group.addoption(
        "--toolcrib",
        action="store_true",
        default=False,
        help="check the tool manifest although none is configured here or single tests were asked for",
    )
    group.addoption("--toolcrib-root", metavar="DIR", default=None, help="the project whose manifest is checked")
    # Not for people: how the ids that were asked for reach the workers of pytest-xdist.
    group.addoption("--toolcrib-ids", action="append", default=[], help=argparse.SUPPRESS)
    parser.addini("toolcrib_root", "the project whose tool manifest is checked (default: the rootdir)", default="")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take ids such as `toolcrib::tools.yaml::TC101` out of the arguments: pytest looks for files of that name."""
    asked = [argument for argument in config.args if argument.split("::")[0] == _ID and "::" in argument]
    if asked:
        # In the options, because the workers of pytest-xdist are handed those.
        config.option.toolcrib_ids = [*config.option.toolcrib_ids, *asked]
        config.args[:] = [argument for argument in config.args if argument not in asked]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the manifest's tests to what the session has collected itself."""
    report = yield
    if isinstance(collector, pytest.Session) and report.passed and is_wanted(collector.config):
        from toolcrib.checks.plugin._items import ToolcribCollector  # only where a manifest is configured

        root = project_root(collector.config)
        own = ToolcribCollector.from_parent(
            collector, name=_ID, nodeid=_ID, path=root, root=root, wanted=collector.config.option.toolcrib_ids
        )
        report.result.append(own)
    return report


def project_root(config: pytest.Config) -> Path:
    """`--toolcrib-root`, else the ini option, else pytest's rootdir."""
    given = config.getoption("--toolcrib-root") or config.getini("toolcrib_root")
    return (config.invocation_params.dir if config.getoption("--toolcrib-root") else config.rootpath) / (given or "")


def is_wanted(config: pytest.Config) -> bool:
    """Whether this run is one in which the manifest is checked."""
    if config.getoption("--toolcrib") or config.option.toolcrib_ids:
        return True
    from toolcrib.checks.plugin._configured import is_configured

    root = project_root(config)
    return _whole_run(config, root) and is_configured(root)


def _whole_run(config: pytest.Config, root: Path) -> bool:
    """Whether the run is about the project, not about single tests that somebody is working on."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return True
    asked = [(config.invocation_params.dir / argument.split("::")[0]).absolute() for argument in config.args]
    tests = [config.rootpath / path for path in config.getini("testpaths")]
    return any(
        "::" not in argument and (place in (root, root / "manifest") or place in tests or place == config.rootpath)
        for argument, place in zip(config.args, asked, strict=True)
    )


@pytest.fixture(scope="session")
def tool_manifests(pytestconfig: pytest.Config) -> Mapping[str, Manifest]:
    """The project's tool manifests by their configured names ("" where there is only one)."""
    return dict(_manifests(pytestconfig))


@pytest.fixture(scope="session")
def tool_manifest(tool_manifests: Mapping[str, Manifest]) -> Manifest:
    """The project's tool manifest; where there are several, use `tool_manifests`."""
    if len(tool_manifests) != 1:
        names = ", ".join(repr(name) for name in tool_manifests) or "none"
        raise pytest.UsageError(f"tool_manifest is for one manifest; tool_manifests has: {names}")
    return next(iter(tool_manifests.values()))


def _manifests(config: pytest.Config) -> Iterator[tuple[str, Manifest]]:
    from toolcrib.checks.config import load_config
    from toolcrib.manifest import load

    root = project_root(config)
    for one in load_config(root).manifests:
        pins = root / one.pins if one.pins else None
        yield one.name, load(root / one.manifest, pins=pins, root=root).manifest
