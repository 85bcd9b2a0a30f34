"""Oracle mode: what a started server or an imported object really offers, held against what the source shows.

Room: checks. The one place here that runs the user's code, always in a process of its own and only when it is asked
to. `_live` and `_imported` are the edge, `_compare`, `_text` and `_json` are pure. Not here: reading the source
(`toolcrib.checks.surface`), the command (`toolcrib.checks.cli`). The page is oracle.md beside this file.
"""

from toolcrib.checks.oracle._compare import SelectionError, check_selection, compare
from toolcrib.checks.oracle._json import oracle_json
from toolcrib.checks.oracle._text import oracle_text
from toolcrib.checks.oracle._types import (
    Difference,
    Explanation,
    Holder,
    Kind,
    Listing,
    LiveTool,
    OracleError,
    Outcome,
    Selection,
)

__all__ = [
    "Difference",
    "Explanation",
    "Holder",
    "Kind",
    "Listing",
    "LiveTool",
    "OracleError",
    "Outcome",
    "Selection",
    "SelectionError",
    "check_selection",
    "compare",
    "oracle_json",
    "oracle_text",
]
