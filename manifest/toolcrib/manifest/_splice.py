"""Change one place of a YAML text and no other.

Room: manifest, middle. Pure: a text and its tree in, cuts and pastes out. What is not touched stays byte for byte as it
was, because it is never written again: ruamel.yaml tells where things stand, and its own writer, which sets flow
spacing, long lines and line ends anew, is not asked.
Touch it when an edit should look more like what a careful person would have typed.
Not here: which edit means which change (`_edit`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from toolcrib.manifest._dump import flow_list, flow_mapping
from toolcrib.manifest._scalars import in_style, plain_or_quoted
from toolcrib.manifest._tree import Entries, Entry, Items, Node, Nothing, Scalar, end_of

Written = str | bool | int | tuple[str, ...] | Mapping[str, object] | date | None


# What ends a row also ends its section, perhaps the file: a field comes before a row, a row before a section.
_FIELD, _ROW, _SECTION = range(3)


@dataclass(frozen=True, slots=True)
class Cut:
    """Replace `start`…`end` by `text`. `rank` and `order` say which of several texts for one place comes first."""

    start: int
    end: int
    text: str
    rank: int = 0
    order: str = ""


def paste(text: str, cuts: Sequence[Cut]) -> str:
    """The text with every cut made."""
    pieces, done = [], 0
    for cut in sorted(cuts, key=lambda cut: (cut.start, cut.end, cut.rank, cut.order)):
        pieces += [text[done : cut.start], cut.text]
        done = cut.end
    return "".join((*pieces, text[done:]))


def newline_of(text: str) -> str:
    """How the lines of a text end: as its first one does."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


