"""The declared manifest, loaded once: what every agent of this process may hold."""

from pathlib import Path

from toolcrib.registry import Registry

REGISTRY = Registry.load(Path(__file__).resolve().parent.parent / "manifest" / "tools.yaml")
