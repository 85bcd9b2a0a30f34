"""agentproto's AGENT.md and APP.md: read strictly, and resolved to what an agent or a page may really call.

Room: registry, the front door of this part. Everything that others may use is named here. Nothing here decides whether
a call may be made: that is the session's one decision. Not here: talking to a daemon (`toolcrib.registry`'s gate).
"""

from toolcrib.registry.agentproto._agent import AgentFile, agent_of, read_agent
from toolcrib.registry.agentproto._app import AppFile, Ref, app_of, read_app
from toolcrib.registry.agentproto._app_id import Fill, fill_remarks, relaxed_schema, with_app_id
from toolcrib.registry.agentproto._bridge import (
    UiAnswer,
    UiBridge,
    UiKind,
    UiReason,
    UiVerdict,
    check_ui_call,
    ui_allowlist,
)
from toolcrib.registry.agentproto._discover import App, app_in, find_apps, load_app
from toolcrib.registry.agentproto._entries import Form, ToolEntry
from toolcrib.registry.agentproto._errors import DaemonToolError, DocumentError, DocumentProblems, NotWired
from toolcrib.registry.agentproto._executors import Executor, LocalTool, answer_of, build_executors
from toolcrib.registry.agentproto._resolve import (
    Daemon,
    DaemonTool,
    DaemonTools,
    Host,
    NoDaemon,
    Resolution,
    Resolved,
    Tier,
    Why,
    resolve_tools,
)
from toolcrib.registry.agentproto._review import (
    Enforcement,
    Remark,
    RemarkCode,
    adapter_of,
    enforcement,
    review_agent,
    review_app,
    review_tool,
    review_tools,
)
from toolcrib.registry.agentproto._tool import ToolFile, read_tool, tool_of
from toolcrib.registry.agentproto._ui import NoUiTools, Ui, UiTools
from toolcrib.registry.agentproto._vocabulary import KNOWN_DAEMON_TOOLS

__all__ = [
    "KNOWN_DAEMON_TOOLS",
    "AgentFile",
    "App",
    "AppFile",
    "Daemon",
    "DaemonTool",
    "DaemonToolError",
    "DaemonTools",
    "DocumentError",
    "DocumentProblems",
    "Enforcement",
    "Executor",
    "Fill",
    "Form",
    "Host",
    "LocalTool",
    "NoDaemon",
    "NoUiTools",
    "NotWired",
    "Ref",
    "Remark",
    "RemarkCode",
    "Resolution",
    "Resolved",
    "Tier",
    "ToolEntry",
    "ToolFile",
    "Ui",
    "UiAnswer",
    "UiBridge",
    "UiKind",
    "UiReason",
    "UiTools",
    "UiVerdict",
    "Why",
    "adapter_of",
    "agent_of",
    "answer_of",
    "app_in",
    "app_of",
    "build_executors",
    "check_ui_call",
    "enforcement",
    "fill_remarks",
    "find_apps",
    "load_app",
    "read_agent",
    "read_app",
    "read_tool",
    "relaxed_schema",
    "resolve_tools",
    "review_agent",
    "review_app",
    "review_tool",
    "review_tools",
    "tool_of",
    "ui_allowlist",
    "with_app_id",
]
