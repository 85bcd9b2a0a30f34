from langchain_core.tools import BaseTool


class PageTool(BaseTool):
    """Its heirs have names."""

    client: object = None
