"""The dialects, listed by hand: one module a framework. A new object of each is made for every reading."""

from toolcrib.checks.surface.dialects._base import Dialect
from toolcrib.checks.surface.dialects.fastmcp import FastMcp
from toolcrib.checks.surface.dialects.mcp_sdk import McpSdk

__all__ = ["Dialect", "all_dialects"]


def all_dialects() -> tuple[Dialect, ...]:
    return (McpSdk(), FastMcp())
