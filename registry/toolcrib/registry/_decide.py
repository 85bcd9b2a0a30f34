"""Decide whether an agent may be offered, or may call, a tool. The one decision; there is no second one anywhere.

Room: registry, middle. Pure: a registry, names, the phase, facts, scope and arguments in, a `Decision` out. It never
raises: a layer that fails refuses. Layers only narrow, in the order of `Layer`.
Touch it when a layer changes its meaning, and design the page decisions.md with it.
Not here: asking for facts and resolvers (`_turn`), what a rule of a scope means (`_binding`), words (`_reasons`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from toolcrib.manifest import EmptySelection
from toolcrib.registry._binding import Resolved, refuse_arguments, refuse_offer
from toolcrib.registry._facts import Facts, Scope
from toolcrib.registry._reasons import LAYERS, WORDS, Layer, Phase, Reason, printable
from toolcrib.registry._rows import Row
from toolcrib.registry._selection import Only, UseDefaults

if TYPE_CHECKING:
    from toolcrib.registry._registry import Registry

_OFFER, _CALL = Phase.OFFER, Phase.CALL
_OFFERED, _CALLABLE, _NOT_GRANTED = Reason.OFFERED, Reason.CALLABLE, Reason.NOT_GRANTED
_NONE_RESOLVED: Final[Resolved] = {}


class Step(NamedTuple):
    """What one layer said. `passed` is None for a layer that was not asked, since an earlier one refused."""

    layer: Layer
    passed: bool | None
    words: str


@final
class Decision(NamedTuple):
    """The answer, with its reason. True as a condition exactly where it allows.

    `row` is None where the tool has none: a runtime tool of the agent, or a refusal of a name that is not granted.
    `subject` is what the reason speaks of: an argument, a feature, the kind of an error. Never a value of an argument.
    """

    # A named tuple and no dataclass: making one costs a third, and every offer makes one for each tool.
    allowed: bool
    reason: Reason
    phase: Phase
    agent: str
    tool: str
    row: Row | None = None
    subject: str = ""

    def __bool__(self) -> bool:
        return self.allowed is True

    @property
    def layer(self) -> Layer:
        """The layer that decided: the one that refused, or the last one of the phase."""
        return WORDS[self.reason].layer

    @property
    def words(self) -> str:
        """Why, in full: for the operator."""
        return WORDS[self.reason].operator.replace("{subject}", printable(self.subject))

    @property
    def sentence(self) -> str:
        """What the model may be told; it does not reveal what other callers could do. Empty where it is allowed."""
        return WORDS[self.reason].model

    @property
    def trace(self) -> tuple[Step, ...]:
        """Every layer in order: passed, refused with the words, not asked. Made when it is read."""
        decided = LAYERS.index(self.layer)
        steps = [Step(layer, True, "passed") for layer in LAYERS[:decided]]
        steps.append(Step(self.layer, self.allowed, self.words))
        later = "not asked" if not self.allowed else "asked when it is called"
        return (*steps, *(Step(layer, None, later) for layer in LAYERS[decided + 1 :]))


_new: Any = tuple.__new__  # the constructor of a named tuple costs as much again


def refusal(reason: Reason, phase: Phase, agent: str, tool: str, row: Row | None = None, subject: str = "") -> Decision:
    """A refusal; a code that allows is none, and refuses all the same."""
    return Decision(False, reason, phase, agent, tool, row, subject)


def decide(
    registry: Registry,
    agent: str,
    tool: str,
    *,
    phase: Phase,
    facts: Facts,
    scope: Scope | None = None,
    arguments: dict[str, Any] | None = None,
    resolved: Resolved = _NONE_RESOLVED,
) -> Decision:
    """May `agent` be offered (or call) `tool`, with these facts, in this scope, with these arguments?

    `resolved` maps, for each kind that has a resolver, the objects that the arguments name to their projects; what it
    does not hold is unknown, and refused like what is forbidden. Never raises.
    """
    try:
        if type(facts) is not Facts:
            return refusal(Reason.FACTS_INVALID, phase, agent, tool, None, type(facts).__name__)
        held = registry.granted.get(agent)
        if held is None:
            return refusal(Reason.UNKNOWN_AGENT, phase, agent, tool)
        rows, runtime_tools = held
        row = rows.get(tool)
        if row is None and tool not in runtime_tools:
            return _not_granted(registry, phase, agent, tool)
        selection = facts.selection
        if type(selection) is not UseDefaults and (why := _unpublished(registry, agent, tool, selection)):
            return refusal(why, phase, agent, tool, row)
        if row is not None:
            feature = row.feature
            if feature is None:
                if row.capability not in registry.open_capabilities:
                    return refusal(Reason.UNPINNED_CAPABILITY, phase, agent, tool, row, row.capability)
            elif feature not in facts.features:
                return refusal(Reason.FEATURE_NOT_REACHED, phase, agent, tool, row, feature)
        if facts.access is not True:
            return refusal(Reason.NO_ACCESS, phase, agent, tool, row)
        if facts.paused is not False:
            return refusal(Reason.AGENT_PAUSED, phase, agent, tool, row)
        if row is not None and row.is_bound:
            if type(scope) is not Scope:
                return refusal(Reason.SCOPE_MISSING, phase, agent, tool, row)
            refused = refuse_offer(row, scope, facts)
            if refused is None and phase is not _OFFER:
                refused = refuse_arguments(row, scope, facts, arguments, resolved)  # type: ignore[arg-type]  # None is refused there
            if refused is not None:
                return refusal(refused[0], phase, agent, tool, row, refused[1])
        if phase is _OFFER:
            return _new(Decision, (True, _OFFERED, phase, agent, tool, row, ""))  # type: ignore[no-any-return]
        if phase is _CALL:
            return _new(Decision, (True, _CALLABLE, phase, agent, tool, row, ""))  # type: ignore[no-any-return]
        return refusal(Reason.DECISION_FAILED, phase, agent, tool, row, "an unknown phase")
    except Exception as error:  # a doubt is a refusal, whatever it is
        return refusal(Reason.DECISION_FAILED, phase, agent, tool, None, type(error).__name__)


def _not_granted(registry: Registry, phase: Phase, agent: str, tool: str) -> Decision:
    if tool in registry.rows:
        return _new(Decision, (False, _NOT_GRANTED, phase, agent, tool, None, ""))  # type: ignore[no-any-return]
    if rename := registry.manifest.renamed.get(tool):
        return refusal(Reason.RENAMED_TOOL, phase, agent, tool, None, rename.to)
    return refusal(Reason.UNKNOWN_TOOL, phase, agent, tool)


def _unpublished(registry: Registry, agent: str, tool: str, selection: object) -> Reason | None:
    """Why a stored choice other than the defaults leaves the tool out."""
    if type(selection) is not Only:
        return Reason.UNUSABLE_SELECTION
    if selection.names:
        return None if tool in selection.names else Reason.NOT_PUBLISHED
    means_defaults = registry.allowlist(agent).empty_selection is EmptySelection.DEFAULTS
    return None if means_defaults else Reason.NONE_PUBLISHED
