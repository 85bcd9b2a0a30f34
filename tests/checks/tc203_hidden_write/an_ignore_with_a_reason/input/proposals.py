import sqlite3


def stage(title: str) -> str:
    sqlite3.connect("proposals.db").execute("INSERT INTO proposals (title) VALUES (?)", (title,))
    return title
