"""Files and processes: what a call does to the machine that it runs on.

Room: checks, middle. Pure.
"""

from __future__ import annotations

import posixpath
import re
import shlex

from toolcrib.checks.writes import _commands, _vocabulary
from toolcrib.checks.writes._names import word_set, words
from toolcrib.checks.writes._site import NO, Judgement, Site, shown, texts
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import HOLE, Items, K, Outside, Values

_TWO_PLACES = word_set("move copy copy2 copyfile copytree rename renames replace link symlink")
_OPENERS = word_set("builtins.open io.open codecs.open aiofiles.open anyio.open_file gzip.open bz2.open lzma.open")


_BUFFERS = frozenset({"io"})
_TARGETS = word_set("path path_or_buf path_or_buffer buf excel_writer name con file where")


def files(site: Site) -> Judgement | None:
    """`open` in all its spellings, by its mode."""
    target = site.target
    if target.known and target.path in _OPENERS:
        mode, where = site.argument(1, "mode"), _source(site, 0)
    elif target.last == "open" and target.root in ("pathlib", "anyio", "upath") and target.known:
        mode, where = site.argument(0, "mode"), site.receiver
    elif target.known and target.path == "os.open":
        flags = _source(site, 1)
        if not any(flag in flags for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND")) or keeps_house(site, ""):
            return NO
        return Judgement(kind=Kind.FILE, weight=Weight.CERTAIN, does="opens a file to write")
    elif target.known and target.path in ("zipfile.ZipFile", "tarfile.open"):
        mode, where = site.argument(1, "mode"), _source(site, 0)
    else:
        return None
    modes = texts(mode)
    if not mode or (modes and not any(_commands.WRITE_MODES & set(m.split(":")[0]) for m in modes)):
        return NO
    if keeps_house(site, where):
        return NO
    if not modes:
        return Judgement(kind=Kind.FILE, weight=Weight.POSSIBLE, does="opens a file in a mode that cannot be told")
    return Judgement(kind=Kind.FILE, weight=Weight.CERTAIN, does=f"opens a file to write (mode {modes[0]!r})")


def _source(site: Site, index: int) -> str:
    positional = [a for a in site.node.args if not a.keyword and not a.star]
    return site.frame.module.facts.text(positional[index].value.pos) if index < len(positional) else ""


_UP = re.compile(r"""(?:^|[/\\"'])\.\.(?:[/\\"'.)]|$)""")
"""A part of a path that leads out of the folder which is named before it (`/tmp/../etc`)."""


def keeps_house(site: Site, where: str) -> bool:
    """The file is the program's own: a cache, a temporary file, a log, a lock, a token."""
    name = site.target.last
    if name in _TWO_PLACES:
        known_function = site.target.root in ("os", "shutil", "aiofiles")
        index = 1 if known_function else 0
        where = _source(site, index)
        values = site.argument(index, "dst", "target")
    else:
        values = site.argument(0, "path", "file", "name")
        where = where or _source(site, 0)
        if site.target.root in ("os", "shutil") or site.target.path in _OPENERS:
            where = _source(site, 0)
    if any(isinstance(v, Outside) and v.root in _BUFFERS for values_ in site.given.positional for v in values_):
        return True
    if name.startswith("to_") and not site.given.positional and not site.names() & _TARGETS:
        return True  # `frame.to_csv()` gives a text
    said = [where, *(_said(v) for v in values), site.target.path.rpartition(".")[0]]
    if any(_UP.search(text) for text in said):
        return False
    return any("tempfile." in text or _vocabulary.CACHE_WORDS & set(words(text)) for text in said) or any(
        text.startswith(("/dev/", "/tmp/", "/var/tmp/"))  # noqa: S108  # recognised, never opened
        for text in texts(values)
    )


def _said(value: object) -> str:
    if isinstance(value, K):
        return str(value.value)
    return value.path if isinstance(value, Outside) else ""


_GIT = re.compile(r"\)\.git\.(\w+)$")


def processes(site: Site) -> Judgement | None:
    target = site.target
    if target.known and target.path in ("os.kill", "os.killpg", "signal.pthread_kill"):
        harmless = any(isinstance(v, K) and v.value == 0 for v in site.argument(1, "sig", "signal"))
        return NO if harmless else Judgement(kind=Kind.PROCESS, weight=Weight.CERTAIN, does="sends a process a signal")
    git = _GIT.search(target.path)
    if git is not None and target.root == "git":  # GitPython: `repo.git.commit("-m", …)`
        return _judged(["git", git[1].replace("_", "-"), *(_first(v) for v in site.given.positional)]) or NO
    elsewhere = target.known and target.last in _commands.RUN_ELSEWHERE.get(target.root, frozenset())
    if not elsewhere and not (target.known and target.path in _commands.PROCESS_CALLS):
        return None
    values = site.argument(0, "args", "cmd", "command", "program", "script")
    worst: Judgement | None = None
    for value in values:
        found = _command(site, value)
        if found is not None and (worst is None or _rank(found) > _rank(worst)):
            worst = found
    return worst or NO


def _command(site: Site, value: object) -> Judgement | None:
    if isinstance(value, K) and isinstance(value.value, str):
        if _is_exec(site):
            return _judged([value.value, *(_first(v) for v in site.given.positional[1:])])
        worst: Judgement | None = None
        for part in re.split(r"\|\|?|&&?|;|\n", value.value):
            found = _judged(_split(part))
            worst = found if worst is None or (found is not None and _rank(found) > _rank(worst)) else worst
        if re.search(r"(?<![0-9&])>(?!\s*(/dev/null|&))", value.value):
            return Judgement(kind=Kind.PROCESS, weight=Weight.CERTAIN, does=f"runs `{shown(value.value)}`")
        return worst
    if isinstance(value, Items) and value.items:
        if any(isinstance(v, Outside) and v.chosen for v in value.items[0]):
            return _chosen()
        return _judged([_first(v) for v in value.items])
    if isinstance(value, Outside) and value.chosen:
        return _chosen()
    return Judgement(kind=Kind.PROCESS, weight=Weight.POSSIBLE, does="starts a process that cannot be told")


def _is_exec(site: Site) -> bool:
    return (
        site.target.last in ("create_subprocess_exec", "execv", "execvp", "spawnv") and len(site.given.positional) > 0
    )


def _rank(judgement: Judgement) -> int:
    return judgement.weight or 0


def _chosen() -> Judgement:
    return Judgement(kind=Kind.PROCESS, weight=Weight.LIKELY, does="runs a command that the caller chooses")


def _first(values: Values) -> str:
    found = texts(values)
    return found[0] if found else HOLE


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text.replace(HOLE, f" {HOLE} "))
    except ValueError:
        return text.split()


