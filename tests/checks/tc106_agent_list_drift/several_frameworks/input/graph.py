from langchain.chat_models import init_chat_model
from langchain_core.tools import tool


@tool
def list_invoices() -> list[str]:
    """List the invoices."""
    return []


def answer(question: str) -> str:
    return init_chat_model("model").bind_tools([list_invoices]).invoke(question)
