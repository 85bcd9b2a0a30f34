"""Tools that a caller gives, names and descriptions that nothing here tells."""
from browser_use import Agent, Tools


def register(tools: Tools, text: str, functions) -> None:
    @tools.action(text)
    def known() -> str:
        return ""

    for function in functions:
        tools.action("Each.")(function)


def build(llm, tools, **options):
    return Agent(task="x", llm=llm, tools=tools), Agent(task="y", llm=llm, **options)
