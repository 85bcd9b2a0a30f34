"""Names that more than one module uses."""

from enum import StrEnum

LIST_PLAYBOOKS = "list_playbooks"
GET_PLAYBOOK = "get_playbook"

RUN = "run_"
RUN_SCHEDULE_BUILDER = f"{RUN}schedule_builder"
RUN_APP_BUILDER = f"{RUN}app_builder"
RUN_MEANS_METHODS = f"{RUN}means_methods"

MEANS = "means"  # the prefix of the drafter's own tools


class UpdateTool(StrEnum):
    LIST = "list_updates"
    GET = "get_update"
    FACTS = "collect_update_facts"
    DRAFT = "draft_update_section"
    PROPOSE = "propose_update_publication"


class Drawings:
    NAMESPACE = "drawings"
    SEARCH = "search"
