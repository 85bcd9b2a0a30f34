from langchain_community.tools.pages.base import PageTool


class ReadPage(PageTool):
    name: str = "read_page"
    description: str = "Reads a page."

    def _run(self, url: str) -> str:
        return url


class ReadPart(ReadPage):
    name: str = "read_part"
