"""What a check is told beside the manifest and the surface: which rules run, and what was silenced with a reason.

Room: checks, middle. Frozen values. The configuration file is read into them (`config`), tests build them by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from toolcrib.checks._snippets import PYPROJECT
from toolcrib.checks.baseline import Baseline
from toolcrib.checks.catalogue import Catalogue
from toolcrib.checks.findings import RuleCode, Severity
from toolcrib.manifest import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledgement:
    """A person's word on one registration that cannot be read: the names it registers, and why it is written so.

    It speaks of exactly one `Unresolved`, the one at `file` with this `anchor`, and of nothing else. `dynamic` says
    that the names exist only at run time (an OpenAPI document, a remote server). `tools` may be empty then, and where
    it may register nothing: nothing that was read calls the place, or it was not followed.
    """

    file: str
    anchor: str
    tools: tuple[str, ...]
    reason: str
    dynamic: bool
    at: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class SilencedRule:
    """A rule that is turned off, with the reason; `at` is None where the command line does it, for one run."""

    code: RuleCode
    reason: str
    at: Location | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to check. Nothing set: every rule runs and nothing is silenced.

    `left_out` are rules that do not run at all (`--select` named others); what they would have found is unknown, so
    nothing that silences them counts as stale. `catalogue` holds the application's features, None where none is
    configured. `config` is the file that lines for the configuration belong in. `today` decides which baseline
    entries have run out.
    """

    left_out: frozenset[RuleCode] = frozenset()
    silenced: tuple[SilencedRule, ...] = ()
    acknowledgements: tuple[Acknowledgement, ...] = ()
    catalogue: Catalogue | None = None
    scoped: tuple[str, ...] = ()  # further words whose ids name an object
    config: str = PYPROJECT
    baseline: Baseline = field(default_factory=Baseline)
    fail_on: Severity = Severity.WARNING
    today: date = date.min
