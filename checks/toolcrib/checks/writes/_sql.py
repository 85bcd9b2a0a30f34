"""What a statement's text does: reads, writes, or cannot be told.

Room: checks, middle. Pure. The text is cut into tokens by sqlparse, which knows comments, strings and quoted names of
every dialect in use and takes texts with holes; what the tokens mean is decided here. Cypher is understood as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final

from toolcrib.checks.writes._names import word_set
from toolcrib.checks.writes._values import HOLE

MAX_TEXT: Final = 50_000
_HOLE = "toolcrib_hole"


class Does(Enum):
    READS = auto()
    WRITES = auto()
    PREPARES = auto()  # makes what is missing (`IF NOT EXISTS`)
    UNKNOWN = auto()


_READS: Final = word_set(
    "SELECT SHOW DESCRIBE DESC PRAGMA VALUES TABLE USE SET RESET BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE "
    "FETCH DECLARE LIST FROM SUMMARIZE HELP STATUS END ABORT ANALYZE RETURN UNWIND MATCH OPTIONAL CLOSE"
)
_NEEDS: Final = {  # a word that has to follow, so that an English sentence is no statement
    "INSERT": frozenset({"INTO", "OVERWRITE", "IGNORE", "OR"}),
    "UPDATE": frozenset({"SET"}),
    "DELETE": frozenset({"FROM"}),
    "MERGE": frozenset({"INTO", "USING", "("}),
    "REPLACE": frozenset({"INTO"}),
    "UPSERT": frozenset({"INTO", "VALUES"}),
    "COPY": frozenset({"FROM", "TO", "INTO"}),
    "LOAD": frozenset({"DATA", "INTO"}),
    "GRANT": frozenset({"TO", "ON"}),
    "REVOKE": frozenset({"FROM", "ON"}),
    "RENAME": frozenset({"TO"}),
    "UNLOAD": frozenset({"TO"}),
}
_OBJECTS: Final = word_set(
    "TABLE VIEW INDEX DATABASE SCHEMA SEQUENCE FUNCTION PROCEDURE TRIGGER TYPE ROLE USER EXTENSION MATERIALIZED "
    "UNIQUE OR IF KEYSPACE TABLESPACE DOMAIN POLICY PUBLICATION SUBSCRIPTION SERVER FOREIGN EXTERNAL TEMP TEMPORARY "
    "UNLOGGED VIRTUAL COLUMN CONSTRAINT SYSTEM STAGE PIPE TASK STREAM WAREHOUSE LINK SYNONYM PACKAGE MACRO SECRET "
    "GROUP ( DYNAMIC FULLTEXT VECTOR LOGIN CLUSTERED NONCLUSTERED TRANSIENT"
)
_DEFINES: Final = frozenset({"CREATE", "ALTER", "DROP", "TRUNCATE"})
_CALLS: Final = frozenset({"EXEC", "EXECUTE", "CALL", "DO"})
_CYPHER_WRITES: Final = frozenset({"CREATE", "MERGE", "DELETE", "SET", "REMOVE", "DETACH"})


def does(text: str) -> Does | None:
    """What the statements of a text do; None for a text that is no statement."""
    worst: Does | None = None
    for statement in _statements(text[:MAX_TEXT]):
        found = _statement(statement)
        if found is Does.WRITES:
            return found
        if found is not None and (worst is None or worst is Does.READS or found is Does.PREPARES):
            worst = found
    return worst


def _statements(text: str) -> Iterator[Sequence[str]]:
    from sqlparse import tokens
    from sqlparse.lexer import tokenize

    now: list[str] = []
    cut = tokenize(text.replace(HOLE, f" {_HOLE} "))  # type: ignore[no-untyped-call]  # sqlparse ships no types
    for kind, value in cut:
        if kind in tokens.Comment or kind in tokens.Whitespace or kind in tokens.Newline:
            continue
        if value == ";":
            yield now
            now = []
        elif kind in tokens.Literal or kind in tokens.String:
            now.append("'…'")
        elif value[:1] in '"`[':
            now.append("«name»")
        else:
            now += value.upper().split()
    yield now


def _statement(words: Sequence[str]) -> Does | None:
    words = [w for w in words if w not in (",",)]
    while words and words[0] == "(":
        words = words[1:]
    if not words:
        return None
    first, rest = words[0], words[1:]
    if first == "EXPLAIN":
        runs = any(w in ("ANALYZE", "ANALYSE") for w in rest[:3])
        inner = _statement([w for w in rest if w not in ("ANALYZE", "ANALYSE", "VERBOSE")]) if runs else None
        return inner or Does.READS
    if first in ("MATCH", "UNWIND", "OPTIONAL"):
        return Does.WRITES if _CYPHER_WRITES & set(rest) and "RETURN" in (*rest, "RETURN") else Does.READS
    if first == "WITH":
        return Does.WRITES if _changes(words) else Does.READS if "SELECT" in rest or "AS" in rest else None
    if first == "SELECT":
        return Does.WRITES if _into(words) or _changes(words) else Does.READS
    if first in _CALLS:
        return Does.UNKNOWN if rest else None
    if first in _DEFINES:
        return _defines(first, rest)
    needed = _NEEDS.get(first)
    if needed is not None:
        return Does.WRITES if needed & set(rest[:400]) else None
    return Does.READS if first in _READS and rest else None


def _defines(first: str, rest: Sequence[str]) -> Does | None:
    if not rest or not (rest[0] in _OBJECTS or rest[0] == _HOLE.upper() or first == "TRUNCATE"):
        return None
    if {"TEMP", "TEMPORARY"} & set(rest[:4]):
        return Does.READS
    if first == "CREATE" and any(rest[i : i + 3] == ["IF", "NOT", "EXISTS"] for i in range(6)):
        return Does.PREPARES
    return Does.WRITES


def _into(words: Sequence[str]) -> bool:
    """`SELECT … INTO table FROM …`, not a variable of a procedure."""
    depth = 0
    for word in words:
        depth += (word == "(") - (word == ")")
        if depth == 0 and word == "INTO":
            return True
        if depth == 0 and word == "FROM":
            return False
    return False


def _changes(words: Sequence[str]) -> bool:
    """A part of the statement changes rows: a common table expression with DML, or what follows one."""
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        after = words[index + 1] if index + 1 < len(words) else ""
        if before not in ("(", ")", ""):
            continue
        if word == "INSERT" and after == "INTO":
            return True
        if word == "DELETE" and after == "FROM":
            return True
        if word == "UPDATE" and "SET" in words[index:]:
            return True
        if word == "MERGE" and after == "INTO":
            return True
    return False


def graphql(text: str) -> Does | None:
    """What a GraphQL document does; None for a text that is none."""
    lines = [line.split("#", 1)[0] for line in text.replace(HOLE, " ").splitlines()]
    plain = " ".join(" ".join(lines).split())
    if "{" not in plain:
        return None
    first = plain.split("{", 1)[0].split("(", 1)[0].split()
    if not first:
        return Does.READS
    return {"mutation": Does.WRITES, "query": Does.READS, "subscription": Does.READS, "fragment": Does.READS}.get(
        first[0]
    )
