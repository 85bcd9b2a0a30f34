"""Say in words what is wrong with declared sections, and whether their names lead anywhere.

Room: manifest, middle. Pure: pydantic's errors or raw sections in, problems with key paths out; places are added later.
Touch it when a message should say better what would happen or how to fix it.
Not here: what one value may be (`_rows`), positions (`_load`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, ValidationError

from toolcrib.manifest import _rows
from toolcrib.manifest._errors import Problem, ProblemCode
from toolcrib.manifest._near import near_miss, nearest, words
from toolcrib.manifest._texts import OPEN_QUESTION, shown

Path = tuple[str | int, ...]
SECTIONS = ("agents", "capabilities", "tools", "renamed")  # of the manifest's own file
REQUIRED = SECTIONS[:3]
SETTINGS = ("result_limit",)  # of the same file; one value each, in one of a folder's files
MAX_NEAREST = 100  # unknown names that get suggestions; the search grows with the size of the manifest

_MODELS: Mapping[str, type[BaseModel]] = {
    "agents": _rows.Agent,
    "capabilities": _rows.Capability,
    "tools": _rows.ToolRow,
    "renamed": _rows.Rename,
}
_SINGULAR = {"agents": "agent", "capabilities": "capability", "tools": "tool", "renamed": "rename"}

# The one line that answers it, for a key that is missing and for a question that is open.
_LINES = {
    (
        "tools",
        "description",
    ): "Write what the model is told: `description: List the schedules of the projects in scope.`",
    ("tools", "capability"): "Write the area it belongs to: `capability: <a key of capabilities>`",
    ("tools", "mutates"): "Write `mutates: false`, or `mutates: true` when the call itself commits a change.",
    ("tools", "agents"): "Write who may hold it: `agents: [<keys of agents>]`; `agents: []` says nobody may.",
    ("tools", "scope"): "Write `project_id: project` (checked), or `workspace_id: {pinned: workspace}`.",
    ("tools", "whole_workspace"): "Write `whole_workspace: true`, or leave it out.",
    ("agents", "empty_selection"): "Write what a published empty list means: `empty_selection: defaults` or `none`.",
    ("agents", "runtime_tools"): "Write `runtime_tools: {source: <file>, tools: [<names in order>]}`.",
    ("agents", "bound"): "Write where code makes it: `bound: [app/agents.py:support_agent]`, or its name in code.",
    ("capabilities", "feature"): "Write `feature: <permission key>`, or `feature: null` and pin it as ungated.",
    ("renamed", "to"): "Write the tool's name now: `to: <a key of tools>`",
    ("renamed", "until"): "Write the last day the old name is understood: `until: 2027-06-30`",
    ("pins", "mutating"): "Write in a sentence why a direct write is right, for the person who reviews it.",
    ("pins", "ungated"): "Write in a sentence why no permission guards it, for the person who reviews it.",
}


def subject(path: Path) -> str:
    """What a key path speaks of, as the beginning of a sentence."""
    if path[:1] == ("pins",):
        if len(path) < 3:
            return f"`{path[-1]}`" if len(path) == 2 else "the pins file"
        what = "writer" if path[1] == "mutating" else "ungated capability"
        return f"the pin of {what} {shown(path[2])}"
    if not path:
        return "the manifest"
    section = str(path[0])
    if len(path) == 1:
        return f"`{section}`" if section in SETTINGS else f"section `{section}`"
    owner = f"{_SINGULAR.get(section, section)} {shown(path[1])}"
    fields = [p for p in path[2:] if isinstance(p, str)]
    if not fields:
        return owner
    index = next((p for p in path[2:] if isinstance(p, int)), None)
    item = "" if index is None else f"item {index + 1} of "
    if fields[0] == "scope" and len(fields) > 1:
        return f"{shown(fields[1])} in `scope` of {owner}"
    return f"{item}`{'.'.join(fields)}` of {owner}"


def line_for(path: Path) -> str:
    """The line that a missing key or an open question at `path` asks for."""
    if path[:1] == ("pins",):
        return _LINES.get(("pins", str(path[1])), "") if len(path) > 1 else ""
    return _LINES.get((str(path[0]), str(path[2])), "") if len(path) > 2 else ""


def problems_of(error: ValidationError) -> Iterator[Problem]:
    """pydantic's errors in our words."""
    for entry in error.errors(include_url=False, include_context=False):
        at_key = bool(entry["loc"]) and entry["loc"][-1] == "[key]"
        path = entry["loc"][:-1] if at_key else entry["loc"]
        yield _explained(entry["type"], path, entry["msg"], entry["input"], at_key)


