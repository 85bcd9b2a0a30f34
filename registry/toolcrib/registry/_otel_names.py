"""The names of attributes in OpenTelemetry, in one place: those of GenAI are in development and will change.

Room: registry. Values only. Source: the semantic conventions for GenAI, `execute_tool` spans. Our own have our prefix.
"""

from typing import Final

SPAN: Final = "execute_tool {tool}"
OPERATION: Final = "gen_ai.operation.name"
EXECUTE_TOOL: Final = "execute_tool"
TOOL: Final = "gen_ai.tool.name"
TOOL_TYPE: Final = "gen_ai.tool.type"
FUNCTION: Final = "function"
AGENT: Final = "gen_ai.agent.name"
ERROR: Final = "error.type"

EVENT: Final = "toolcrib.decision"
PHASE: Final = "toolcrib.phase"
ALLOWED: Final = "toolcrib.allowed"
REASON: Final = "toolcrib.reason"
LAYER: Final = "toolcrib.layer"
MANIFEST: Final = "toolcrib.manifest.digest"
