import logging
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import requests
from fastmcp import FastMCP

mcp = FastMCP("records")
log = logging.getLogger(__name__)
CACHE_DIR = Path.home() / ".cache" / "records"


def _get_token() -> str:
    return requests.post("https://records.example/sign-in", json={}).json()["token"]


@mcp.tool
def search_records(text: str) -> object:
    """Search the records."""
    headers = {"Authorization": _get_token()}
    return requests.post("https://records.example/api/search", json={"text": text}, headers=headers).json()


@mcp.tool
def query_graph(record_id: str) -> object:
    """Query the graph."""
    document = "query Record($id: ID!) { record(id: $id) { title } }"
    return requests.post("https://records.example/api", json={"query": document, "variables": {"id": record_id}})


@mcp.tool
def get_history() -> str:
    """Show the history."""
    log.info("update: INSERT INTO nothing")
    return subprocess.run(["git", "-C", "records", "log", "--oneline"], capture_output=True, text=True).stdout


@mcp.tool
def render_record(record_id: str) -> str:
    """Render one record."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(record_id)
    (CACHE_DIR / record_id).write_text(record_id)
    return record_id


@mcp.tool
def list_records() -> list:
    """List the records."""
    statement = """
        -- no DELETE FROM records here
        WITH fresh AS (SELECT * FROM records WHERE note <> 'INSERT INTO records')
        SELECT * FROM fresh
    """
    return sqlite3.connect("records.db").execute(statement).fetchall()
