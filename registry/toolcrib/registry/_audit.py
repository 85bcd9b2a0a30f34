"""What is recorded of a decision: names, the reason and the manifest, never an argument or a result.

Room: registry, middle. Values only. Touch it when a record needs another fact that is no data of a caller.
Not here: OpenTelemetry (`otel`), what happens when recording fails (`_turn`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from toolcrib.registry._decide import Decision
from toolcrib.registry._reasons import Layer, Phase, Reason, printable

_LONGEST_NAME: Final = 128  # a name that the model made up may be of any length


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEvent:
    """One decision. `manifest` is the digest of the manifest that it followed from."""

    agent: str
    tool: str
    phase: Phase
    allowed: bool
    reason: Reason
    layer: Layer
    manifest: str


Audit: TypeAlias = Callable[[AuditEvent], object]
Around: TypeAlias = Callable[[AuditEvent], AbstractContextManager[object]]


def event_of(decision: Decision, manifest: str) -> AuditEvent:
    return AuditEvent(
        agent=decision.agent,
        tool=printable(str(decision.tool)[:_LONGEST_NAME])[:_LONGEST_NAME],
        phase=decision.phase,
        allowed=decision.allowed,
        reason=decision.reason,
        layer=decision.layer,
        manifest=manifest,
    )
