"""Give the answer of an earlier run again, where everything that it asked would be answered as it was then.

Room: checks, edge. In: the words of a command, and the project they are about. Out: what was printed and the exit code,
or None. A run that is watched (`_disk.watched`) leaves every question that it asked of the file system and of git, also
about what was not there. Here they are asked again, all of them; one other answer, and there is no answer from here.
So nothing has to be listed by hand: what a check reads tomorrow is asked tomorrow.
Where a few files differ and nothing else does, it holds if nothing that was taken from them differs (`_lending`).
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

_FORMAT = b"answer 2"
KEPT = 12  # answers of a project; the oldest ones go
MOST_CHANGED = 200  # files that are looked at: with more, the work is done anew
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
        fields = unpack(content)
        form, stamp, day, code, told, questions, _, _, out = fields
        if form != _FORMAT or day != _today() or stamp != own_stamp().encode():
            return None
        by_question: dict[str, bytes] = dict(zip(_disk.QUESTIONS, unpack(questions), strict=True))
        heard = _heard_now(root, by_question)
        if _digest(heard) != told and not _gives_the_same(root, asked, fields, by_question, heard):
            return None
        return Answer(out.decode("utf-8", "surrogatepass"), int(code))
    except (ValueError, OSError):
        return None


def _gives_the_same(
    root: str, asked: str, fields: list[bytes], by_question: dict[str, bytes], heard: dict[str, list[bytes]]
) -> bool:
    """Whether only bytes of files differ, and what was taken from each does not; then the answer is kept for these."""
    _, _, _, _, told, _, read, taken_id, _ = fields
    before = _each(read)
    pairs = zip(_each(by_question[_disk.READ]), before, heard[_disk.READ], strict=True)
    changed = [(shown, now) for shown, then, now in pairs if then != now]
    if not changed or len(changed) > MOST_CHANGED or _digest({**heard, _disk.READ: before}) != told:
        return False
    content = read_bytes(_taken_file(root, asked)) if is_own(root, "taken") else None
    if content is None:
        return False
    own_id, names, words, shared = unpack(content)
    if own_id != taken_id:
        return False
    from toolcrib.checks.surface import _taken  # only here: it looks at bytes, which a run without changes does not

    said = dict(zip(names.split(b"\0"), unpack(words), strict=True))
    common = [_taken.common_of(one) for one in unpack(shared)]
    for shown, now in changed:
        if shown not in said:
            return False
        data = _disk.read(full_path(root, shown))
        if sha256(data).hexdigest().encode() != now or not all(
            _taken.same(one, common, data) for one in unpack(said[shown])
        ):
            return False
    fields[4], fields[6] = _digest(heard), b"\0".join(heard[_disk.READ])
    write_bytes(root, _file(root, asked), pack(fields))
    return True


def _heard_now(root: str, by_question: dict[str, bytes]) -> dict[str, list[bytes]]:
    """What is answered to all of the questions now; git is asked first and heard last."""
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
    return heard


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
    taken_id, taken = _what_was_taken(root, watch)
    fields = [
        _FORMAT,
        begun.stamp.encode(),
        begun.day,
        str(answer.code).encode(),
        _digest(heard),
        pack(questions),
        b"\0".join(heard[_disk.READ]),
        taken_id,
        answer.out.encode("utf-8", "surrogatepass"),
    ]
    if not write_bytes(root, _file(root, asked), pack(fields)):
        return False
    if taken and is_own(root, "taken"):
        write_bytes(root, _taken_file(root, asked), taken)
    known = {
        shown_path(root, path): (stamp_then, watch.told[question, path])
        for path, stamp_then in watch.stamps.items()
        for question in (_disk.READ, _disk.ENTRIES)
        if (question, path) in watch.told
    }
    write_stamps(root, {**Stamps(root).known(), **known}, started=begun.moment)
    _forget_old(root)
    return True


def _what_was_taken(root: str, watch: _disk.Watch) -> tuple[bytes, bytes]:
    """What was taken from the files of which it was not everything, with a name of its own; nothing where none says.

    A file that was also read on no account, by whomever, is none of them.
    """
    if len(watch.accounts) != 1 or watch.accounts[0].root != root:
        return b"", b""
    account = watch.accounts[0]
    taken = sorted((name, words) for name, words in account.taken().items() if f"{root}/{name}" not in watch.plain)
    names = b"\0".join(shown_path(root, f"{root}/{name}") for name, _ in taken)
    body = [names, pack(pack(words) for _, words in taken), pack(account.shared)]
    own_id = sha256(pack(body)).hexdigest().encode()
    return (own_id, pack([own_id, *body])) if taken else (b"", b"")


def _forget_old(root: str) -> None:
    for kind in ("answers", "taken"):
        try:
            with os.scandir(f"{root}/{FOLDER}/{kind}") as found:
                files = sorted(found, key=lambda file: file.stat().st_mtime_ns, reverse=True)
            for file in files[KEPT:]:
                os.unlink(file)
        except OSError:
            continue  # another run was faster, or nothing of the kind is there


def _today() -> bytes:
    return time.strftime("%Y-%m-%d").encode()


def _file(root: str, asked: str) -> str:
    return f"{root}/{FOLDER}/answers/{asked}"


def _taken_file(root: str, asked: str) -> str:
    return f"{root}/{FOLDER}/taken/{asked}"


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
