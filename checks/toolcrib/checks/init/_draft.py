"""Draft the rows of a repository that has no manifest yet.

Room: checks, middle. Pure: a surface and a person's answers in, a draft out. What the code states is taken from it;
what only a person can know stays an open question, never a guess. Not here: the text written (`_text`).
"""

from __future__ import annotations

import inspect
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pydantic import ValidationError

from toolcrib.checks.init._answers import UNGATED, Answers, Subject
from toolcrib.checks.init._servers import Group, Sharing, area_of, group, is_served, only_serves, slug
from toolcrib.checks.init._types import (
    OPEN,
    Draft,
    DraftAcknowledgement,
    DraftAgent,
    DraftCapability,
    DraftManifest,
    DraftRow,
    Open,
    Text,
)
from toolcrib.checks.init._verbs import suggestion
from toolcrib.checks.surface import AgentBinding, Declaration, HintName, Surface, TextSource
from toolcrib.checks.surface._docstrings import without_parameters
from toolcrib.manifest import Agent, EmptySelection

CLIENTS = "clients"
CLIENTS_REASON = "Every client of this server may call its tools; the server has no permission model of its own."


def subject_of(tools: Sequence[Declaration]) -> Subject:
    """What a pattern is held against for one tool, however often it is declared."""
    files = {path for tool in tools for path in (tool.at.path, tool.site.path)}
    return Subject(name=tools[0].name, server=tools[0].server, files=tuple(sorted(files)))


def draft(
    surface: Surface,
    answers: Answers,
    *,
    projects: Mapping[str, str],
    source: tuple[str, ...] = (),
    sharing: Sharing = Sharing.NOTHING,
) -> Draft:
    """The manifests for everything that the source shows; `projects` names the repository ("") and its sub-projects.

    `source` is what the reading was narrowed to, which a single manifest then covers. Whether servers that are drafted
    apart can be read apart, only a reading of each can tell: see `reads_the_same`.
    """
    grouping = group(surface, projects=projects, sharing=sharing)
    serves = only_serves(surface)
    return Draft(
        manifests=tuple(_manifest(one, surface.agents, answers, projects, serves, source) for one in grouping.groups),
        acknowledgements=tuple(
            DraftAcknowledgement(
                file=one.at.path,
                anchor=one.anchor,
                line=one.at.line,
                reason=one.reason,
                settle=one.settle,
                dynamic=one.dynamic,
                maybe_nothing=one.maybe_nothing,
            )
            for one in surface.unresolved
        ),
        remarks=grouping.remarks,
    )


def draft_of(surface: Surface, answers: Answers, *, projects: Mapping[str, str], name: str) -> Draft:
    """The one manifest that the configuration calls `name`, from the source that it is given there."""
    drafted = draft(surface, answers, projects=projects, sharing=Sharing.EVERYTHING)
    return replace(drafted, manifests=tuple(replace(one, name=name) for one in drafted.manifests), remarks=())


def merged(drafts: Iterable[Draft]) -> Draft:
    """Drafts of several manifests as one; a registration that two of them read is one all the same."""
    all_of_them = tuple(drafts)
    return Draft(
        manifests=tuple(manifest for one in all_of_them for manifest in one.manifests),
        acknowledgements=tuple(dict.fromkeys(word for one in all_of_them for word in one.acknowledgements)),
        remarks=(),
    )


def reads_the_same(manifest: DraftManifest, alone: Surface) -> bool:
    """Whether the manifest's own source, read without the rest, shows what it showed among the rest."""
    return {row.name for row in manifest.rows} == {tool.name for tool in alone.tools}


def draft_row(
    tools: Sequence[Declaration], agents: Iterable[AgentBinding], answers: Answers, *, capability: Text, serves: bool
) -> DraftRow:
    """One row from all the declarations of one name."""
    subject = subject_of(tools)
    answered = answers.agents(subject)
    mutates = answers.mutates(subject)
    stated = stated_mutates(tools) if mutates is None else mutates
    hinted = spelled_hint(tools, mutates=False) if mutates is None and stated is False else ""
    return DraftRow(
        name=subject.name,
        description=answers.description(subject) or stated_description(tools),
        capability=answers.capability(subject) or capability,
        mutates=stated,
        agents=answered if answered is not None else _holders(tools, agents, serves=serves) or OPEN,
        reason=answers.pin_reason(subject) or OPEN,
        hint=_suggestion(subject.name, tools) if stated is OPEN else "",
        hinted=hinted,
        place=f"{tools[0].at.path}:{tools[0].at.line}",
    )


def stated_description(tools: Iterable[Declaration]) -> Text:
    """The text in code, dedented, without a docstring's parameter sections and without what nobody can see in it."""
    for tool in tools:
        said = tool.description
        if said.source is TextSource.NONE:
            continue
        whole = next((inspect.cleandoc(text) for text in (said.sent, *said.accepted) if text and text.strip()), "")
        # A text that the environment may replace is the code's until somebody does; None is said where it has none.
        if said.source in (TextSource.DOCSTRING, TextSource.UNKNOWN):
            readings = {inspect.cleandoc(text) for text in said.accepted}
            if said.source is TextSource.DOCSTRING:
                # The longest reading is the whole docstring: what a framework sends may be less already.
                whole = max((whole, *readings), key=lambda text: (len(text), text))
            prose = without_parameters(whole)
            whole = prose if prose in readings else whole
        if text := visible(whole):
            return text
    return OPEN


