"""What the source really shows: the values that the rules compare with the manifest.

Room: checks, middle. Frozen values only; nothing here reads a file or imports LibCST.
Touch it when a declaration gains a property that a rule, `init` or a report needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolcrib.manifest import Location


class HintName(StrEnum):
    """What a declaration may say about itself, in one spelling for all frameworks."""

    READ_ONLY = "read-only"
    DESTRUCTIVE = "destructive"
    IDEMPOTENT = "idempotent"
    OPEN_WORLD = "open-world"
    NEEDS_APPROVAL = "needs-approval"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """One hint and where it stands; `spelled` is the code's own spelling (`readOnlyHint=True`)."""

    name: HintName
    value: bool
    at: Location
    spelled: str


class TextSource(StrEnum):
    """Where a declaration's description comes from."""

    ARGUMENT = "argument"  # description="…" or the framework's own spelling of it
    DOCSTRING = "docstring"
    MANIFEST = "manifest"  # taken from a row by construction: registry.tool("x").description
    NONE = "none"  # the code states none
    UNKNOWN = "unknown"  # stated, but not a text that can be read without running the code


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """The text that the framework would send.

    `sent` is the exact text for the newest supported generation of the framework ("" where a framework sends that for
    none; None when it sends nothing or the text cannot be read). `accepted` holds every text that counts as the same
    statement: with and without the parameter sections of a docstring, raw and dedented, as any generation sends it.
    `at` is the text itself (the string literal), for `fix`; it is the declaration when there is no text. `row` is the
    row whose text the code takes, when `source` is MANIFEST.
    """

    source: TextSource
    sent: str | None
    accepted: tuple[str, ...]
    at: Location
    row: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument that the model may give; `name` is its path in the schema: `project_id`, `filter.project_id`."""

    name: str
    at: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """A tool's arguments without those that the framework injects.

    `complete` says that the tool has no other argument at the top; what lies deeper may never be all.
    """

    items: tuple[Argument, ...] = ()
    complete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One place in code that makes a tool exist.

    `name` is what the model or the client sees; `declared_name` is it before the prefixes of mounts. `at` is the
    implementation (function from its first decorator line, class, or schema literal) with its end; `site` is the
    expression that registers or builds the tool (the same place for a plain decorator). `server` names the server
    object, toolkit or group it belongs to ("" when there is none). `condition` is the source text under which it is
    registered ("" = always); two declarations that lie in different arms of one `if` never exist together: `arms`
    holds (place of the if, arm) pairs. `order` numbers the declarations in the order in which they register.
    `configurable` is set when a part of the name is a default that the environment may change: it says which.
    `function` is the dotted name of the implementation inside its module, "" when it has none. `arguments` are what the
    source says of the tool's arguments.
    """

    name: str
    declared_name: str
    at: Location
    site: Location
    framework: str
    server: str
    description: Description
    hints: tuple[Hint, ...] = ()
    condition: str = ""
    arms: tuple[tuple[str, str], ...] = ()
    agents: tuple[str, ...] = ()
    order: int = 0
    configurable: str = ""
    function: str = ""
    arguments: Arguments = Arguments()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A registration whose exposed names cannot be told without running the code.

    `anchor` identifies it in an acknowledgement: the enclosing function's dotted name and the folded source text of
    the expression ("register_all: mcp.add_tool(fn)"), with " #2" and so on when a file holds the same again. It does
    not change when lines move. `settle` is what would make it readable, in one line.
    """

    at: Location
    framework: str
    server: str
    reason: str
    settle: str
    anchor: str
    dynamic: bool = False  # made from an OpenAPI document, a remote server, …: a place, not a fault of the code
    maybe_nothing: bool = False  # it waits for a caller that was not read, or was not followed: there may be no tool


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRead:
    """Files that were left out on purpose: `path` is a folder or file, `why` is said in words ("by default")."""

    path: str
    files: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something true of the surface as a whole, such as a removal that makes it an upper bound."""

    at: Location
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A `# toolcrib: …` comment of a source file; `text` starts after `toolcrib:`.

    `covers` is the line it speaks of: its own line, or the next line of code when it stands alone on its line.
    """

    at: Location
    text: str
    covers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """An agent's allowlist that code takes from the manifest: `registry.allowlist("chat")`, or a session of it.

    `agent` is "" when it cannot be told. `tool` is the name that was looked for in it, "" for any.
    """

    agent: str
    at: Location
    tool: str = ""
    session: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One tool bound to an agent. `at` is the element of the list, or what registers it with the agent.

    `condition` is the source text under which it is bound ("" = always); `grants` are the allowlists that have to hold
    it, else it is left out when the program runs.
    """

    name: str
    at: Location
    condition: str = ""
    grants: tuple[Grant, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentBinding:
    """An agent in code and the tools bound to it there, in order; `agent` is its name as the code states it.

    `held` says the same tools with their places. `places` are where the agent can be found by name: "file:variable" and
    "file:function", the variable with what is around it ("app/agents.py:build.agent"). `more` is the reason why it may
    hold further tools ("" = these are all).
    """

    agent: str
    at: Location
    framework: str
    tools: tuple[str, ...]
    held: tuple[Held, ...] = ()
    places: tuple[str, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """Everything that a set of source files shows. Tuples are in a stable order: the same input gives the same value.

    `tools` are ordered by registration (file by file); `allowlists` are those that code takes from the manifest;
    `files` are the files that were looked at, relative, sorted.
    """

    tools: tuple[Declaration, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    agents: tuple[AgentBinding, ...] = ()
    allowlists: tuple[Grant, ...] = ()
    not_read: tuple[NotRead, ...] = ()
    notes: tuple[Note, ...] = ()
    comments: tuple[Comment, ...] = ()
    files: tuple[str, ...] = ()
