"""`fix`: bring code and manifest together where one answer is right.

Room: checks. In: both sides, the report, the bytes of the source. Out: a plan: file changes and what is left to decide.
Not here: writing the changes (`toolcrib.manifest.write_changes`), printing them (`toolcrib.checks.cli`).
"""

from toolcrib.checks.fix._diff import diff
from toolcrib.checks.fix._plan import MENDED, Wishes, plan_fix
from toolcrib.checks.fix._types import FixPlan, Undecided

__all__ = ["MENDED", "FixPlan", "Undecided", "Wishes", "diff", "plan_fix"]
