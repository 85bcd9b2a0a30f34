"""The plugin's tests: one a rule and manifest, all answered by one run of the check.

Room: checks, edge. Reads the project when its first test runs, and only then. Touch it when a report gains something
that a test should show. Not here: options and hooks (`toolcrib.checks.pytest_plugin`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from toolcrib.checks.config import Config, load_config
from toolcrib.checks.findings import Finding, Report
from toolcrib.checks.reports import render_text
from toolcrib.checks.reports._plain import plain
from toolcrib.checks.rules import METAS
from toolcrib.checks.run import run_check
from toolcrib.manifest import ToolcribError

ROOT_ID = "toolcrib"
_FEW = 3  # open questions that are shown each


class Run:
    """The one check of a session: made when it is first asked for, whatever came of it is kept."""

    def __init__(self, root: Path, config: Config) -> None:
        self.root, self._config = root, config
        self._outcome: Report | Exception | None = None
        self.told = False  # a failure of the run is told in full once

    def outcome(self) -> Report | Exception:
        if self._outcome is None:
            try:
                self._outcome = run_check(self.root, self._config)
            except Exception as error:  # it becomes a failing test, never a broken session
                self._outcome = error
        return self._outcome


class NotCheckedError(Exception):
    """The check could not be made; the text is for people."""


class FindingsError(Exception):
    """A rule does not hold; the text is the report of it."""


class ToolcribCollector(pytest.Collector):
    """Everything that toolcrib contributes to a session."""

    def __init__(self, *, root: Path, wanted: Sequence[str], **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own words, passed through
        self._root, self._wanted = root, tuple(wanted)

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        try:
            config = load_config(self._root)
        except Exception as error:  # as above
            yield ConfigurationItem.from_parent(self, name="configuration", error=error)
            return
        if not config.manifests:
            yield ConfigurationItem.from_parent(self, name="configuration", error=config.nothing)
            return
        run = Run(self._root, config)
        for one in config.manifests:
            collector = ManifestCollector.from_parent(
                self,
                name=one.name or one.manifest,
                path=self._root / one.manifest,
                manifest=one.name,
                run=run,
                off={silenced.code for silenced in config.ignore} | (METAS.keys() - config.select) | _idle(config),
                wanted=self._wanted,
            )
            if collector.is_wanted:
                yield collector


def _idle(config: Config) -> set[str]:
    """Rules that the configuration gives nothing to go by."""
    return set() if config.features is not None else {"TC303"}


def is_wanted(nodeid: str, wanted: Sequence[str]) -> bool:
    """Whether a node, or something in it or around it, was asked for by its id. Nothing asked for: everything is."""
    return not wanted or any(f"{nodeid}::".startswith(f"{one}::") or one.startswith(f"{nodeid}::") for one in wanted)


class ManifestCollector(pytest.Collector):
    """One manifest's tests."""

    def __init__(self, *, manifest: str, run: Run, off: set[str], wanted: tuple[str, ...], **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own words, passed through
        self._manifest, self._run, self._off, self._wanted = manifest, run, off, wanted

    @property
    def is_wanted(self) -> bool:
        return is_wanted(self.nodeid, self._wanted)

    def collect(self) -> Iterable[pytest.Item]:
        for code, meta in METAS.items():
            if code not in self._off and is_wanted(f"{self.nodeid}::{code}", self._wanted):
                yield RuleItem.from_parent(self, name=code, rule=meta.name, manifest=self._manifest, run=self._run)


class ToolcribItem(pytest.Item):
    """A test whose failure is a text that is complete in itself."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002  # pytest's signature
        if isinstance(excinfo.value, FindingsError | NotCheckedError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, 0, self.nodeid


class ConfigurationItem(ToolcribItem):
    """Stands in for all tests where the configuration cannot be used."""

    def __init__(self, *, error: Exception, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own words, passed through
        self._error = error

    def runtest(self) -> None:
        raise NotCheckedError(in_words(self._error))


class RuleItem(ToolcribItem):
    """One rule holds for one manifest."""

    def __init__(self, *, rule: str, manifest: str, run: Run, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own words, passed through
        self._rule, self._manifest, self._run = rule, manifest, run

    def runtest(self) -> None:
        outcome = self._run.outcome()
        if isinstance(outcome, Exception):
            told, self._run.told = self._run.told, True
            raise NotCheckedError("not checked, for the reason given above" if told else in_words(outcome))
        if self.name not in outcome.rules_run:
            pytest.skip("the rule has nothing to go by here: its page says what it needs")
        found = tuple(f for f in outcome.of(self.name, self._manifest) if f.severity.rank <= outcome.fail_on.rank)
        if found:
            raise FindingsError(shown(outcome, found))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, 0, f"{self.nodeid} {self._rule}"


def shown(report: Report, found: tuple[Finding, ...]) -> str:
    """The findings as the command prints them, without its summary."""
    return render_text(replace(report, findings=found), summary=False).rstrip("\n")


def in_words(error: BaseException) -> str:
    """An error that was raised on purpose with every place and way out; an accident in one line."""
    errors = list(_flat(error))
    still_open = [one for one in errors if isinstance(one, ToolcribError) and one.code == "open-question"]
    left_out = still_open[_FEW:]
    lines = [
        str(one) if isinstance(one, ToolcribError | NotCheckedError) else repr(one)
        for one in errors
        if all(one is not other for other in left_out)
    ]
    if left_out:
        lines.append(f"… and {len(left_out)} more open questions: `toolcrib init` asks them, many at a time")
    return "not checked: " + "\n".join(plain(line, lines=True) for line in lines)


def _flat(error: BaseException) -> Iterable[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _flat(inner)
    else:
        yield error
