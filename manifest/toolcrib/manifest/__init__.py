"""What is declared: rows, pins, loader, JSON Schema, round-trip editing."""

from toolcrib.manifest._location import Location

__all__ = ["Location"]
