"""Make the README's picture: a caught drift, as the terminal shows it.

Room: tests, edge. Copies the reference application, makes three changes to the copy that somebody could make on a
Tuesday afternoon, runs `toolcrib check` there and writes what it prints as SVG. The same source gives the same bytes.

    python tests/docs/picture.py            make .github/drift.svg anew
    python tests/docs/picture.py --check    exit 1 when the committed picture is not what would be made
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from toolcrib.checks.cli import main as toolcrib

TOP = Path(__file__).resolve().parents[2]
CONNECT = TOP / "tests" / "apps" / "connect"
PICTURE = TOP / ".github" / "drift.svg"
WIDTH = 84  # the report's own 80 columns and a margin

PROPOSES = "Propose the newest preview of an app; a person installs it or discards it."
CHANGES = (
    (  # an agent developer adds a tool, and words another one better
        "connect/tools/schedules.py",
        "    @mcp.tool\n    def list_activities(",
        '    @mcp.tool\n    def delete_schedule(schedule_id: str) -> None:\n        """Delete a schedule."""\n'
        "        WORKSPACE.schedules.pop(schedule_id)\n\n    @mcp.tool\n    def list_activities(",
    ),
    (
        "connect/tools/schedules.py",
        '"""List the schedules of the projects in scope."""',
        '"""List the schedules of every project."""',
    ),
    (  # and a tool commits now what it only proposed before
        "manifest/tools.yaml",
        f"{PROPOSES}\n    capability: apps\n    mutates: false",
        f"{PROPOSES}\n    capability: apps\n    mutates: true",
    ),
)

THEME = TerminalTheme(
    background=(13, 17, 23),
    foreground=(201, 209, 217),
    normal=[  # black, red, green, yellow, blue, magenta, cyan, white
        (72, 79, 88),
        (255, 123, 114),
        (63, 185, 80),
        (210, 153, 34),
        (88, 166, 255),
        (188, 140, 255),
        (57, 197, 207),
        (177, 186, 196),
    ],
)

# No font is fetched: the viewer's own monospace one is stretched to the columns by each text's `textLength`.
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" class="rich-terminal" viewBox="0 0 {width} {height}" role="img">
<title>toolcrib check reports three differences between the code and the manifest</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def drifted(folder: Path) -> Path:
    """A copy of the reference application with the changes made; each has to fit at exactly one place."""
    root = folder / "connect"
    shutil.copytree(CONNECT, root, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    for file, old, new in CHANGES:
        text = (root / file).read_text("utf-8")
        if text.count(old) != 1:
            raise SystemExit(f"{file} has {text.count(old)} places for this change of the picture:\n{old}")
        (root / file).write_text(text.replace(old, new), "utf-8")
    return root


def printed(root: Path) -> str:
    """What `toolcrib check` prints there on a terminal of 80 columns with colours."""
    stream = io.StringIO()
    environ = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "GITHUB_ACTIONS")}
    with patch.dict(os.environ, environ, clear=True), redirect_stdout(stream), redirect_stderr(stream):
        code = toolcrib(["check", "--root", str(root), "--color", "always"])
    if code != 1:
        raise SystemExit(f"the check should find a drift, and exited with {code}:\n{stream.getvalue()}")
    return stream.getvalue()


def picture() -> str:
    with TemporaryDirectory() as folder:
        report = printed(drifted(Path(folder)))
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor", force_terminal=True, _environ={}
    )
    console.print(Text.assemble(("$ ", "bold green"), ("toolcrib check", "bold")))
    console.print(Text.from_ansi(report.rstrip()))
    return console.export_svg(title="", theme=THEME, code_format=SVG, unique_id="drift")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make the README's picture of a caught drift.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 when the committed one is old")
    options = parser.parse_args(argv)
    made = picture()
    standing = PICTURE.read_text("utf-8") if PICTURE.is_file() else ""
    if made == standing:
        return 0
    shown = PICTURE.relative_to(TOP).as_posix()
    if options.check:
        print(f"{shown} is not what toolcrib prints now: run python {Path(__file__).relative_to(TOP).as_posix()}")
        return 1
    PICTURE.write_bytes(made.encode())
    print(f"made {shown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
