"""What the runtime asks: allowlists derived from the manifest. Light: no libcst, no rendering."""

from toolcrib.registry._registry import Registry, RegistryError, UnknownAgent, UnknownTool
from toolcrib.registry._rows import Allowlist, Row

__all__ = ["Allowlist", "Registry", "RegistryError", "Row", "UnknownAgent", "UnknownTool"]
