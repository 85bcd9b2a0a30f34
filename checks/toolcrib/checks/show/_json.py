"""The machine form of `show`: a model of its own with a version, so that inner types stay free.

Room: checks, middle. Pure. Version 1: keys may be added, none changes its meaning. The page show.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypedDict

from toolcrib.checks.show._view import View
from toolcrib.manifest import Location


class PlaceV1(TypedDict):
    file: str
    line: int


class RuntimeToolsV1(TypedDict):
    source: str
    tools: list[str]


class AgentV1(TypedDict):
    name: str
    empty_selection: str
    runtime_tools: RuntimeToolsV1 | None


class CapabilityV1(TypedDict):
    name: str
    feature: str | None
    pin_reason: str | None


class ToolV1(TypedDict):
    name: str
    description: str
    capability: str
    feature: str | None
    mutates: bool
    pin_reason: str | None
    agents: list[str]
    scope: dict[str, str]
    scope_rules: dict[str, str]
    whole_workspace: bool
    result_limit: int
    row: PlaceV1
    declarations: list[PlaceV1]


class AgentFileToolV1(TypedDict):
    id: str
    tier: str


class AgentFileV1(TypedDict):
    id: str
    file: str
    adapter: str
    enforcement: str
    tools: list[AgentFileToolV1]


class ManifestV1(TypedDict):
    name: str
    path: str
    pins: str
    agents: list[AgentV1]
    capabilities: list[CapabilityV1]
    tools: list[ToolV1]
    source_read: bool
    undeclared: list[str]
    phantom: list[str]
    unresolved: list[PlaceV1]
    agent_files: list[AgentFileV1]


class ShowV1(TypedDict):
    version: int
    manifests: list[ManifestV1]


def show_json(views: Iterable[View]) -> str:
    model = ShowV1(version=1, manifests=[_manifest(view) for view in views])
    return json.dumps(model, indent=2) + "\n"


def _manifest(view: View) -> ManifestV1:
    return ManifestV1(
        name=view.name,
        path=view.path,
        pins=view.pins_path,
        agents=[
            AgentV1(
                name=agent.name,
                empty_selection=agent.empty_selection.value,
                runtime_tools=RuntimeToolsV1(source=agent.runtime_source, tools=list(agent.runtime_tools))
                if agent.runtime_tools
                else None,
            )
            for agent in view.agents
        ],
        capabilities=[
            CapabilityV1(name=one.name, feature=one.feature, pin_reason=one.reason if one.feature is None else None)
            for one in view.capabilities
        ],
        tools=[
            ToolV1(
                name=tool.name,
                description=tool.description,
                capability=tool.capability,
                feature=tool.feature,
                mutates=tool.mutates,
                pin_reason=tool.reason if tool.mutates else None,
                agents=list(tool.agents),
                scope={path: one.kind for path, one in tool.scope.items()},
                scope_rules={path: one.rule.value for path, one in tool.scope.items()},
                whole_workspace=tool.whole_workspace,
                result_limit=tool.result_limit,
                row=_place(tool.row),
                declarations=[_place(declaration.at) for declaration in tool.declarations],
            )
            for tool in view.tools
        ],
        source_read=view.source_read,
        undeclared=[declaration.name for declaration in view.undeclared],
        phantom=[tool.name for tool in view.phantoms],
        unresolved=[_place(one.at) for one in view.unresolved],
        agent_files=[
            AgentFileV1(
                id=one.id,
                file=one.path,
                adapter=one.adapter,
                enforcement=one.enforcement,
                tools=[AgentFileToolV1(id=name, tier=tier) for name, tier in one.tools],
            )
            for one in view.agent_files
        ],
    )


def _place(at: Location) -> PlaceV1:
    return PlaceV1(file=at.path, line=at.line)
