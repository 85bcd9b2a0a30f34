"""Say that an AGENT.md, APP.md or TOOL.md cannot be used, or that a call could not be made.

Room: registry. A group carries everything that a person can fix in one go; the errors in it are never groups.
Not here: findings about files that can be used (`_review`), refusals of the bridge, which are returned (`_bridge`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from toolcrib.manifest.documents import Problem
from toolcrib.registry._errors import RegistryError

MAX_PROBLEMS: Final = 100  # more than a person reads; what is left out is counted


@final
class DocumentError(RegistryError):
    """One thing that is wrong in a document."""

    code = "document"


@final
class NotWired(RegistryError):  # noqa: N818  # it reads as what is wrong
    """A declared tool was called, and nothing runs it."""

    code = "not-wired"


@final
class DaemonToolError(RegistryError):
    """The daemon's tool ran and said that it failed, or there is no daemon to ask."""

    code = "daemon-tool"


@final
class DocumentProblems(ExceptionGroup[DocumentError]):
    """Everything that is wrong with a document, in the order of its lines."""

    def derive(self, excs: Sequence[DocumentError], /) -> DocumentProblems:  # type: ignore[override]  # narrower on purpose
        return DocumentProblems(self.message, list(excs))

    @property
    def errors(self) -> tuple[DocumentError, ...]:
        return tuple(self.exceptions)  # type: ignore[arg-type]  # made of errors only, never of groups

    @classmethod
    def of(cls, path: str, problems: Iterable[Problem]) -> DocumentProblems:
        listed = sorted(problems, key=lambda one: (one.at is not None, one.at, one.message))
        shown = [DocumentError.of(problem) for problem in listed[:MAX_PROBLEMS]]
        if len(listed) > MAX_PROBLEMS:
            rest = f"{len(listed) - MAX_PROBLEMS} more problems are not shown"
            shown.append(DocumentError(rest, hint="Fix these first, then run it again.", code="more-problems"))
        count = "1 problem" if len(listed) == 1 else f"{len(listed)} problems"
        return cls(f"{count} in {path}", shown)
