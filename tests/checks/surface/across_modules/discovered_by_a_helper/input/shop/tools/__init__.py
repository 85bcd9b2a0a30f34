from pathlib import Path

from fastmcp import FastMCP

from shop.discovery import discovered
from shop.registry import marked


def register_all(server: FastMCP) -> None:
    list(discovered(Path(__file__).parent, __package__))
    for entry in marked():
        server.tool(name=entry["name"], description=entry["description"])(entry["function"])
