"""Changes are written whole or not at all."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from toolcrib.manifest import EditError, FileChange, write_changes


def change(path: str, before: bytes | None, after: bytes) -> FileChange:
    return FileChange(path=path, before=before, after=after)


def contents(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def test_files_are_replaced_and_made(tmp_path: Path) -> None:
    (tmp_path / "tools.yaml").write_bytes(b"a\r\n")
    (tmp_path / "tools.yaml").chmod(0o640)
    write_changes([change("tools.yaml", b"a\r\n", b"b\r\n"), change("new/pins.yaml", None, b"c")], tmp_path)
    assert contents(tmp_path) == {"tools.yaml": b"b\r\n", "new/pins.yaml": b"c"}
    assert stat.S_IMODE((tmp_path / "tools.yaml").stat().st_mode) == 0o640


def test_a_file_that_somebody_changed_is_left_alone_with_all_the_others(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_bytes(b"now")
    with pytest.raises(EditError, match=r"b\.yaml was changed by somebody else meanwhile; nothing was written"):
        write_changes([change("a.yaml", b"now", b"new"), change("b.yaml", b"then", b"new")], tmp_path)
    with pytest.raises(EditError, match=r"b\.yaml was changed"):
        write_changes([change("a.yaml", b"now", b"new"), change("b.yaml", None, b"new")], tmp_path)
    assert contents(tmp_path) == {"a.yaml": b"now", "b.yaml": b"now"}


def test_when_one_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    """The second file's folder is a file: the disk refuses, and the first file is as it was."""
    (tmp_path / "a.yaml").write_bytes(b"old")
    (tmp_path / "folder").write_bytes(b"a file")
    with pytest.raises(EditError):
        write_changes([change("a.yaml", b"old", b"new"), change("folder/b.yaml", None, b"new")], tmp_path)
    assert contents(tmp_path) == {"a.yaml": b"old", "folder": b"a file"}


def test_a_move_that_fails_half_way_is_undone(tmp_path: Path) -> None:
    """A folder stands where the second file should be: its copy can be made and cannot be moved."""
    (tmp_path / "a.yaml").write_bytes(b"old")
    (tmp_path / "b.yaml").symlink_to(tmp_path / "target")
    (tmp_path / "target").mkdir()
    with pytest.raises(EditError):
        write_changes([change("a.yaml", b"old", b"new"), change("b.yaml", None, b"new")], tmp_path)
    assert contents(tmp_path) == {"a.yaml": b"old"}


def test_a_linked_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_bytes(b"old")
    (tmp_path / "tools.yaml").symlink_to("real.yaml")
    write_changes([change("tools.yaml", b"old", b"new")], tmp_path)
    assert (tmp_path / "tools.yaml").is_symlink()
    assert (tmp_path / "real.yaml").read_bytes() == b"new"
    assert sorted(place.name for place in tmp_path.iterdir()) == ["real.yaml", "tools.yaml"]


def test_nothing_to_write_is_nothing_written(tmp_path: Path) -> None:
    write_changes([], tmp_path)
    assert contents(tmp_path) == {}