def _explained(kind: str, path: Path, message: str, value: object, at_key: bool) -> Problem:
    who = subject(path)
    match kind:
        case "missing":
            return Problem(
                code=ProblemCode.MISSING_KEY,
                message=f"{subject(path)} is missing",
                path=path,
                hint=line_for(path),
                at_key=True,
            )
        case "extra_forbidden":
            return unknown_key(path, _fields_at(path[:-1]))
        case ProblemCode.OPEN_QUESTION:
            return open_question(path)
        case "bool_type":
            hint = "Write true or false, without quotes."
            what = f"the text {shown(value)}" if isinstance(value, str) else shown(value)
            return _wrong(path, f"{who} must be true or false, not {what}", hint)
        case "string_type":
            hint = "Put it in quotes if it is meant as a text." if isinstance(value, (bool, int, float)) else ""
            what = "a name" if at_key else "a text"
            return _wrong(path, f"{who} must be {what}, not {shown(value)}", hint, at_key)
        case "tuple_type":
            return _wrong(path, f"{who} must be a list, not {shown(value)}", "Write a list: `[one, two]`.")
        case "dict_type" | "mapping_type" | "model_type" | "model_attributes_type":
            keys = _fields_at(path)
            hint = f"It is written as keys: {', '.join(f'`{k}`' for k in keys)}." if keys else ""
            return _wrong(path, f"{who} must be a mapping, not {shown(value)}", hint)
        case "too_short":
            what, hint = "tool", "Leave `runtime_tools` out when the agent's runtime registers none."
            if path[2:3] == ("bound",):
                what, hint = "place", "Leave `bound` out when no code here gives the agent its tools."
            return Problem(code=ProblemCode.BAD_VALUE, message=f"{who} names no {what}", path=path, hint=hint)
        case _ if kind in ProblemCode.__members__.values():
            bound = path[2:3] == ("scope",) and kind in (ProblemCode.BAD_VALUE, ProblemCode.UNKNOWN_KEY)
            hint = line_for(path) if kind == ProblemCode.BAD_REASON or bound else ""
            if kind == ProblemCode.BAD_VALUE and message.startswith("must be"):
                message += f", not {shown(value)}"
            text = (
                f"{who}: {message}" if kind in (ProblemCode.BAD_REASON, ProblemCode.DUPLICATE) else f"{who} {message}"
            )
            if message.startswith("the description"):
                text = f"{who}: {message}"
            return Problem(code=ProblemCode(kind), message=text, path=path, hint=hint, at_key=at_key)
    return _wrong(path, f"{who}: {message}", "", at_key)


def _wrong(path: Path, message: str, hint: str, at_key: bool = False) -> Problem:
    return Problem(code=ProblemCode.WRONG_TYPE, message=message, path=path, hint=hint, at_key=at_key)


def open_question(path: Path) -> Problem:
    asked = subject(tuple(part for part in path if isinstance(part, str)))  # a list that is open is open as a whole
    message = f"{asked} is still an open question"
    return Problem(code=ProblemCode.OPEN_QUESTION, message=message, path=path, hint=line_for(path))


def unknown_key(path: Path, known: Sequence[str]) -> Problem:
    """A key that nothing reads. A field that could be misspelt must never be ignored."""
    name, owner = str(path[-1]), subject(path[:-1])
    near = nearest(name, known)
    hint = f"Did you mean `{near[0]}`?" if near else f"Known are {', '.join(f'`{k}`' for k in known)}."
    if near_miss(name, known):
        hint = f"It differs from `{near[0]}` only in case or separators."
    message = f"{owner} has an unknown key {shown(name)}, which nothing reads"
    return Problem(code=ProblemCode.UNKNOWN_KEY, message=message, path=path, hint=hint, at_key=True)


def _fields_at(path: Path) -> tuple[str, ...]:
    if path == ("pins",):
        return tuple(_rows.Pins.model_fields)
    if len(path) == 2 and (model := _MODELS.get(str(path[0]))):
        return tuple(model.model_fields)
    if len(path) == 3 and path[2] == "runtime_tools":
        return tuple(_rows.RuntimeTools.model_fields)
    return ()


def references(sections: Mapping[str, object]) -> list[Problem]:
    """Names that lead nowhere, or two ways. Looks at raw sections, so that one wrong type hides nothing else."""
    return _References(sections).problems


