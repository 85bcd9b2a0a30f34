"""Classes that extend a tool of another package: two name themselves, one bears a name that is not read."""
from langchain_community.tools.pages import PageTool


class Named(PageTool):
    name: str = "named"
    description: str = "Named here."

    def _run(self, url: str) -> str:
        return url


class Nameless(PageTool):
    def _run(self, url: str) -> str:
        return url


class Renamed(PageTool):
    name: str = "renamed"
