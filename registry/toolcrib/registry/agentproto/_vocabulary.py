"""The ids that upstream knows by name, and who enforces a list of them.

Room: registry. Tables only, as upstream has them; people who follow it extend them here.
"""

from __future__ import annotations

from typing import Final

WORKSPACE_TOOLS: Final = frozenset(
    ("list_dir", "directory_list", "read_file", "file_read", "write_file", "file_write", "edit_file", "file_info")
)
EXEC_TOOLS: Final = frozenset(("run_command", "command_execute", "read_diff", "apply_patch", "run_tests"))
SUBAGENT_TOOLS: Final = frozenset(("agent_start", "agent_prompt", "agent_output", "session_list"))
AMBIENT_TOOLS: Final = ("notification-inbox", "submit_plan", "subagent")  # given to every session, whatever is declared
AMBIENT_WITH_MODES: Final = ("unwatch_session", "watch_session")

KNOWN_DAEMON_TOOLS: Final = frozenset(  # where no daemon is asked; its own list says more
    (
        *("app_apply", "app_artifact_get", "app_call", "app_catalog", "app_data_list", "app_data_migrate"),
        *("app_data_read", "app_data_write", "app_external_list", "app_external_read", "app_install", "app_list"),
        *("app_list_applied", "app_resync", "app_run", "app_skill_get", "app_state_append", "app_state_get"),
        *("app_state_list", "app_status", "app_stop", "app_tool_call", "app_unapply", "app_uninstall"),
        *("adapter_list", "command_execute", "harness_preset_list", "mcp_imported_call"),
    )
)

STRIPPED: Final = "app_state_append"  # the daemon lists it to no agent; a page may have it on purpose
DISCOVERY_TOOLS: Final = ("adapter_list", "harness_preset_list")  # every page gets these two
IMPORTED: Final = "imported:"

ENFORCING: Final = frozenset({"mastra-agent"})
NOT_ENFORCING: Final = frozenset({"claude-code", "codex", "hermes"})
OPEN_GATEWAY: Final = frozenset(
    {"claude-code", "hermes"}
)  # without one bare id, a workflow step gets all of the daemon

NO_MODES_VARIABLE: Final = "AGENTPROTO_MASTRA_NO_MODES"
NO_EXEC_VARIABLE: Final = "AGENTPROTO_MASTRA_NO_EXEC"
APP_ID_VARIABLE: Final = "AGENTPROTO_APP_ID"
