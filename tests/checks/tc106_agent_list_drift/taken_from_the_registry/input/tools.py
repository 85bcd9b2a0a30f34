from agents import function_tool


@function_tool
def find_invoice(number: str) -> str:
    """Find one invoice by its number."""
    return number


@function_tool
def review_invoice(number: str) -> str:
    """Propose a refund; a person pays it out."""
    return number
