"""Uses `a_lambda`."""

from core import a_lambda


@a_lambda
def through_a_lambda() -> str:
    """Through a lambda."""
    return ""
