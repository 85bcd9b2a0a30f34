"""The newcomer's way through a repository, from `toolcrib init` to a clean check, timed at a stated pace.

Not part of the suite: `python tests/real_servers/journeys.py CLONES` takes a folder with a clone of each repository
that journeys.toml names, works on copies, prints what was asked and answered,
and with --page renews journeys.md beside it.
Comment marks and reasons of acknowledgements, and ignore comments on rows, are put in as a person would: by hand.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from person import LOOK, SENTENCE, Asked, answer_at_prompts

HERE = Path(__file__).parent
TOOLCRIB = (sys.executable, "-m", "toolcrib.checks.cli")


@dataclass(frozen=True)
class Travelled:
    """What one journey came to."""

    name: str
    kind: str
    source: str
    asked: tuple[Asked, ...]
    by_hand: int
    seconds: int
    end: str


def acknowledged(text: str, reasons: list[list[str]]) -> tuple[str, int, int]:
    """The drafted configuration with its comment marks taken away and reasons in: the text, how many, the seconds."""
    said: set[str] = set()
    count = seconds = 0
    lines: list[str] = []
    reason = ""
    for line in text.splitlines():
        bare = re.sub(r"^# (?=\[\[|file = |anchor = |tools = |dynamic = |reason = )", "", line)
        if bare.startswith("file = "):
            reason = next(words for part, words in reasons if part in bare)
        elif bare.startswith("tools = "):
            bare = "tools = []"
        elif bare == 'reason = "???"':
            bare, count = f'reason = "{reason}"', count + 1
            seconds += LOOK if reason in said else SENTENCE
            said.add(reason)
        lines.append(bare)
    return "\n".join(lines) + "\n", count, seconds


def travel(journey: dict[str, Any], clones: Path, folder: Path) -> Travelled:
    tree = folder / journey["name"]
    shutil.copytree(
        clones / journey["name"], tree, ignore=shutil.ignore_patterns(".git", "manifest", ".toolcrib_cache")
    )
    for name in ("toolcrib.toml",):
        (tree / name).unlink(missing_ok=True)
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)
    by_hand = seconds = 0
    if "before" in journey:
        (tree / "toolcrib.toml").write_text(journey["before"] + "\n")
        by_hand, seconds = 1, SENTENCE
    rules = [(pattern, typed) for pattern, typed in journey["answers"]]
    asked, rest, code = answer_at_prompts([*TOOLCRIB, "init"], tree, rules)
    if code:
        raise SystemExit(f"{journey['name']}: init ended with {code}\n{rest}")
    seconds += sum(one.seconds for one in asked)
    if "reasons" in journey:
        text, count, more = acknowledged((tree / "toolcrib.toml").read_text(), journey["reasons"])
        (tree / "toolcrib.toml").write_text(text)
        by_hand, seconds = by_hand + count, seconds + more
    manifest = tree / "manifest" / "tools.yaml"
    for one in journey.get("ignored", ()):
        row = re.compile(rf"(^  {one['row']}:\n(?:    .*\n)*?    mutates: false)$", re.MULTILINE)
        manifest.write_text(row.sub(rf"\1  {one['comment']}", manifest.read_text()))
        by_hand, seconds = by_hand + 1, seconds + SENTENCE
    done = subprocess.run([*TOOLCRIB, "check"], cwd=tree, capture_output=True, text=True, check=False)
    end = (done.stdout + done.stderr).strip().splitlines()[0] if not done.returncode else done.stdout + done.stderr
    return Travelled(journey["name"], journey["kind"], journey["source"], asked, by_hand, seconds, end)


def page(travelled: list[Travelled]) -> str:
    rows = "".join(
        f"| {one.name} | {one.kind} | {len(one.asked)} | {one.by_hand} | "
        f"{one.seconds // 60}:{one.seconds % 60:02} | {one.end} |\n"
        for one in travelled
    )
    sources = "".join(f"- {one.name}: {one.source}\n" for one in travelled)
    return f"""# From `toolcrib init` to a clean check

Made by `python tests/real_servers/journeys.py CLONES --page`.
A reviewer's answers, given at the prompts of
`toolcrib init` in repositories that nobody here wrote, then `toolcrib check`. The time is counted, not measured:
{LOOK} seconds for each tool or name that a question makes one look at, {SENTENCE} for each sentence. Reading
the code is not in it.

| repository | what it is | questions | lines by hand | minutes | then |
| --- | --- | --- | --- | --- | --- |
{rows}
By hand: a file left out that is no valid Python, acknowledgements whose comment marks go, ignore comments on rows.

{sources}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    journeys = tomllib.loads((HERE / "journeys.toml").read_text())["journey"]
    with tempfile.TemporaryDirectory() as folder:
        travelled = [travel(one, options.clones, Path(folder)) for one in journeys if options.only in ("", one["name"])]
    for one in travelled:
        print(f"== {one.name}")
        for question in one.asked:
            print(f"{question.screen} <- {question.answer or '(Enter)'}  [{question.seconds} s]")
        print(f"{len(one.asked)} questions, {one.by_hand} lines by hand, {one.seconds} s; {one.end}\n")
    if options.page:
        (HERE / "journeys.md").write_text(page(travelled))


if __name__ == "__main__":
    main()