class Splicer:
    """Finds the cuts for changes to the mapping at the top of one text."""

    def __init__(self, text: str, root: Entries | None) -> None:
        self.text, self.root = text, root
        self.newline = newline_of(text)
        self.step = self._step_of(root) or "  "

    # -- whole entries -----------------------------------------------------------------------------------------------

    def insert(self, parent: Entries, key: str, lines: Sequence[str], flow: str) -> list[Cut]:
        """A new entry of `parent`: `lines` when it is written one entry a line, `flow` when in braces."""
        if parent.flow:
            return [self._insert_flow(parent, f"{plain_or_quoted(key, flow=True)}: {flow}")]
        entries = parent.entries
        indent = self._indent_of(entries[0].key) if entries else ""
        in_order = len(entries) > 1 and [str(e.key.value) for e in entries] == sorted(str(e.key.value) for e in entries)
        before = next((e for e in entries if str(e.key.value) > key), None) if in_order else None
        steps = (self._step_of(entry.value, entry.key) for entry in entries)
        text = self._block(lines, indent, next((step for step in steps if step), self.step))
        gap = self._blank_between(parent)
        if before is None:
            at = self.end_of_entry(entries[-1]) if entries else len(self.text)
            return [Cut(at, at, (self.newline if gap else "") + text, _ROW, key if in_order else "")]
        at = self.start_of_entry(before, parent)
        return [Cut(at, at, text + (self.newline if gap else ""), _ROW, key if in_order else "")]

    def insert_field(
        self, parent: Entries, key: str, lines: Sequence[str], flow: str, fields: Sequence[str]
    ) -> list[Cut]:
        """A field that an entry lacks, where the order of `fields` wants it."""
        if parent.flow:
            return [self._insert_flow(parent, f"{plain_or_quoted(key, flow=True)}: {flow}")]
        later = fields[fields.index(key) + 1 :] if key in fields else ()
        before = next((entry for entry in parent.entries if entry.key.value in later), None)
        text = self._block(lines, self._indent_of(parent.entries[0].key))
        at = self.start_of_entry(before, parent) if before else self.end_of_entry(parent.entries[-1])
        return [Cut(at, at, text, _FIELD, key)]

    def fill(self, entry: Entry, lines: Sequence[str]) -> list[Cut]:
        """The first entries under a key whose mapping is empty: `tools: {}` or nothing at all."""
        span = entry.value.span
        at = self._line_end(max(entry.key.span.end, span.end if isinstance(entry.value, Entries) else 0))
        indent = self._indent_of(entry.key) + self.step
        cuts = [Cut(at, at, self._block(lines, indent))]
        if isinstance(entry.value, Entries):
            colon = self.text.index(":", entry.key.span.end)
            cuts.append(Cut(colon + 1, span.end, ""))
        return cuts

    def append_section(self, name: str, lines: Sequence[str], *, before: Entry | None) -> list[Cut]:
        """A new section with its first entries, ahead of `before` or at the end."""
        text = f"{name}:{self.newline}" + self._block(lines, self.step)
        if before is not None and self.root is not None:
            at = self.start_of_entry(before, self.root)
            return [Cut(at, at, text + self.newline, _SECTION)]
        at = len(self.text)
        return [Cut(at, at, (self.newline if self.text.strip() else "") + text, _SECTION)]

    def remove(self, parent: Entries, entry: Entry, owner: Entry | None) -> list[Cut]:
        """Take an entry out, with the comments that stand directly above it and speak of it."""
        if parent.flow:
            return [self._remove_flow(parent.entries, parent.entries.index(entry), entry.key.span.start)]
        start, end = self.start_of_entry(entry, parent), self.end_of_entry(entry)
        blank_above = not self.text[self._line_start(start - 1) : start].strip() if start else True
        if blank_above and not self.text[end : self._line_end(end)].strip():
            end = self._line_end(end)  # the blank line that parted it from its neighbour goes with it
        cuts = [Cut(start, end, "")]
        if len(parent.entries) == 1 and owner is not None:
            colon = self.text.index(":", owner.key.span.end)
            cuts.append(Cut(colon + 1, colon + 1, " {}"))
        return cuts

    def rename_key(self, entry: Entry, new: str, *, flow: bool) -> list[Cut]:
        span = entry.key.span
        return [Cut(span.start, span.end, in_style(new, entry.key.style, flow=flow))]

    # -- values ------------------------------------------------------------------------------------------------------

    def set_value(self, entry: Entry, new: Written, *, flow: bool) -> list[Cut]:
        """Another value for a key, written as the old one was where that is possible."""
        old = entry.value
        if isinstance(old, Items) and isinstance(new, tuple) and not old.flow:
            return self._set_items(entry, old, new)
        if isinstance(old, Entries) and isinstance(new, Mapping) and not old.flow and old.entries and new:
            return self._set_entries(old, new)
        colon = self.text.index(":", entry.key.span.end)
        written = rendered(new, flow=flow or isinstance(new, (tuple, Mapping)))
        if isinstance(old, Scalar) and old.style in ("|", ">"):
            return [self._set_block(entry, old, new, written)]
        if isinstance(old, Scalar) and isinstance(new, str):
            indent = self._indent_of(entry.key) + self.step
            wrapped = old.span.end_line > old.span.line
            written = in_style(new, old.style, flow=flow, indent=indent, newline=self.newline, wrapped=wrapped)
        if isinstance(old, Nothing) and not old.settled:
            return [Cut(colon + 1, colon + 1, f" {written}")]
        if isinstance(old, (Items, Entries)) and not old.flow:
            return [Cut(colon + 1, end_of(old), f" {written}")]
        return [Cut(old.span.start, old.span.end, written)]

    def _set_block(self, entry: Entry, old: Scalar, new: Written, written: str) -> Cut:
        """Another value for a block text (`|`, `>`): its indentation and the comment on its first line stay."""
        end = self._content_end(old)
        head, _, body = self.text[old.span.start : end].partition("\n")
        comment = head[head.index("#") - 1 :].strip() if " #" in head else ""
        if isinstance(new, str):
            first = next((line for line in body.split("\n") if line.strip()), "")
            indent = first[: len(first) - len(first.lstrip(" "))] or self._indent_of(entry.key) + self.step
            written = in_style(new, old.style, flow=False, indent=indent, newline=self.newline)
        head, newline, body = written.partition(self.newline)
        return Cut(
            old.span.start, end, head + (f"  {comment}" if comment else "") + self.newline + (body if newline else "")
        )

    def _set_items(self, entry: Entry, old: Items, new: tuple[str, ...]) -> list[Cut]:
        kept = [item for item in old.items if isinstance(item, Scalar) and item.value in new]
        names = [str(item.value) for item in kept]
        dash = self.text.rfind("-", 0, old.items[0].span.start)
        indent = self.text[self._line_start(dash) : dash]
        if not new or names != list(new[: len(names)]) or len(set(names)) != len(names):
            colon = self.text.index(":", entry.key.span.end)
            return [Cut(colon + 1, end_of(old), f" {flow_list(new)}")]
        cuts = [
            Cut(self._line_start(item.span.start), self._line_end(item.span.end), "")
            for item in old.items
            if item not in kept
        ]
        added = "".join(f"{indent}- {plain_or_quoted(name)}{self.newline}" for name in new[len(names) :])
        at = self._line_end(end_of(old))
        return [*cuts, Cut(at, at, added)] if added else cuts

    def _set_entries(self, old: Entries, new: Mapping[str, object]) -> list[Cut]:
        cuts: list[Cut] = []
        for entry in old.entries:
            key = str(entry.key.value)
            if key not in new:
                cuts += self.remove(old, entry, None)
            elif not isinstance(entry.value, Scalar) or entry.value.value != new[key]:
                cuts += self.set_value(entry, _inner(new[key]), flow=False)
        known = {entry.key.value for entry in old.entries}
        at = self.end_of_entry(old.entries[-1])
        indent = self._indent_of(old.entries[0].key)
        for key, value in new.items():
            if key not in known:
                line = f"{plain_or_quoted(key)}: {rendered(_inner(value), flow=False)}"
                cuts.append(Cut(at, at, self._block([line], indent)))
        return cuts

    # -- flow --------------------------------------------------------------------------------------------------------

    def _insert_flow(self, parent: Entries, written: str) -> Cut:
        close = parent.span.end - 1
        if not parent.entries:
            return Cut(parent.span.start + 1, close, written)
        last = parent.entries[-1]
        end = max(last.key.span.end, last.value.span.end)
        after = self.text[end:close]
        comma = after.lstrip().startswith(",")
        at = end + after.index(",") + 1 if comma else end
        lead = "" if comma else ","
        if last.key.span.line > parent.span.line:  # one entry a line, inside braces
            indent = self._indent_of(last.key)
            return Cut(at, at, f"{lead}{self.newline}{indent}{written}" + ("," if comma else ""))
        return Cut(at, at, f"{lead} {written}")

    def _remove_flow(self, entries: tuple[Entry, ...], index: int, start: int) -> Cut:
        if index + 1 < len(entries):
            return Cut(start, entries[index + 1].key.span.start, "")
        end = max(entries[index].key.span.end, entries[index].value.span.end)
        if index:
            before = entries[index - 1]
            return Cut(max(before.key.span.end, before.value.span.end), end, "")
        return Cut(start, end, "")

    # -- lines -------------------------------------------------------------------------------------------------------

    def start_of_entry(self, entry: Entry, parent: Entries) -> int:
        """Where an entry begins, with the comments directly above it.

        Above the first entry a comment speaks of the whole section, unless it is one of ours.
        """
        start = self._line_start(entry.key.span.start)
        first = entry is parent.entries[0]
        indent = self._indent_of(entry.key)
        while start:
            above = self._line_start(start - 1)
            line = self.text[above:start]
            ours = line.strip().startswith("#") and line.startswith(indent + "#")
            if not ours or (first and "toolcrib:" not in line):
                break
            start = above
        return start

    def end_of_entry(self, entry: Entry) -> int:
        """Where the line after an entry begins."""
        end = max(entry.key.span.end, self._content_end(entry.value))
        return end if end and self.text[end - 1 : end] == "\n" else self._line_end(end)

    def _content_end(self, node: Node) -> int:
        """The end of a node's text; of a block text, without the blank lines that follow it."""
        last = node
        while isinstance(last, (Entries, Items)) and not last.flow:
            children = [e.value for e in last.entries] if isinstance(last, Entries) else list(last.items)
            if not children:
                break
            last = children[-1]
        end = end_of(node)
        if isinstance(last, Scalar) and last.style in ("|", ">"):
            content = self.text[last.span.start : last.span.end].rstrip()
            return self._line_end(last.span.start + len(content))
        return end

    def _line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end + 1

    def _indent_of(self, key: Scalar) -> str:
        line = self._line_start(key.span.start)
        lead = self.text[line : key.span.start]
        return lead if not lead.strip() else " " * len(lead)

    def _block(self, lines: Sequence[str], indent: str, step: str = "") -> str:
        """Lines below `indent`; they come indented by two spaces a level and leave indented as the file is."""
        written = []
        for line in lines:
            level = (len(line) - len(line.lstrip(" "))) // 2
            written.append(f"{indent}{(step or self.step) * level}{line.lstrip(' ')}".rstrip() + self.newline)
        return "".join(written)

    def _step_of(self, node: Node | None, key: Scalar | None = None) -> str:
        """By how much the file indents the entries of `node` below its key (or below its own entries' keys)."""
        if not isinstance(node, Entries) or node.flow or not node.entries:
            return ""
        if key is not None:
            return " " * (node.entries[0].key.span.column - key.span.column)
        steps = (self._step_of(entry.value, entry.key) for entry in node.entries)
        return next((step for step in steps if step), "")

    def _blank_between(self, parent: Entries) -> bool:
        """Whether the entries stand apart from each other by a blank line."""
        if len(parent.entries) < 2:
            return False
        one, two = parent.entries[-2:]
        between = self.text[self.end_of_entry(one) : self.start_of_entry(two, parent)]
        return "\n" in between and not between.strip()


def rendered(value: Written, *, flow: bool) -> str:
    """A value on one line."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return plain_or_quoted(value, flow=flow)
        case date():
            return value.isoformat()
        case tuple():
            return flow_list(value)
        case int():
            return str(value)
    return flow_mapping(
        {key: _texts(inner) if isinstance(inner, Mapping) else str(inner) for key, inner in value.items()}
    )


def _inner(value: object) -> str | Mapping[str, str]:
    """A value inside of a mapping: a text, or one more mapping of texts."""
    return _texts(value) if isinstance(value, Mapping) else str(value)


def _texts(entries: Mapping[object, object]) -> dict[str, str]:
    return {str(key): str(inner) for key, inner in entries.items()}
