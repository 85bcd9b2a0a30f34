"""Actions of one's own beside the default ones."""
from browser_use import ActionResult, Agent, Controller, Tools

controller = Controller(exclude_actions=["search", "hidden"])


@controller.action("Asks a person.")
async def ask(question: str) -> ActionResult:
    """Not used."""
    return ActionResult(extracted_content=question)


@controller.registry.action(description="Saves.", domains=["example.com"])
def save(text: str) -> str:
    return text


@controller.action("Never there.")
def hidden() -> str:
    return ""


class Own(Tools):
    def __init__(self) -> None:
        super().__init__(exclude_actions=["evaluate"])

        @self.action("Of a class.")
        def of_class() -> str:
            return ""


own = Own()
HOLDERS = [controller, own]


def build(llm):
    return Agent(task="x", llm=llm, controller=controller), Agent(task="y", llm=llm, tools=own), Agent("z", llm)
