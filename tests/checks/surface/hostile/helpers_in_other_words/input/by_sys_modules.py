import sys

import core


@sys.modules["core"].publish
def through_by_sys_modules() -> str:
    return ""
