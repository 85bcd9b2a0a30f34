"""Uses `held`."""

from core import held


@held
def through_held() -> str:
    """Through held."""
    return ""
