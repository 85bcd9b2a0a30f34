"""TC502 ungranted-agent-tool: an AGENT.md lists a tool that the manifest does not grant that agent."""

from __future__ import annotations

from collections.abc import Iterator

from toolcrib.checks._documents import agent_named
from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._documents import has_documents

META = RuleMeta(
    code=RuleCode("TC502"),
    name="ungranted-agent-tool",
    holds_when="an AGENT.md lists no tool that a row keeps from its agent",
    since="0.1.0",
    security_severity="8.0",
)


def applies(comparison: Comparison) -> bool:
    return has_documents(comparison)


def check(comparison: Comparison) -> Iterator[Finding]:
    """Of the tools that have a row: what has none is the agent's runtime's own, and is declared there."""
    manifest = comparison.declared.manifest
    for agent in comparison.documents.agents:
        name = agent_named(agent, manifest)
        declared = manifest.agents.get(name)
        runtime = declared.runtime_tools.tools if declared is not None and declared.runtime_tools is not None else ()
        for entry in agent.tools:
            row = comparison.rows.get(entry.id)
            foreign = entry.id in comparison.documents.elsewhere
            if (row is None and not foreign) or entry.id in runtime or (name and row and name in row.agents):
                continue
            who = f"its row does not name `{name}`" if row else "only another manifest has a row for it"
            who = who if name else f"the manifest declares no agent `{agent.id}`"
            yield META.finding(
                f"`{agent.id}` lists `{entry.id}`, and {who}: the agent is built with a tool that nobody granted it",
                at=entry.at,
                subject=f"{agent.id} {entry.id}",
                related=[Related(at=comparison.declared.at("tools", entry.id), text="the row")] if row else [],
                fix=f"remove `{entry.id}` here, or add `{name or agent.id.rpartition('/')[2]}` to `agents` of its row",
            )
