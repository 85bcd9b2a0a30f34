import orders
from core import build

mcp = build()
