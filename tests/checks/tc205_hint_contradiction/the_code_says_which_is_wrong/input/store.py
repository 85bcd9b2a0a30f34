import shutil


def archive(record_id: str) -> None:
    shutil.move(record_id, "archive")
