from fastmcp import FastMCP
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from tools import register

mcp = FastMCP("records")
register(mcp, Session(create_engine("sqlite://")))
