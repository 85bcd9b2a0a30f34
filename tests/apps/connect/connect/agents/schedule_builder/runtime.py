"""The tools of a running session. They close over it, so they are no rows; the manifest lists them, in this order."""

from __future__ import annotations

from pydantic_ai import FunctionToolset

from connect.agents.schedule_builder.session import TEMPLATES, BuildSession
from connect.workspace import WORKSPACE


def runtime_tools(session: BuildSession) -> FunctionToolset[BuildSession]:
    tools: FunctionToolset[BuildSession] = FunctionToolset()

    @tools.tool_plain
    def read_drawings(discipline: str) -> list[str]:
        """Read what the project's drawings of one discipline show."""
        rows = [s for s in WORKSPACE.sheets.values() if s.project_id == session.project_id]
        return [s.revisions[-1] for s in rows if s.discipline == discipline]

    @tools.tool_plain
    def record_answers(answers: dict[str, str]) -> int:
        """Record answers to the questions of this build."""
        session.answers |= answers
        return len(session.answers)

    @tools.tool_plain
    def apply_template(name: str) -> list[str]:
        """Start the spec from one of the firm's templates."""
        session.activities = list(TEMPLATES[name])
        return session.activities

    @tools.tool_plain
    def edit_spec(add: list[str], remove: list[str]) -> list[str]:
        """Add activities to the spec of this build and take some out."""
        session.activities = [a for a in session.activities if a not in remove] + add
        return session.activities

    @tools.tool_plain
    def ask_user(question: str) -> str:
        """Ask the person who started this build."""
        session.asked.append(question)
        return session.answers.get(question, "no answer yet")

    return tools
