"""A real package as a repository of its own, with a manifest that `toolcrib check` finds clean.

Not collected by pytest. In: fetched sources of one case of the benchmark. Out: a temporary git repository, drafted by
`toolcrib init`, whose open questions are answered from what the code is seen to do: a write that is certain, else the
verb of the name. What cannot be settled by a row (a hint that the code itself contradicts) goes to a baseline, and no
mutant touches a tool that the baseline speaks of.
Not here: the changes (`real_edits`), running them (`real`).
"""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolcrib.checks import Report, load_config, run_check
from toolcrib.checks.cli import main
from toolcrib.checks.surface import Surface, SurfaceProblems, read_surface
from toolcrib.checks.writes import Writes, said_by
from toolcrib.manifest import Manifest, load

REASON = "It is what the package does today, and the question here is only what a change brings."
BASELINE = "toolcrib-baseline.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Where a row stands, read from the manifest's text and not from what the check says."""

    path: str
    line: int
    mutates: bool
    mutates_line: int


@dataclass(frozen=True, kw_only=True)
class Project:
    """The repository as it is before any change."""

    case: str
    root: Path
    files: Mapping[str, bytes]
    surface: Surface
    rows: Mapping[str, Row]
    manifests: tuple[Manifest, ...]
    spoken_of: frozenset[str] = frozenset()  # tools in the baseline
    hidden: int = 0
    left_out: tuple[str, ...] = field(default=())

    def check(self) -> Report:
        return run_check(self.root, load_config(self.root))


class NotClean(Exception):
    """The package cannot be brought to a clean check."""


def prepare(case: str, files: Mapping[str, bytes], root: Path) -> Project:
    """Write, draft, answer and check; raises `NotClean` with what is left."""
    files, surface, left_out = distinct(files)
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    by_default_unread = sorted({path.split("/")[0] for path in files} & {"examples"})
    command("init", "--no-input", *(f"--source={folder}" for folder in by_default_unread), root=root)
    answer(root, files, surface)
    acknowledge(root)
    git(root, "add", "--all")
    report = run_check(root, load_config(root))
    spoken_of: frozenset[str] = frozenset()
    if report.findings:
        spoken_of = frozenset(word for f in report.findings for word in (f.subject, *f.subject.split(" ")))
        command("check", "--write-baseline", "--reason", REASON, root=root)
        add_to_config(root, f'baseline = "{BASELINE}"\n')
        git(root, "add", "--all")
        again = run_check(root, load_config(root))
        if again.findings:
            raise NotClean("; ".join(f"{f.at.path}:{f.at.line} {f.code} {f.subject}" for f in again.findings))
    config = load_config(root)
    loaded = [load(one.manifest, pins=one.pins or None, root=root).manifest for one in config.manifests]
    return Project(
        case=case,
        root=root,
        files=files,
        surface=surface,
        rows={name: row for one in config.manifests for name, row in rows(root, str(one.manifest))},
        manifests=tuple(loaded),
        spoken_of=spoken_of,
        hidden=len(report.findings),
        left_out=left_out,
    )


def distinct(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], Surface, tuple[str, ...]]:
    """The files without those that no Python reads, that declare a name again, or that register what cannot be read.

    A folder of examples is many applications, and a manifest is about one; and only a person could say what the last
    of these register.
    """
    kept = dict(files)
    dropped: list[str] = []
    while True:
        try:
            surface = read_surface(kept)
        except SurfaceProblems as problems:
            again = {error.at.path for error in problems.exceptions if error.at is not None}
        else:
            first: dict[str, str] = {}
            again = {
                tool.at.path for tool in surface.tools if first.setdefault(tool.name, tool.at.path) != tool.at.path
            }
            again |= {gap.at.path for gap in surface.unresolved if not gap.dynamic}
            if not again:
                return kept, surface, tuple(sorted(dropped))
        drop = again or set(kept)
        dropped += drop
        kept = {path: data for path, data in kept.items() if path not in drop}


def answer(root: Path, files: Mapping[str, bytes], surface: Surface) -> None:
    """Answer what is open, as a person with the evidence in hand would."""
    text = "".join(path.read_text() for path in manifest_files(root))
    if not is_open(text):
        return
    writes = Writes(dict(files))
    given = ["--mutates", "*=false"]
    for name in dict.fromkeys(tool.name for tool in surface.tools):
        said = said_by(name)
        sure = any(writes.of(tool).sure() for tool in surface.tools if tool.name == name)
        if sure or (said is not None and said.writes):
            given += ["--mutates", f"{escaped(name)}=true"]
    given += [
        "--capability",
        "*=tools",
        "--agent",
        "*=operator",
        "--description",
        "*=What it does is not said in code.",
    ]
    given += ["--pin-reason", f"*={REASON}"]
    if "capabilities: {}" not in text:
        given += ["--feature", "*=tools-in-use", "--pin-reason", f"capability:*={REASON}"]
    given += ["--empty-selection", "*=none"]
    command("init", "--no-input", *given, root=root)
    if is_open("".join(path.read_text() for path in manifest_files(root))):  # what the answers themselves have opened
        more = ["--feature", "*=tools-in-use", "--empty-selection", "*=none", "--pin-reason", f"capability:*={REASON}"]
        command("init", "--no-input", *more, root=root)


def is_open(text: str) -> bool:
    """Whether anything but a comment asks."""
    return re.search(r"(?m)^[^#\n]*\?\?\?", text) is not None


def escaped(name: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", name)


def manifest_files(root: Path) -> list[Path]:
    return sorted((root / "manifest").rglob("*.yaml"))


def acknowledge(root: Path) -> None:
    """Take the comment marks off what `init` proposes for registrations that cannot be read."""
    path = root / "toolcrib.toml"
    lines = []
    is_dynamic = False
    for line in path.read_text().splitlines():
        bare = line.removeprefix("# ")
        told = bare.startswith(("[[acknowledge]]", "file = ", "anchor = ", "dynamic = ", "tools = ", "reason = "))
        if told and bare.startswith(("[[acknowledge]]", "tools = ", "dynamic = ")):
            if bare.startswith("[[acknowledge]]"):
                is_dynamic = False
            elif is_dynamic:
                continue  # it proposes both, to choose from
            else:
                bare, is_dynamic = "dynamic = true", True
        lines.append(bare.replace('"???"', f'"{REASON}"') if told else line)
    path.write_text("\n".join(lines) + "\n")


def add_to_config(root: Path, line: str) -> None:
    """A key at the top level stands before every table."""
    path = root / "toolcrib.toml"
    path.write_text(line + path.read_text())


def rows(root: Path, manifest: str) -> Iterator[tuple[str, Row]]:
    lines = (root / manifest).read_text().splitlines()
    start = lines.index("tools:") + 1
    name, line = "", 0
    for number, text in enumerate(lines[start:], start + 1):
        if text and not text[0].isspace() and not text.startswith("#"):
            break
        if found := re.fullmatch(r"  (?! )(?P<name>[^#]+?):\s*(#.*)?", text):
            name, line = found["name"].strip("'\""), number
        elif found := re.match(r"    mutates: (true|false)\b", text):
            yield name, Row(path=manifest, line=line, mutates=found[1] == "true", mutates_line=number)


def command(*arguments: str, root: Path) -> None:
    out = io.StringIO()
    with contextlib.chdir(root), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main([arguments[0], "--root", str(root), *arguments[1:]])
    if code:
        raise NotClean(out.getvalue()[-2000:])


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True)
