from pydantic_ai import Agent, FunctionToolset
from toolcrib.registry import Registry

chat = Agent("model")
ALLOWED = Registry.load("tools.yaml").allowlist("chat").names
more: FunctionToolset[None] = FunctionToolset()


@chat.tool_plain
def find_invoice(number: str) -> str:
    """Find one invoice by its number."""
    return number


@more.tool_plain
def show_invoice(number: str) -> str:
    """Propose to void an invoice."""
    return number


def run() -> None:
    # The first is right by construction; the other offers what nobody may hold.
    chat.run_sync("hello", toolsets=[more.filtered(lambda ctx, tool: tool.name in ALLOWED)])
    chat.run_sync("hello", toolsets=[more])
