"""The schedule builder: a live session with a person, which ends in a proposed revision."""

from connect.agents.schedule_builder.agent import agent, own, run
from connect.agents.schedule_builder.runtime import runtime_tools
from connect.agents.schedule_builder.session import BuildSession

__all__ = ["BuildSession", "agent", "own", "run", "runtime_tools"]
