"""The bridge from an app's page to the daemon: what `ui.tools` lists goes through, checked on every call.

Room: registry, middle: it calls what it is given and opens nothing. The list is of a page and grants no agent anything.
Not written and empty are told apart, and both let nothing through but the two tools of discovery.
Touch it when pages may ask in another way. Not here: reading `ui` (`_ui`), who may open the page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias, final

from toolcrib.manifest.documents import shown
from toolcrib.registry.agentproto._app import AppFile
from toolcrib.registry.agentproto._ui import NoUiTools, UiTools
from toolcrib.registry.agentproto._vocabulary import DISCOVERY_TOOLS, IMPORTED


class UiKind(StrEnum):
    """Where a call of the page goes."""

    DISCOVERY = "discovery"
    BUNDLED = "bundled"  # a TOOL.md of the app itself: asked before the daemon is
    IMPORTED = "imported"  # a tool of a server that the daemon imports
    DAEMON = "daemon"


class UiReason(StrEnum):
    """Why a call of the page goes through or does not: a stable code."""

    LISTED = "listed"
    NO_APP = "no-app"
    NO_UI = "no-ui"
    LIST_ABSENT = "list-absent"
    LIST_EMPTY = "list-empty"
    NOT_LISTED = "not-listed"
    MALFORMED = "malformed"
    FAILED = "failed"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class UiVerdict:
    """True as a condition exactly where it allows. `server` is the alias of an imported tool, `tool` its bare name."""

    allowed: bool
    reason: UiReason
    asked: str
    words: str
    kind: UiKind | None = None
    server: str = ""
    tool: str = ""

    def __bool__(self) -> bool:
        return self.allowed is True


def ui_allowlist(app: AppFile, bundled: Collection[str] = ()) -> Mapping[str, UiKind]:
    """What the app's page may call, and where each call goes. Malformed ids are no part of it."""
    if app.ui is None:
        return MappingProxyType({})
    listed = app.ui.tools.ids if isinstance(app.ui.tools, UiTools) else ()
    found: dict[str, UiKind] = {}
    for name in listed:
        if name in DISCOVERY_TOOLS:
            continue
        if name in bundled:
            found[name] = UiKind.BUNDLED
        elif not name.startswith(IMPORTED):
            found[name] = UiKind.DAEMON
        elif imported(name) is not None:
            found[name] = UiKind.IMPORTED
    return MappingProxyType({**found, **dict.fromkeys(DISCOVERY_TOOLS, UiKind.DISCOVERY)})


def imported(name: str) -> tuple[str, str] | None:
    """The server's alias and the tool of `imported:alias/tool`. The alias ends at the first slash."""
    alias, slash, tool = name.removeprefix(IMPORTED).partition("/")
    return (alias, tool) if name.startswith(IMPORTED) and alias and slash and tool else None


def check_ui_call(app: AppFile | None, tool: object, bundled: Collection[str] = ()) -> UiVerdict:
    """May the page of `app` call `tool` now? Never raises."""
    asked = tool if type(tool) is str else ""
    if app is None or app.ui is None:
        reason = UiReason.NO_APP if app is None else UiReason.NO_UI
        return _refused(reason, asked, "the app is not installed or has no UI")
    kind = ui_allowlist(app, bundled).get(asked)
    if kind is not None:
        server, bare = imported(asked) or ("", asked) if kind is UiKind.IMPORTED else ("", asked)
        words = f"{shown(asked)} is listed"
        return UiVerdict(
            allowed=True, reason=UiReason.LISTED, asked=asked, words=words, kind=kind, server=server, tool=bare
        )
    name = f"{shown(asked)} of the app {shown(app.id)}"
    if isinstance(app.ui.tools, NoUiTools):
        return _refused(UiReason.LIST_ABSENT, asked, f"{name}: `ui.tools` is not written, so the page may call nothing")
    if not app.ui.tools.ids:
        return _refused(UiReason.LIST_EMPTY, asked, f"{name}: `ui.tools` is empty, so the page may call nothing")
    if asked.startswith(IMPORTED) and imported(asked) is None:
        return _refused(UiReason.MALFORMED, asked, f"{name}: malformed imported tool id; write `imported:alias/tool`")
    listed = ", ".join(shown(one) for one in app.ui.tools.ids[:20])
    return _refused(UiReason.NOT_LISTED, asked, f"{name} is not in `ui.tools`: {listed}")


def _refused(reason: UiReason, asked: str, words: str) -> UiVerdict:
    return UiVerdict(allowed=False, reason=reason, asked=asked, words=words)


Dispatch: TypeAlias = Callable[[UiVerdict, dict[str, Any]], object]


@final
@dataclass(frozen=True, slots=True)
class UiAnswer:
    """What a call of the page came to. `content` is None where it was refused: nothing was dispatched."""

    verdict: UiVerdict
    content: object = None


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class UiBridge:
    """The calls of one app's page. `app` and `bundled` are asked again before every call; a failure refuses.

    `dispatch` gets the verdict of a call that goes through, and its arguments as they came: no `appId` is filled in.
    """

    app: Callable[[], AppFile | None]
    dispatch: Dispatch
    bundled: Callable[[], Collection[str]] = tuple

    def check(self, tool: object) -> UiVerdict:
        try:
            return check_ui_call(self.app(), tool, self.bundled())
        except Exception as error:  # a doubt is a refusal, whatever it is
            asked = tool if type(tool) is str else ""
            return _refused(UiReason.FAILED, asked, f"the app could not be asked: {type(error).__name__}")

    def call(self, tool: object, arguments: Mapping[str, Any] | None = None) -> UiAnswer:
        """Check, and dispatch. What the dispatched call raises is raised."""
        verdict = self.check(tool)
        return UiAnswer(verdict, self.dispatch(verdict, dict(arguments or {}))) if verdict else UiAnswer(verdict)
