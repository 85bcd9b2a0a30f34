"""Who takes what from the bytes of the source: all of a file, or only what they say afterwards that they took.

Room: checks, edge. A run that is watched keeps, for every file, the digest of its bytes. Where each of those who were
given the file has said what it took from it, a file with other bytes that give the same changes nothing (`answers`).
So whoever takes bytes in the plain way, or borrows and does not say, has taken all: a reader that nobody thought of
here makes the next run a whole one. Not here: what was taken, and whether it is the same (`surface._taken`).
Imports next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Account:
    """What was taken from the files under a root. `shared` are texts that several of the words said speak of."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.whole: set[str] = set()
        self.open: dict[str, int] = {}
        self.said: dict[str, list[bytes]] = {}
        self.shared: list[bytes] = []

    def taken(self) -> dict[str, list[bytes]]:
        """For each file of which not all was taken: what was, by all who were given it."""
        return {
            name: words for name, words in self.said.items() if name not in self.whole and not self.open.get(name, 0)
        }


class Contents(Mapping[str, bytes]):
    """The bytes of files by name. To look at a value is to take all of it; names are free."""

    def __init__(self, files: Mapping[str, bytes], account: Account) -> None:
        self._files, self.account = files, account

    def __getitem__(self, name: str) -> bytes:
        data = self._files[name]
        self.account.whole.add(name)
        return data

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def only(self, names: Iterable[str]) -> Contents:
        """Some of the files, on the same account."""
        return Contents({name: self._files[name] for name in names}, self.account)

    def plus(self, files: Mapping[str, bytes]) -> Contents:
        """With others beside them or in their place."""
        return Contents({**self._files, **files}, self.account)

    def size(self) -> int:
        """How many bytes they are: how the work is shared out depends on it, what comes out does not."""
        return sum(map(len, self._files.values()))

    def lend(self) -> Loan:
        return Loan(self._files, self.account)


class Loan:
    """The bytes, for one who will say of each file what it took."""

    def __init__(self, files: Mapping[str, bytes], account: Account | None) -> None:
        self.files: Mapping[str, bytes] = MappingProxyType(files if isinstance(files, dict) else dict(files))
        self._account = account
        self._due = set(files) if account is not None else set()
        for name in self._due:
            assert account is not None  # else nothing is due
            account.open[name] = account.open.get(name, 0) + 1

    @property
    def is_watched(self) -> bool:
        """Whether anybody wants to hear what was taken."""
        return self._account is not None

    def share(self, text: bytes) -> int:
        """Keep a text that what is said speaks of; its number."""
        if self._account is None:
            return 0
        self._account.shared.append(text)
        return len(self._account.shared) - 1

    def say(self, name: str, taken: bytes) -> None:
        """What was taken from this file, once; of a file of which nothing is said all was taken."""
        if self._account is not None and name in self._due:
            self._due.remove(name)
            self._account.open[name] -= 1
            self._account.said.setdefault(name, []).append(taken)


def only(files: Mapping[str, bytes], names: Iterable[str]) -> Mapping[str, bytes]:
    """Some of the files of any mapping, as free as the mapping itself."""
    return files.only(names) if isinstance(files, Contents) else {name: files[name] for name in names}


def plus(files: Mapping[str, bytes], more: Mapping[str, bytes]) -> Mapping[str, bytes]:
    return files.plus(more) if isinstance(files, Contents) else {**files, **more}


def size(files: Mapping[str, bytes]) -> int:
    """How many bytes they are."""
    return files.size() if isinstance(files, Contents) else sum(map(len, files.values()))


def lend(files: Mapping[str, bytes]) -> Loan:
    """The bytes of any mapping; of one that is on no account nothing has to be said."""
    return files.lend() if isinstance(files, Contents) else Loan(files, None)


def take_all(files: Mapping[str, bytes]) -> None:
    """As if every value were looked at: for work of which nobody here hears what it took."""
    if isinstance(files, Contents):
        files.account.whole.update(files)
