"""Give the answer of an earlier run again, where everything that it asked would be answered as it was then.

Room: checks, edge. In: the words of a command, and the project they are about. Out: what was printed and the exit code,
or None. A run that is watched (`_disk.watched`) leaves every question that it asked of the file system and of git, also
about what was not there. Here they are asked again, all of them; one other answer, and there is no answer from here.
So nothing has to be listed by hand: what a check reads tomorrow is asked tomorrow.
Imports next to nothing: most runs of a hook change no tool, and this is all that they do.

Never kept: an answer of a run that failed, that did something which cannot be asked again, or outside git. Never
believed: one of another toolcrib, Python or library, of another day, or one that does not hold its own digest.
Not here: what the questions are (`_disk`), which files need not be read again (`_stamps`).
"""

from __future__ import annotations

import os
import sys
import time
from hashlib import sha256

from toolcrib.checks import _disk, _git
from toolcrib.checks._kept import FOLDER, is_off, is_own, pack, read_bytes, unpack, write_bytes
from toolcrib.checks._stamps import Stamps, full_path, shown_path, write_stamps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FORMAT = b"answer 1"
KEPT = 12  # answers of a project; the oldest ones go
# Libraries that take part in an answer. Who installs another version writes these files anew.
_LIBRARIES = ("libcst", "pydantic", "pydantic_core", "ruamel/yaml", "jsonschema", "sqlparse", "typing_extensions")
_ROOMS = ("manifest", "registry", "checks")
# What is looked at beside the words of the command: whether and how a text is coloured, and for whom it is.
_VARIABLES = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS", "GITHUB_ACTIONS")


class Answer:
    """What a run printed on standard output, and its exit code."""

    def __init__(self, out: str, code: int) -> None:
        self.out, self.code = out, code


class Begun:
    """The moment, the day and the toolcrib of a run, taken before it looks at anything."""

    def __init__(self) -> None:
        self.moment, self.day, self.stamp = time.time_ns(), _today(), own_stamp()


def asked_by(words: Sequence[str]) -> str:
    """What is asked: the words of the command, where, and for which kind of reader. One file name for each."""
    looks = [os.environ.get(name, "\0") for name in _VARIABLES]
    everything = ["\0".join(words), os.getcwd(), *looks, _width()]
    return sha256(pack(os.fsencode(one) for one in everything)).hexdigest()[:40]


def _width() -> str:
    """How wide the terminal is that is written to; "" where it is none."""
    try:
        return str(os.get_terminal_size(sys.stdout.fileno()).columns) if sys.stdout.isatty() else ""
    except (OSError, ValueError):
        return "?"


