"""The configuration's tables as they are written, strict and frozen.

Room: checks, middle. Models only. Touch it when the configuration gains a key; describe the key in config.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from toolcrib.checks._toml_places import KeyPath

_Text = Annotated[str, Field(min_length=1)]
# A key that is left out and a key with an empty list are two things: the second is refused, the default is not checked.
_Some = Annotated[tuple[_Text, ...], Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ManifestTable(_Table):
    """[[tool.toolcrib.manifests]]"""

    name: _Text
    manifest: _Text
    pins: str = ""
    source: _Some = ()
    exclude: tuple[_Text, ...] = ()


class AcknowledgeTable(_Table):
    """[[tool.toolcrib.acknowledge]]"""

    file: _Text
    anchor: _Text
    tools: tuple[str, ...] = ()
    reason: _Text
    dynamic: bool = False

    @property
    def says_tools(self) -> bool:
        """Whether the key is written, be it an empty list."""
        return "tools" in self.model_fields_set


class Tables(_Table):
    """[tool.toolcrib]"""

    manifest: str = ""
    pins: str = ""
    source: _Some = ()
    exclude: tuple[_Text, ...] = ()
    include: tuple[_Text, ...] = ()
    select: _Some = ()
    ignore: Mapping[str, str] = Field(default_factory=dict)
    baseline: str = ""
    features: str = ""
    scoped: _Some = ()
    manifests: tuple[ManifestTable, ...] = ()
    acknowledge: tuple[AcknowledgeTable, ...] = ()

    @classmethod
    def keys_at(cls, path: KeyPath) -> tuple[str, ...]:
        """The keys that may stand in the table at `path`."""
        inner: dict[str | int, type[_Table]] = {"manifests": ManifestTable, "acknowledge": AcknowledgeTable}
        return tuple((inner.get(path[0], cls) if path else cls).model_fields)
