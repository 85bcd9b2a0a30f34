import httpx
from fastmcp import FastMCP

mcp = FastMCP.from_openapi(httpx.get("https://api.example.com/openapi.json").json(), name="schedules")
