"""Write a manifest or its pins as canonical YAML.

Room: manifest, middle. Pure: values in, text out; `load(dump(m)) == m`. Written by hand, so that what people review
looks the same whichever library is installed.
Touch it when the canonical look of a file changes. Not here: changing a file that exists (`_edit`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from toolcrib.manifest._rows import DEFAULT_RESULT_LIMIT, Manifest, Pins, RuntimeTools, ToolRow
from toolcrib.manifest._scalars import plain_or_quoted
from toolcrib.manifest._scope import ScopedArgument, plain_scope

_HEAD = "# yaml-language-server: $schema={schema}\n"


def dump(manifest: Manifest, *, schema: str = "") -> str:
    """The manifest's own file, without its pins. `schema` is where editors find the JSON Schema."""
    head = _HEAD.format(schema=schema) if schema else ""
    sections = [
        _section(
            "agents",
            (
                line
                for name, a in manifest.agents.items()
                for line in agent_lines(name, a.empty_selection, a.runtime_tools, a.bound or ())
            ),
        ),
        _section("capabilities", (capability_line(name, c.feature) for name, c in manifest.capabilities.items())),
        _section("tools", (line for name, row in manifest.tools.items() for line in row_lines(name, row))),
    ]
    if manifest.renamed:
        lines = (rename_line(old, r.to, r.until) for old, r in manifest.renamed.items())
        sections.append(_section("renamed", lines))
    if manifest.result_limit != DEFAULT_RESULT_LIMIT:
        sections.append(f"result_limit: {manifest.result_limit}\n")
    return head + "\n".join(sections)


def dump_pins(pins: Pins) -> str:
    """The pins file."""
    return "\n".join(
        _section(kind, (f"{plain_or_quoted(name)}: {plain_or_quoted(reason)}" for name, reason in entries.items()))
        for kind, entries in (("mutating", pins.mutating), ("ungated", pins.ungated))
    )


def _section(name: str, lines: Iterable[str]) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return f"{name}:\n{body}" if body else f"{name}: {{}}\n"


def agent_lines(
    name: str, empty_selection: str, runtime: RuntimeTools | None, bound: tuple[str, ...] = ()
) -> list[str]:
    key, empty = plain_or_quoted(name), f"empty_selection: {empty_selection}"
    if runtime is None:
        return [f"{key}: {{{empty}{f', bound: {flow_list(bound)}' if bound else ''}}}"]
    return [
        f"{key}:",
        f"  {empty}",
        "  runtime_tools:",
        f"    source: {plain_or_quoted(runtime.source)}",
        f"    tools: {flow_list(runtime.tools)}",
        *([f"  bound: {flow_list(bound)}"] if bound else []),
    ]


def capability_line(name: str, feature: str | None) -> str:
    value = "null" if feature is None else plain_or_quoted(feature, flow=True)
    return f"{plain_or_quoted(name)}: {{feature: {value}}}"


def row_lines(name: str, row: ToolRow) -> list[str]:
    lines = [
        f"{plain_or_quoted(name)}:",
        f"  description: {plain_or_quoted(row.description)}",
        f"  capability: {plain_or_quoted(row.capability)}",
        f"  mutates: {'true' if row.mutates else 'false'}",
        f"  agents: {flow_list(row.agents)}",
    ]
    return [*lines, *(f"  {key}: {written}" for key, written in optional_fields(row))]


def optional_fields(row: ToolRow) -> list[tuple[str, str]]:
    """The fields that a row may leave out, as far as it says something there."""
    fields = [("scope", flow_scope(row.scope))] if row.scope else []
    fields += [("whole_workspace", "true")] if row.whole_workspace else []
    return [*fields, ("result_limit", str(row.result_limit))] if row.result_limit is not None else fields


def flow_scope(scope: Mapping[str, ScopedArgument | str]) -> str:
    return flow_mapping({path: one if isinstance(one, str) else plain_scope(one) for path, one in scope.items()})


def rename_line(old: str, to: str, until: date) -> str:
    return f"{plain_or_quoted(old)}: {{to: {plain_or_quoted(to, flow=True)}, until: {until.isoformat()}}}"


def flow_list(names: Iterable[str]) -> str:
    return f"[{', '.join(plain_or_quoted(name, flow=True) for name in names)}]"


def flow_mapping(entries: Mapping[str, str | Mapping[str, str]]) -> str:
    written = (
        f"{plain_or_quoted(k, flow=True)}: {plain_or_quoted(v, flow=True) if isinstance(v, str) else flow_mapping(v)}"
        for k, v in entries.items()
    )
    return f"{{{', '.join(written)}}}"
