from fastmcp import FastMCP

from app.config import SPACES
from app.users import make

root = FastMCP("root")
for key, space in SPACES.items():
    root.mount(make(key), namespace=space)
root.mount(make(), "again")
