"""One file that is being edited: its text, the tree of it, and the cuts that are waiting to be made.

Room: manifest, middle. Pure. After every round of cuts the new text is read again and has to say exactly what was asked
for; otherwise the edit is refused as a whole.
Not here: what an edit means (`_steps`), how a change looks (`_splice`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolcrib.manifest._errors import EditError, ManifestProblems, ProblemCode
from toolcrib.manifest._reader import read_yaml
from toolcrib.manifest._rows import ToolRow
from toolcrib.manifest._scalars import plain_or_quoted
from toolcrib.manifest._splice import Cut, Splicer, Written, newline_of, paste, rendered
from toolcrib.manifest._steps import Insert, Keys, Plain, Put, Rekey, Remove, Step, as_plain
from toolcrib.manifest._tree import Entries, Entry, Items, Node, Nothing, Scalar

_ORDER = ("agents", "capabilities", "tools", "renamed", "result_limit", "mutating", "ungated")
_FIELDS = (*ToolRow.model_fields, "empty_selection", "runtime_tools", "bound", "feature", "to", "until")


class Document:
    """One file's text, the tree of it, and the cuts that are waiting to be made."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.ends = not text or text.endswith("\n")
        self._read(text if self.ends else text + newline_of(text))
        self.plain: dict[str, Plain] = _plain_of(self.root) if self.root else {}

    def make(self, steps: Sequence[Step]) -> None:
        """Make the steps, or raise `EditError`."""
        for step in steps:
            if self._collides(step.path):
                self._settle()
            self.cuts += self._cuts(step)
            self.touched.append(step.path)
            if isinstance(step, Rekey):
                self.touched.append((*step.path[:-1], step.new))
            _apply(self.plain, step)

    def finish(self) -> str:
        self._settle()
        return self.text if self.ends else self.text.removesuffix("\n").removesuffix("\r")

    def _read(self, text: str) -> None:
        root, problems = read_yaml(text, self.path)
        # An ambiguous value stands in the way of loading; it need not stand in the way of putting it right.
        problems = tuple(problem for problem in problems if problem.code != ProblemCode.AMBIGUOUS)
        if problems:
            raise ManifestProblems.of(self.path, problems)
        if root is not None and not isinstance(root, Entries):
            raise EditError(f"{self.path} is no mapping of sections, so it cannot be edited")
        self.text, self.root = text, root
        self.splicer = Splicer(text, root)
        self.cuts: list[Cut] = []
        self.touched: list[Keys] = []

    def _settle(self) -> None:
        """Make the waiting cuts, and hold the new text to what was asked for."""
        if not self.cuts:
            return
        text = paste(self.text, self.cuts)
        try:
            self._read(text)
        except ManifestProblems as problems:
            raise EditError(f"the edit would leave {self.path} unreadable; nothing was changed") from problems
        if (_plain_of(self.root) if self.root else {}) != self.plain:
            raise EditError(
                f"the edit cannot be made in {self.path} without changing more than was asked for; nothing was changed",
                hint="The file is written in a way that toolcrib does not edit; make this change by hand.",
            )

    def _collides(self, path: Keys) -> bool:
        """Whether cuts that are waiting have moved what `path` stands in."""
        for other in self.touched:
            shared = min(len(path), len(other))
            if path[:shared] == other[:shared]:
                return True
        section = self._entry(path[:1])
        if section is None or not isinstance(section.value, Entries) or len(section.value.entries) < 2:
            return any(other[:1] == path[:1] for other in self.touched) or section is None
        gone = sum(len(other) == 2 and other[0] == path[0] for other in self.touched)
        return gone >= len(section.value.entries) - 1

    def _entry(self, path: Keys) -> Entry | None:
        node: Node | None = self.root
        entry = None
        for key in path:
            entry = node.get(key) if isinstance(node, Entries) else None
            if entry is None:
                return None
            node = entry.value
        return entry

    def _cuts(self, step: Step) -> list[Cut]:
        match step:
            case Insert(path, lines, flow, _):
                return self._insert(path, lines, flow)
            case Remove(path):
                owner = self._entry(path[:-1])
                entry, parent = self._entry(path), owner.value if owner else None
                assert entry is not None
                assert isinstance(parent, Entries)
                return self.splicer.remove(parent, entry, owner)
            case Rekey(path, new):
                entry, owner = self._entry(path), self._entry(path[:-1])
                assert entry is not None
                assert owner is not None
                assert isinstance(owner.value, Entries)
                return self.splicer.rename_key(entry, new, flow=owner.value.flow)
            case Put(path, value):
                owner = self._entry(path[:-1])
                parent = owner.value if owner else None
                if not isinstance(parent, Entries):
                    raise EditError(f"`{'.'.join(path[:-1])}` is no mapping, so `{path[-1]}` cannot be set", path=path)
                entry = parent.get(path[-1])
                if entry is not None:
                    return self.splicer.set_value(entry, value, flow=parent.flow)
                line = f"{plain_or_quoted(path[-1])}: {rendered(value, flow=False)}"
                if not parent.entries and owner is not None:
                    return self.splicer.fill(owner, [line])
                return self.splicer.insert_field(parent, path[-1], [line], rendered(value, flow=True), _FIELDS)

    def _insert(self, path: Keys, lines: Sequence[str], flow: str) -> list[Cut]:
        section = self._entry(path[:1])
        if section is None:
            if self.root is not None and self.root.flow:
                return self.splicer.insert(self.root, path[0], [], f"{{{plain_or_quoted(path[1], flow=True)}: {flow}}}")
            later = _ORDER[_ORDER.index(path[0]) + 1 :]
            entries = self.root.entries if self.root else ()
            before = next((entry for entry in entries if entry.key.value in later), None)
            return self.splicer.append_section(path[0], lines, before=before)
        parent = section.value
        if isinstance(parent, Nothing) or (isinstance(parent, Entries) and not parent.entries):
            if self.root is not None and self.root.flow and isinstance(parent, Entries):
                return self.splicer.insert(parent, path[1], [], flow)
            return self.splicer.fill(section, lines)
        if not isinstance(parent, Entries):
            raise EditError(f"`{path[0]}` is no mapping, so nothing can be added to it", path=path[:1])
        return self.splicer.insert(parent, path[1], lines, flow)


def _apply(plain: dict[str, Plain], step: Step) -> None:
    """The same step on plain values: what the new text has to say."""
    *above, last = step.path
    holder = plain
    for key in above:
        inner = holder.setdefault(key, {})
        if inner is None:
            inner = holder[key] = {}
        assert isinstance(inner, dict)
        holder = inner
    match step:
        case Insert(plain=value):
            holder[last] = value
        case Put(value=value):
            holder[last] = _plain_written(value)
        case Remove():
            del holder[last]
        case Rekey(new=new):
            items = [(new if key == last else key, value) for key, value in holder.items()]
            holder.clear()
            holder.update(items)


def _plain_written(value: Written) -> Plain:
    match value:
        case tuple():
            return list(value)
        case Mapping():
            return {key: as_plain(inner) for key, inner in value.items()}
        case None | bool() | int() | str():
            return value
    return value.isoformat()


def _plain_of(node: Node | None) -> dict[str, Plain]:
    plain = _plain(node)
    return plain if isinstance(plain, dict) else {}


def _plain(node: Node | None) -> Plain:
    match node:
        case Scalar():
            return node.value
        case Items():
            return [_plain(item) for item in node.items]
        case Entries():
            found: dict[str, Plain] = {}
            for entry in node.entries:
                found.setdefault(str(entry.key.value), _plain(entry.value))
            return found
    return None
