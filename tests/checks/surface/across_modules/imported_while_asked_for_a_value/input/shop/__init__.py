"""Nothing that `main` says leads to a tool, but it is the first to import the module that makes them."""


def main() -> None:
    from shop.server import server

    server.run()


if __name__ == "__main__":
    main()