def visible(text: str) -> str:
    """The text without control, direction and other invisible characters, which a manifest refuses.

    What is left differs from the code where there were any, and the check says so: that is how they come to light.
    """
    kept = (char for char in text if char in "\t\n\u200c\u200d" or not _is_hidden(char))
    return "\n".join(line.rstrip() for line in "".join(kept).split("\n")).strip()


def _is_hidden(char: str) -> bool:
    if char <= "~":
        return char < " "
    return (
        unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
        or char in "\u115f\u1160\u3164\uffa0\u2800\u180e\u17b4\u17b5\u034f"  # letters and marks drawn as nothing
        or "\U000e0100" <= char <= "\U000e01ef"
    )


def stated_mutates(tools: Iterable[Declaration]) -> bool | Open:
    """What the hints say, the read-only one first; OPEN when they say nothing or contradict each other."""
    said: set[bool] = set()
    for tool in tools:
        hints = {hint.name: hint.value for hint in tool.hints}
        if HintName.READ_ONLY in hints:
            said.add(not hints[HintName.READ_ONLY])
        elif hints.get(HintName.DESTRUCTIVE):
            said.add(True)
    return said.pop() if len(said) == 1 else OPEN


def _suggestion(name: str, tools: Sequence[Declaration]) -> str:
    """What the name says about an open `mutates`; where hints in code contradict each other, they are the question."""
    one, other = spelled_hint(tools, mutates=True), spelled_hint(tools, mutates=False)
    return f"the code says both {one} and {other}" if one and other else suggestion(name)


def spelled_hint(tools: Iterable[Declaration], *, mutates: bool) -> str:
    """The first read-only hint that says so, as it is spelled in code."""
    hints = (hint for tool in tools for hint in tool.hints if hint.name is HintName.READ_ONLY)
    return next((f"`{hint.spelled}`" for hint in hints if hint.value is not mutates), "")


def _holders(tools: Sequence[Declaration], agents: Iterable[AgentBinding], *, serves: bool) -> tuple[str, ...]:
    names = {tool.name for tool in tools}
    bound = [agent_name(one.agent) for one in agents if names.intersection(one.tools)]
    bound += [agent_name(agent) for tool in tools for agent in tool.agents]
    if serves or any(is_served(tool) for tool in tools):
        bound.append(CLIENTS)
    return tuple(dict.fromkeys(sorted(name for name in bound if name)))


def agent_name(stated: str) -> str:
    """An agent's name in code as the manifest can spell it: unchanged where that is allowed."""
    allowed = re.fullmatch(r"[A-Za-z0-9_]+(?:[._-]+[A-Za-z0-9_]+)*", stated) and len(stated) <= 64
    return stated if allowed else slug(stated) or "unnamed"


def _manifest(
    one: Group,
    bindings: tuple[AgentBinding, ...],
    answers: Answers,
    projects: Mapping[str, str],
    serves: bool,
    source: tuple[str, ...],
) -> DraftManifest:
    by_name: dict[str, list[Declaration]] = {}
    for tool in one.tools:
        by_name.setdefault(tool.name, []).append(tool)
    rows = tuple(
        draft_row(
            tools,
            bindings,
            answers,
            capability=area_of(tools[0].server, tools[0].at.path, projects) if serves else OPEN,
            serves=serves,
        )
        for _, tools in sorted(by_name.items())
    )
    capabilities = sorted({row.capability for row in rows if not isinstance(row.capability, Open)})
    agents = {name for row in rows if not isinstance(row.agents, Open) for name in row.agents}
    # One that is given no tool (a guardrail, a router) needs none of this; `more` says that it may be given some.
    agents |= {agent_name(one.agent) for one in bindings if one.agent and (one.tools or one.more)}
    if serves and not rows:
        agents.add(CLIENTS)
    return DraftManifest(
        name=one.name,
        source=one.source or source,
        agents=tuple(_agent(name, answers, bindings) for name in sorted(agents)),
        capabilities=tuple(_capability(name, answers, serves=serves) for name in capabilities),
        rows=rows,
    )


def _agent(name: str, answers: Answers, bindings: Iterable[AgentBinding]) -> DraftAgent:
    same = (one for one in bindings if one.agent and one.agent != name and agent_name(one.agent) == name)
    stated = dict.fromkeys(said for one in same if (said := _said(one)))
    # Clients of a server publish no config of their own: an empty one can only mean that nothing is to be offered.
    default: Text = "none" if name == CLIENTS else OPEN
    return DraftAgent(name=name, empty_selection=answers.empty_selection(name) or default, bound=tuple(stated))


def _said(binding: AgentBinding) -> str:
    """What `bound` can say of it: its name in code, else its place."""
    for said in (binding.agent, *binding.places):
        try:
            Agent(empty_selection=EmptySelection.NONE, bound=(said,))
        except ValidationError:
            continue
        return said
    return ""


def _capability(name: str, answers: Answers, *, serves: bool) -> DraftCapability:
    answered = answers.feature(name)
    feature: str | Open | None = (None if serves else OPEN) if answered is None else answered
    if feature == UNGATED:
        feature = None
    default: Text = CLIENTS_REASON if serves else OPEN
    reason = answers.pin_reason(Subject(name=name, capability=True)) or default
    return DraftCapability(name=name, feature=feature, reason=reason)