def _judged(command: list[str]) -> Judgement | None:
    """What a command does, by its first words."""
    command = [word for word in command if word]
    while command and ("=" in command[0] or command[0] in ("sudo", "env", "nice", "timeout", "time")):
        command = command[1:]
    if not command:
        return None
    program = posixpath.basename(command[0].replace("\\", "/")).removesuffix(".exe")
    said = shown(" ".join(command))
    if HOLE in program or not program:
        return Judgement(kind=Kind.PROCESS, weight=Weight.POSSIBLE, does="starts a process that cannot be told")
    if {"--version", "--help", "-V", "-h", "--dry-run"} & set(command[1:]):
        return None
    if program == "crontab" and "-l" in command:
        return None
    if program in _commands.READ_COMMANDS:
        reading = _commands.READ_COMMANDS[program]
        if reading is None:
            return None
        plain = [word for word in command[1:] if not word.startswith("-")]
        if not plain or HOLE in plain[0]:
            return Judgement(kind=Kind.PROCESS, weight=Weight.POSSIBLE, does=f"runs `{said}`")
        if any(word in reading for word in plain[:3]):
            return None
        return Judgement(kind=Kind.PROCESS, weight=Weight.CERTAIN, does=f"runs `{said}`")
    if program in _commands.WRITE_COMMANDS:
        return Judgement(kind=Kind.PROCESS, weight=Weight.CERTAIN, does=f"runs `{said}`")
    return Judgement(kind=Kind.PROCESS, weight=Weight.POSSIBLE, does=f"runs `{said}`")
