"""Writes: what the code of a declared tool commits, read without running it.

Room: checks. In: the bytes of source files and the declarations of their surface. Out: for each declared tool, `Found`:
the evidence, each piece with its place, its weight and the shortest chain of calls to it. Files are read only when a
call leads into them, and nothing at all happens before the first question.
Touch it when evidence needs to know more; what counts is data, by subject (`_library_sinks`, `_vocabulary`,
`_packages`, `_commands`, `_http_words`, `_sql_names`, `_passing`); the page is writes.md.
Not here: holding evidence against a row (`toolcrib.checks.rules`), the surface (`toolcrib.checks.surface`).
"""

from toolcrib.checks.writes._reader import Writes
from toolcrib.checks.writes._said import Said, said_by
from toolcrib.checks.writes._types import Evidence, Found, Kind, Step, Weight

__all__ = ["Evidence", "Found", "Kind", "Said", "Step", "Weight", "Writes", "said_by"]
