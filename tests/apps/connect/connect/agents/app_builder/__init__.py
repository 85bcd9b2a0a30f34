"""The app builder: stages a draft, shows it, and proposes it. A person installs it or does not."""

from connect.agents.app_builder.agent import OWN, build, run

__all__ = ["OWN", "build", "run"]
