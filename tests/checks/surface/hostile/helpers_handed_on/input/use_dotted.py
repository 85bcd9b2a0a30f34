"""Uses `package.inner.send`."""

import package.inner


@package.inner.send
def through_dotted() -> str:
    """Through dotted."""
    return ""
