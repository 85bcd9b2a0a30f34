import asyncio

import orders
from factory import build

mcp = asyncio.run(build(orders.load))
