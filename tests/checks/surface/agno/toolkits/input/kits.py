"""A package of toolkits: whoever installs it makes them."""
from agno.tools import Toolkit


class Base(Toolkit):
    def __init__(self, tools=None, **kwargs) -> None:
        super().__init__(name="base", tools=[self.ping, *(tools or [])], **kwargs)

    def ping(self) -> str:
        """Pings."""
        return ""


class Search(Base):
    def __init__(self, enable_search: bool = True, enable_news: bool = False, all: bool = False, **kwargs) -> None:
        tools = []
        if all or enable_search:
            tools.append(self.search)
        if all or enable_news:
            tools.append(self.news)
        super().__init__(tools=tools, **kwargs)

    def search(self, query: str) -> str:
        """Searches.

        Args:
            query: what
        """
        return query

    def news(self) -> str:
        """News."""
        return ""


class Nothing(Toolkit):
    def __init__(self) -> None:
        super().__init__(name="nothing", tools=[self.hidden], auto_register=False)

    def hidden(self) -> str:
        """Hidden."""
        return ""
