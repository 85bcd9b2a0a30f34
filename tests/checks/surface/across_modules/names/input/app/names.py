from enum import Enum, StrEnum


class Names(StrEnum):
    STATUS = "repo_status"


class Old(str, Enum):
    LOG = "repo_log"


class Plain:
    SHOW = "repo_show"


PREFIX = "repo"
BRANCH = f"{PREFIX}_branch"
TABLE = {"tag": "repo_tag"}
LIST = ["repo_one", "repo_two"]
