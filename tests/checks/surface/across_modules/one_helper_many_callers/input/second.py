import os

from helper import mcp, named, register, register_all, through
from plugins import load


def main():
    register(load("second"))
    through(load("passed on"))
    register_all(mcp)


@named(os.environ["SECOND"])
def decorated() -> int:
    return 2


main()
