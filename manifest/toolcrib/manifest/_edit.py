"""Apply edits to the text of a manifest or of its pins.

Room: manifest, middle. Pure: texts and edits in, texts out; nothing is written (`_write`).
Touch it when edits should find their file in another way. Not here: what an edit means (`_steps`), how a change looks
in the text (`_splice`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from toolcrib.manifest._declared import Declared, Sources
from toolcrib.manifest._decode import decode
from toolcrib.manifest._document import Document
from toolcrib.manifest._edits import (
    AddAgent,
    AddPin,
    AddRow,
    Edit,
    FileChange,
    RemovePin,
    RemoveRow,
    RenameTool,
    SetField,
)
from toolcrib.manifest._errors import EditError, ManifestProblems, Problem
from toolcrib.manifest._splice import rendered
from toolcrib.manifest._steps import Kind, not_there, row_lines, section_of, steps_of, written


def edit_text(text: str, edits: Iterable[Edit], *, kind: Kind = "manifest") -> str:
    """`text` with the edits made, and every other line as it was. Raises `EditError` and changes nothing otherwise."""
    document = Document(text, f"{'pins' if kind == 'pins' else 'tools'}.yaml")
    for edit in edits:
        document.make(steps_of(edit, kind, document.plain))
    return document.finish()


def apply_edits(declared: Declared | Sources, edits: Iterable[Edit]) -> tuple[FileChange, ...]:
    """The files that change when the edits are made. Nothing is written; `write_changes` does that.

    Works on `Sources` too, so that a manifest that cannot be loaded yet can be put right.
    """
    sources = declared.sources if isinstance(declared, Declared) else declared
    pinned_in = declared.places.get(("pins",)) if isinstance(declared, Declared) else None
    documents: dict[str, Document] = {}

    def document(path: str) -> Document:
        if path not in documents:
            content = sources.files.get(path, b"")
            text = decode(content, path)
            if isinstance(text, Problem):
                raise ManifestProblems.of(path, [text])
            documents[path] = Document(text, path)
        return documents[path]

    for edit in edits:
        if isinstance(edit, (AddPin, RemovePin)) and pinned_in is not None:
            raise EditError(f"the pins stand in {pinned_in.path}, which is edited by hand", at=pinned_in)
        if not isinstance(edit, (AddPin, RemovePin)):
            _in_manifest(edit, sources, document)
        if isinstance(edit, (AddPin, RemovePin, RenameTool)) and (
            not isinstance(edit, RenameTool) or sources.pins_path in sources.files
        ):
            document(sources.pins_path).make(steps_of(edit, "pins", document(sources.pins_path).plain))
    changes = []
    for path, edited in documents.items():
        after = edited.finish().encode("utf-8")
        before = sources.files.get(path)
        if after != (before or b""):
            changes.append(FileChange(path=path, before=before, after=after))
    return tuple(changes)


def _in_manifest(edit: Edit, sources: Sources, document: Callable[[str], Document]) -> None:
    files = [path for path in sources.manifest_files if not path.endswith(".py")]
    if not files:
        raise EditError(
            f"{sources.path} is Python, which is edited by hand",
            hint=f"Change it to: {_in_short(edit)}",
        )
    if isinstance(edit, RenameTool):
        owner = _owner(edit.old, "tools", files, document)
        for path in files:
            steps = steps_of(edit, "manifest", document(path).plain, whole=path == owner)
            document(path).make(steps)
        return
    match edit:
        case AddRow():
            path = edit.file or _home(edit.row.capability, files, document)
            if edit.file and edit.file not in files:
                raise EditError(f"{edit.file} is no file of the manifest", hint=f"Its files: {', '.join(files)}.")
            taken = [f for f in files if edit.name in section_of(document(f).plain, "tools")]
            if taken and taken != [path]:
                raise EditError(f"tool `{edit.name}` has a row already, in {taken[0]}")
        case RemoveRow():
            path = _owner(edit.name, "tools", files, document)
        case SetField():
            path = _owner(edit.name, edit.section.value, files, document)
        case AddAgent():
            path = _holder("agents", files, document)
        case _:
            path = _holder("capabilities", files, document)
    document(path).make(steps_of(edit, "manifest", document(path).plain))


def _owner(name: str, section: str, files: Sequence[str], document: Callable[[str], Document]) -> str:
    found = next((path for path in files if name in section_of(document(path).plain, section)), None)
    if found is None:
        raise not_there(section, name, [n for path in files for n in section_of(document(path).plain, section)])
    return found


def _holder(section: str, files: Sequence[str], document: Callable[[str], Document]) -> str:
    return next((path for path in files if section in document(path).plain), files[0])


def _home(capability: str, files: Sequence[str], document: Callable[[str], Document]) -> str:
    """The file where a row of this capability belongs: with the most of its rows, else with any rows."""

    def same(path: str) -> int:
        rows = section_of(document(path).plain, "tools").values()
        return sum(isinstance(row, dict) and row.get("capability") == capability for row in rows)

    best = max(files, key=same)
    return best if same(best) else _holder("tools", files, document)


def _in_short(edit: Edit) -> str:
    match edit:
        case AddRow(name, row):
            lines = "; ".join(line.strip() for line in row_lines(name, row)[1:])
            return f"{name}: {{{lines}}}"
        case SetField(name, field, value):
            return f"`{field}` of `{name}`: {rendered(written(value), flow=True)}"
        case RenameTool(old, new):
            return f"`{new}` in place of `{old}`"
        case RemoveRow(name):
            return f"no row `{name}`"
    return type(edit).__name__