def roots(words: Sequence[str]) -> Iterator[str]:
    """Where the answer may lie: the folders from here up to the top of the repository, or what `--root` names.

    Above the repository nothing is looked at: somebody else may write there. Which of them is the project's root was
    itself asked by the run that left the answer, so it is asked again.
    """
    here = os.getcwd()
    given = [word.partition("=")[2] for word in words if word.startswith("--root=")]
    given += [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--root"]
    if given:
        yield from (os.path.normpath(os.path.join(here, one)) for one in given)
        return
    folder = here
    while True:
        yield folder
        above = os.path.dirname(folder)
        if os.path.lexists(os.path.join(folder, ".git")) or above == folder:
            return
        folder = above


def recall(root: str, asked: str) -> Answer | None:
    """The answer that was kept under a root, if it still holds."""
    if not is_own(root, "answers"):
        return None
    content = read_bytes(_file(root, asked))
    if content is None:
        return None
    try:
        form, stamp, day, code, told, questions, out = unpack(content)
        if form != _FORMAT or day != _today() or stamp != own_stamp().encode():
            return None
        if _told_now(root, unpack(questions)) != told:
            return None
        return Answer(out.decode("utf-8", "surrogatepass"), int(code))
    except (ValueError, OSError):
        return None


def _told_now(root: str, kept: Sequence[bytes]) -> bytes:
    """One digest over what is answered to all of the questions now; git is asked first and heard last."""
    by_question = dict(zip(_disk.QUESTIONS, kept, strict=True))
    if by_question[_disk.GIT] != b".":
        raise ValueError("git was not asked for the files of this project")  # no run leaves such an answer
    listing = [(shown, _git.start_listing(full_path(root, shown))) for shown in _each(by_question[_disk.GIT])]
    heard: dict[str, list[bytes]] = {}
    try:
        stamps = Stamps(root)
        for question in (_disk.ENTRIES, _disk.READ):
            heard[question] = stamps.told(question, _each(by_question[question]))
        for question in (_disk.KIND, _disk.OWN_KIND, _disk.REAL):
            heard[question] = [
                os.fsencode(_disk.ask(question, full_path(root, shown))) for shown in _each(by_question[question])
            ]
    finally:
        answers = [answer() for _, answer in listing]
    if any(answer is None or _git.names(answer, FOLDER) for answer in answers):
        raise ValueError("whoever wrote the repository may have written the answer")
    heard[_disk.GIT] = [_git.names_digest(answer).encode() for answer in answers]
    if stamps.worth_writing():
        stamps.renew()
    return _digest(heard)


def _each(paths: bytes) -> list[bytes]:
    return paths.split(b"\0") if paths else []


def _digest(heard: dict[str, list[bytes]]) -> bytes:
    return sha256(pack(b"\0".join(heard[question]) for question in _disk.QUESTIONS)).hexdigest().encode()


def remember(asked: str, answer: Answer, watch: _disk.Watch, begun: Begun) -> bool:
    """Keep the answer of a run, unless it cannot be asked again. Says whether it is kept."""
    listed = [path for question, path in watch.told if question == _disk.GIT]
    if watch.spoiled or is_off() or len(listed) != 1 or listed[0] == "/" or os.name != "posix":
        return False
    root = listed[0]
    if not is_own(root, "answers", "stamps") or (_today(), own_stamp()) != (begun.day, begun.stamp):
        return False
    by_question: dict[str, list[tuple[bytes, bytes]]] = {question: [] for question in _disk.QUESTIONS}
    for (question, path), told in watch.told.items():
        by_question[question].append((shown_path(root, path), os.fsencode(told)))
    questions, heard = [], {}
    for question in _disk.QUESTIONS:
        pairs = sorted(by_question[question])
        questions.append(b"\0".join(shown for shown, _ in pairs))
        heard[question] = [told for _, told in pairs]
    fields = [
        _FORMAT,
        begun.stamp.encode(),
        begun.day,
        str(answer.code).encode(),
        _digest(heard),
        pack(questions),
        answer.out.encode("utf-8", "surrogatepass"),
    ]
    if not write_bytes(root, _file(root, asked), pack(fields)):
        return False
    known = {
        shown_path(root, path): (stamp_then, watch.told[question, path])
        for path, stamp_then in watch.stamps.items()
        for question in (_disk.READ, _disk.ENTRIES)
        if (question, path) in watch.told
    }
    write_stamps(root, {**Stamps(root).known(), **known}, started=begun.moment)
    _forget_old(root)
    return True


def _forget_old(root: str) -> None:
    try:
        with os.scandir(f"{root}/{FOLDER}/answers") as found:
            files = sorted(found, key=lambda file: file.stat().st_mtime_ns, reverse=True)
        for file in files[KEPT:]:
            os.unlink(file)
    except OSError:
        return  # another run was faster


def _today() -> bytes:
    return time.strftime("%Y-%m-%d").encode()


def _file(root: str, asked: str) -> str:
    return f"{root}/{FOLDER}/answers/{asked}"


def own_stamp() -> str:
    """Changes whenever a file of toolcrib does, or what it is built on; a version does not while one works on it."""
    import toolcrib

    found = [sys.version, sys.getfilesystemencoding(), str(sys.flags.optimize)]
    for base in sorted(toolcrib.__path__):
        for room in _ROOMS:
            _stamp_folder(f"{base}/{room}", found)
    for library in _LIBRARIES:
        found.append(_first(f"{library}/__init__.py") or _first(f"{library}.py"))
    return sha256("\n".join(found).encode("utf-8", "surrogateescape")).hexdigest()


def _first(name: str) -> str:
    for folder in sys.path:
        try:
            return f"{name} {_disk.stamp_of(os.stat(os.path.join(folder, name)))}"
        except OSError:
            continue
    return ""


def _stamp_folder(folder: str, found: list[str]) -> None:
    try:
        with os.scandir(folder) as names:
            entries = sorted(names, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                _stamp_folder(entry.path, found)
        elif not entry.name.endswith(".pyc"):
            found.append(f"{entry.path} {_disk.stamp_of(entry.stat())}")
