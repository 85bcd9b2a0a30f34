"""Uses `package.inner.impl.publish`."""

import package.inner


@package.inner.impl.publish
def through_above() -> str:
    """Through above."""
    return ""
