"""What is registered goes through a filter that asks much of each tool."""

from dataclasses import dataclass
from typing import Callable

from mcp.server.fastmcp import FastMCP

FLAGS = tuple(f"flag_{number}" for number in range(400))


def open_ticket(title: str) -> str:
    """Open a ticket."""
    return title


def close_ticket(title: str) -> str:
    """Close a ticket."""
    return title


def find_ticket(title: str) -> str:
    """Find a ticket."""
    return title


@dataclass
class Offer:
    make: Callable
    flags: tuple = ()

    def has(self, flag: str) -> bool:
        return flag in self.flags


OFFERS = [Offer(open_ticket), Offer(close_ticket, ("flag_7",)), Offer(find_ticket)]


def without_flags(offers: list[Offer]) -> list[Offer]:
    def fits(offer: Offer) -> bool:
        for flag in FLAGS:
            if offer.has(flag):
                return False
        return True

    return [offer for offer in offers if fits(offer)]


def start() -> None:
    server = FastMCP("tickets")
    for offer in without_flags(OFFERS):
        server.tool(name=offer.make.__name__, description=offer.make.__doc__)(offer.make)
    server.run()


if __name__ == "__main__":
    start()
