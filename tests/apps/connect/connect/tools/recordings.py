"""Recordings: the methods of one object, registered when it is made."""

from __future__ import annotations

from collections import Counter

from fastmcp import FastMCP

from connect.workspace import Recording, Workspace
from connect.workspace._store import found


class RecordingDesk:
    """Holds the workspace that its tools read."""

    def __init__(self, mcp: FastMCP, workspace: Workspace) -> None:
        self._workspace = workspace
        mcp.tool(self.list_recordings)
        mcp.tool(name="get_transcript")(self.transcript)
        for method in (self.search_transcripts, self.summarize_recording):
            mcp.tool(method, annotations={"readOnlyHint": True})

    def list_recordings(self, project_id: str) -> list[str]:
        """List the meeting recordings of a project."""
        rows = [r for r in self._workspace.recordings.values() if r.project_id == project_id]
        return [f"{r.id} {r.title} ({r.minutes} min)" for r in rows]

    def transcript(self, recording_id: str) -> list[str]:
        """Read the transcript of one recording, speaker by speaker."""
        return [f"{who}: {said}" for who, said in self._recording(recording_id).lines]

    def search_transcripts(self, workspace_id: str, words: str) -> list[str]:
        """Search what was said in all recordings."""
        folded = words.casefold()
        every = self._workspace.recordings.values()
        rows = [r for r in every if self._workspace.project(r.project_id).workspace_id == workspace_id]
        return [f"{r.id} {who}: {said}" for r in rows for who, said in r.lines if folded in said.casefold()]

    def summarize_recording(self, recording_id: str) -> dict[str, int]:
        """Count how often each person spoke in a recording."""
        return dict(Counter(who for who, _ in self._recording(recording_id).lines))

    def _recording(self, recording_id: str) -> Recording:
        return found(self._workspace.recordings, recording_id, "recording")