class _References:
    def __init__(self, sections: Mapping[str, object]) -> None:
        self.problems: list[Problem] = []
        # A section that is missing or no mapping is a problem already; what would lead into it is not judged.
        self.known = {name for name in SECTIONS if isinstance(sections.get(name), Mapping)}
        self.agents = _entries(sections.get("agents"))
        self.capabilities = _entries(sections.get("capabilities"))
        self.tools = _entries(sections.get("tools"))
        self.renamed = _entries(sections.get("renamed"))
        self.runtime = {
            name: tuple(_names(_field(_field(agent, "runtime_tools"), "tools"))) for name, agent in self.agents.items()
        }
        self._same_but_for_case("agents", self.agents)
        self._same_but_for_case("capabilities", self.capabilities)
        for name, row in self.tools.items():
            self._row(name, row)
        for old, rename in self.renamed.items():
            self._rename(old, rename)

    def _row(self, name: str, row: object) -> None:
        capability = _field(row, "capability")
        if not isinstance(capability, str) or capability == OPEN_QUESTION or "capabilities" not in self.known:
            pass
        elif capability not in self.capabilities:
            self._unknown(("tools", name, "capability"), "capability", capability, self.capabilities)
        for index, agent in _indexed(_field(row, "agents")):
            path: Path = ("tools", name, "agents", index)
            if agent == OPEN_QUESTION or "agents" not in self.known:
                continue
            if agent not in self.agents:
                self._unknown(path, "agent", agent, self.agents)
            elif name in self.runtime[agent]:
                message = (
                    f"tool {shown(name)} is both a row that agent {shown(agent)} may hold and one of its runtime tools"
                )
                hint = "Two tools of one name cannot be told apart: take one of the two out."
                self.problems.append(Problem(code=ProblemCode.DUPLICATE, message=message, path=path, hint=hint))

    def _rename(self, old: str, rename: object) -> None:
        path: Path = ("renamed", old)
        if old in self.tools:
            message = f"rename {shown(old)} is also the name of a row, so it would never be followed"
            hint = f"Remove it from `renamed`, or remove the row {shown(old)}."
            self.problems.append(
                Problem(code=ProblemCode.DUPLICATE, message=message, path=path, hint=hint, at_key=True)
            )
        to = _field(rename, "to")
        runtime = {tool for tools in self.runtime.values() for tool in tools}
        if not isinstance(to, str) or to == OPEN_QUESTION or to in self.tools or to in runtime:
            return
        if "tools" not in self.known:
            return
        if to in self.renamed:
            end = _field(self.renamed[to], "to")
            message = f"`to` of rename {shown(old)} names {shown(to)}, which is renamed itself"
            hint = f"Name the tool that exists now: `to: {end}`" if isinstance(end, str) else ""
            self.problems.append(Problem(code=ProblemCode.UNKNOWN_NAME, message=message, path=(*path, "to"), hint=hint))
        else:
            self._unknown((*path, "to"), "tool", to, {**self.tools, **dict.fromkeys(runtime)})

    def _unknown(self, path: Path, kind: str, name: str, known: Mapping[str, object]) -> None:
        message = f"{subject(path)} names {kind} {shown(name)}, which is not declared"
        hint = ""
        if len(self.problems) < MAX_NEAREST:
            close = near_miss(name, known)
            near = nearest(name, known)
            if close:
                differs = f"which differs from `{close}` only in case or separators"
                message, hint = f"{subject(path)} names {kind} {shown(name)}, {differs}", f"Write `{close}`."
            elif near:
                hint = f"Nearest: {', '.join(f'`{n}`' for n in near)}."
            elif len(known) <= 8 and known:
                hint = f"Declared are {', '.join(f'`{n}`' for n in sorted(known))}."
            elif not known:
                hint = f"No {kind} is declared at all."
        self.problems.append(Problem(code=ProblemCode.UNKNOWN_NAME, message=message, path=path, hint=hint))

    def _same_but_for_case(self, section: str, entries: Mapping[str, object]) -> None:
        seen: dict[tuple[str, ...] | str, str] = {}
        for name in entries:
            first = seen.setdefault("".join(words(name)) or name, name)
            if first != name:
                message = f"{subject((section, name))} and `{first}` differ only in case or separators"
                hint = "Lists that name one of them will sooner or later mean the other: give it another name."
                path: Path = (section, name)
                self.problems.append(
                    Problem(code=ProblemCode.DUPLICATE, message=message, path=path, hint=hint, at_key=True)
                )


def _entries(section: object) -> Mapping[str, object]:
    if not isinstance(section, Mapping):
        return {}
    return {key: value for key, value in section.items() if isinstance(key, str)}


def _field(entry: object, name: str) -> object:
    return entry.get(name) if isinstance(entry, Mapping) else getattr(entry, name, None)


def _indexed(value: object) -> Iterator[tuple[int, str]]:
    if isinstance(value, (list, tuple)):
        yield from ((index, name) for index, name in enumerate(value) if isinstance(name, str))


def _names(value: object) -> Iterator[str]:
    yield from (name for _, name in _indexed(value))
