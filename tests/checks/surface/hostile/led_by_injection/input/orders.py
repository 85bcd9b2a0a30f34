import core


def cancel(x: int) -> int:
    """Cancel."""
    return x


def main():
    core.setup(cancel)


main()
