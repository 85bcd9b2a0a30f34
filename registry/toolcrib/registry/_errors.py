"""Say that the registry has no answer. Refusals are decisions and returned; these are raised.

Room: registry. Every error here is a `ToolcribError`.
"""

from __future__ import annotations

from typing import final

from toolcrib.manifest import ToolcribError


class RegistryError(ToolcribError):
    """The registry has no answer to the question, or cannot be used in this way.

    * UnknownAgent
    * UnknownTool
    * BindingError     an implementation cannot be bound to a row
    * FactsError       facts or a scope make no sense
    * SelectionError   a stored choice cannot be read
    * SchemaError      a tool's schema cannot be used
    """

    code = "registry"


@final
class UnknownAgent(RegistryError):  # noqa: N818  # it reads as what is wrong
    """No agent of that name is declared."""

    code = "unknown-agent"


@final
class UnknownTool(RegistryError):  # noqa: N818  # it reads as what is wrong
    """No tool of that name has a row."""

    code = "unknown-tool"


@final
class BindingError(RegistryError):
    """A name is bound twice, or what is bound is no function."""

    code = "binding"


@final
class FactsError(RegistryError):
    """Facts or a scope make no sense."""

    code = "facts"


@final
class SchemaError(RegistryError):
    """A tool's schema cannot be used: too large, not of a known dialect, or not to be bound."""

    code = "schema"
