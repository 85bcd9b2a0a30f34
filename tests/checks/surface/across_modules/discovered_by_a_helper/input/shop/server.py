from fastmcp import FastMCP

from shop.tools import register_all


def main() -> None:
    server = FastMCP("shop")
    register_all(server)
    server.run()


if __name__ == "__main__":
    main()
