"""The build's side: surface, rules, reports, command line, pytest plugin.

The front door of the room. Names are fetched when they are first asked for: every run of everybody's pytest imports
this package on the way to the plugin, and the command line wants to answer `--help` at once.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as `typing` has it, without what importing that costs
if TYPE_CHECKING:
    from toolcrib.checks._check import Side, check, check_all
    from toolcrib.checks.baseline import Baseline, BaselineEntry, read_baseline, write_baseline
    from toolcrib.checks.config import Config, ManifestConfig, load_config
    from toolcrib.checks.files import Sources, find_sources
    from toolcrib.checks.findings import (
        Checked,
        Finding,
        Hidden,
        HiddenBy,
        Related,
        Report,
        RuleCode,
        RuleMeta,
        Severity,
    )
    from toolcrib.checks.plugin._assert import assert_surface_matches
    from toolcrib.checks.reports import render
    from toolcrib.checks.rules import METAS, RULES, Rule, page
    from toolcrib.checks.run import Gathered, gather, run_check
    from toolcrib.checks.settings import Acknowledgement, Settings, SilencedRule

_HOMES = {
    "_check": ("Side", "check", "check_all"),
    "baseline": ("Baseline", "BaselineEntry", "read_baseline", "write_baseline"),
    "config": ("Config", "ManifestConfig", "load_config"),
    "files": ("Sources", "find_sources"),
    "findings": (
        "Checked",
        "Finding",
        "Hidden",
        "HiddenBy",
        "Related",
        "Report",
        "RuleCode",
        "RuleMeta",
        "Severity",
    ),
    "plugin._assert": ("assert_surface_matches",),
    "reports": ("render",),
    "rules": ("METAS", "RULES", "Rule", "page"),
    "run": ("Gathered", "gather", "run_check"),
    "settings": ("Acknowledgement", "Settings", "SilencedRule"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "METAS",
    "RULES",
    "Acknowledgement",
    "Baseline",
    "BaselineEntry",
    "Checked",
    "Config",
    "Finding",
    "Gathered",
    "Hidden",
    "HiddenBy",
    "ManifestConfig",
    "Related",
    "Report",
    "Rule",
    "RuleCode",
    "RuleMeta",
    "Settings",
    "Severity",
    "Side",
    "SilencedRule",
    "Sources",
    "assert_surface_matches",
    "check",
    "check_all",
    "find_sources",
    "gather",
    "load_config",
    "page",
    "read_baseline",
    "render",
    "run_check",
    "write_baseline",
]
