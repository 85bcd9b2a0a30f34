import another_package
from server import mcp


def begin():
    another_package.begin(mcp)
