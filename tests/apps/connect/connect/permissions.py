"""What a role of Connect may open; the manifest's capabilities map to these."""

from enum import StrEnum


class Feature(StrEnum):
    PROJECTS = "projects"
    SCHEDULES = "schedules"
    DRAWINGS = "drawings"
    RECORDINGS = "recordings"
    UPDATES = "updates"
    INFO_SHEET = "info_sheet"
    MEANS_METHODS = "means_methods"
    APPS = "apps"
