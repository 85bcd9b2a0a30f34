"""Two steps away from the framework's own class."""
import admin


class Archive(admin.Del):
    name: str = "archive_everything"
    description: str = "Archives."
