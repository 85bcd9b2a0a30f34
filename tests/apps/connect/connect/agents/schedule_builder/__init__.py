"""The schedule builder: a live session with a person, which ends in a proposed revision."""

from connect.agents.schedule_builder.agent import build, own, run
from connect.agents.schedule_builder.runtime import runtime_tools
from connect.agents.schedule_builder.session import BuildSession

__all__ = ["BuildSession", "build", "own", "run", "runtime_tools"]
