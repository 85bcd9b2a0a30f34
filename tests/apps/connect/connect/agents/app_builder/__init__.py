"""The app builder: stages a draft, shows it, and proposes it. A person installs it or does not."""

from connect.agents.app_builder.agent import ALLOWED, OWN, run

__all__ = ["ALLOWED", "OWN", "run"]
