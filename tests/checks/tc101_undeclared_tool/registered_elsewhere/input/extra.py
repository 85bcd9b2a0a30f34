def archive_schedule(schedule_id: str) -> None:
    """Archive a schedule."""
