import sqlite3


def mark_seen(record_id: str) -> None:
    connection = sqlite3.connect("records.db")
    connection.execute("UPDATE records SET seen = 1 WHERE id = ?", (record_id,))
