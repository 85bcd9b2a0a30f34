"""The folder in which runs keep what later ones need not work out again: written whole, read only with its own digest.

Room: checks, edge. The folder may be deleted at any time, runs at the same time may share it, git never sees it.
Not here: what is kept (`facts_cache`).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

FOLDER = ".toolcrib_cache"
OFF = "TOOLCRIB_NO_CACHE"


def is_off() -> bool:
    """Whether `TOOLCRIB_NO_CACHE` is set to anything."""
    return bool(os.environ.get(OFF))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def read_kept(file: Path) -> str | None:
    """The text; None when there is none or when it is not as it was written."""
    try:
        own, _, text = file.read_text(encoding="ascii").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return text if own == digest(text) else None


def write_kept(root: Path, file: Path, text: str) -> None:
    """Write ASCII as a whole or not at all; a folder that cannot be written forgets."""
    with contextlib.suppress(OSError):
        if not file.parent.is_dir():
            file.parent.mkdir(parents=True, exist_ok=True)
            (root / FOLDER / ".gitignore").write_text("*\n", encoding="ascii")
        handle, name = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(f"{digest(text)}\n{text}")
        Path(name).replace(file)
